import type { RecordBatch } from '../../../kernel/kernel.js'
import { doubled } from '../threads/shared-words.js'
import type { UnitMetadata } from './sketched.js'

/**
 * Collects what is known of the records of a unit, column by column. A thread uses it for one unit after another, so that its memory is
 * reused: the columns are valid until the next unit.
 */
export class UnitRecords {
  #locations = new Uint32Array(0)
  #sizes = new Uint32Array(0)
  #contents = new Uint32Array(0)
  #texts = new Uint32Array(0)
  #idHashes = new Uint32Array(0)
  #bad: { readonly record: number; readonly problem: string }[] = []
  #unicodeFallbacks = 0
  count = 0

  /** Forgets the records of the last unit. */
  reset(): void {
    this.count = 0
    this.#bad = []
    this.#unicodeFallbacks = 0
  }

  /**
   * Adds the next records.
   *
   * @param offset of the bytes that the batch was read from, in the unit
   * @param bad records that cannot be used; default: those of the batch
   */
  add(batch: RecordBatch, offset: number, bad = batch.bad): void {
    const { count, starts, ends } = batch
    this.#makeRoom(count)
    for (let i = 0, to = 2 * this.count; i < count; i++, to += 2) {
      this.#locations[to] = offset + starts[i]!
      this.#locations[to + 1] = ends[i]! - starts[i]!
    }
    this.#sizes.set(batch.sizes, this.count)
    this.#contents.set(batch.contents, 4 * this.count)
    this.#texts.set(batch.texts, 2 * this.count)
    this.#idHashes.set(batch.idHashes, 2 * this.count)
    for (const { record, problem } of bad) this.#bad.push({ record: this.count + record, problem })
    this.#unicodeFallbacks += batch.unicodeFallbacks
    this.count += count
  }

  /** For each record, the offset of its line in the unit, and its length in bytes. */
  get locations(): Uint32Array {
    return this.#locations.subarray(0, 2 * this.count)
  }

  get sizes(): Uint32Array {
    return this.#sizes.subarray(0, this.count)
  }

  get contents(): Uint32Array {
    return this.#contents.subarray(0, 4 * this.count)
  }

  get texts(): Uint32Array {
    return this.#texts.subarray(0, 2 * this.count)
  }

  get idHashes(): Uint32Array {
    return this.#idHashes.subarray(0, 2 * this.count)
  }

  /** The number of good records without an id. */
  countWithoutId(): number {
    let count = -this.#bad.length
    for (let i = 0; i < 2 * this.count; i += 2)
      if (this.#idHashes[i] === 0 && this.#idHashes[i + 1] === 0) count++
    return count
  }

  /** @param sizes of the sets; default: those that the kernel counted */
  metadata(sizes = this.sizes): Omit<UnitMetadata, 'withoutId'> {
    let [empty, shingles, longest] = [0, 0, 0]
    for (let i = 0; i < this.count; i++) {
      if (sizes[i] === 0) empty++
      shingles += sizes[i]!
      const length = this.#locations[2 * i + 1]!
      if (length > longest) longest = length
    }
    return {
      count: this.count,
      bad: this.#bad,
      unicodeFallbacks: this.#unicodeFallbacks,
      empty,
      shingles,
      longest,
    }
  }

  #makeRoom(more: number): void {
    const needed = this.count + more
    if (needed <= this.#sizes.length) return
    this.#locations = doubled(this.#locations, 2 * needed)
    this.#sizes = doubled(this.#sizes, needed)
    this.#contents = doubled(this.#contents, 4 * needed)
    this.#texts = doubled(this.#texts, 2 * needed)
    this.#idHashes = doubled(this.#idHashes, 2 * needed)
  }
}

/** Represents a line that is too long as a bad record, so that it has a position like any other. */
export function skippedLine(bytes: number, problem: string, keys: number): RecordBatch {
  return {
    count: 1,
    consumed: bytes + 1,
    starts: new Uint32Array(1),
    // A line of 4 GiB or more ends beyond what a word can hold, but it is never read again.
    ends: Uint32Array.of(Math.min(bytes, 2 ** 32 - 1)),
    idHashes: new Uint32Array(2),
    sizes: new Uint32Array(1),
    contents: new Uint32Array(4),
    texts: new Uint32Array(2),
    keys: new Uint32Array(keys),
    signatures: undefined,
    sets: undefined,
    bad: [{ record: 0, problem }],
    unicodeFallbacks: 0,
  }
}
