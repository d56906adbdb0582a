import { deriveSeed, mix32 } from '../../../hash/mix.js'
import { addUp } from '../../../model/add-up.js'
import type { SetCollection } from '../../../model/set-collection.js'
import { WIDE_FROM } from '../../../text/wide-shingles.js'
import { doubled } from '../threads/shared-words.js'
import type { ReadableSets, SetSource, TakePart } from './join-engine.js'

/** Words of the hash of a set. Two sets with the same 128 bits count as equal, as for documents. */
const HASH_WORDS = 4
const SEEDS = Array.from({ length: HASH_WORDS }, (_, word) => deriveSeed(0xe9a1, word))

/**
 * Finds the equal sets of a source while it is read, so that only the first of each is joined. Empty sets match nothing and are left out.
 * Long sets of hashes are equal only if their texts are: different shingles can have the same hash.
 */
export class EqualSets {
  /** The number of sets of the source, including empty ones, and the number of distinct sets, excluding them. */
  count = 0
  empty = 0
  distinct = 0
  #numbers = new Uint32Array(1024)
  #hashes = new Uint32Array(HASH_WORDS * 1024)
  /** A hash table with open addressing, at most half full: 1 + the number of a distinct set, or 0 if the slot is free. */
  #table = new Uint32Array(4096)
  readonly #hash = new Uint32Array(HASH_WORDS)

  /** Restores the equal sets of a source that was read earlier from its `numbers`. */
  static of(numbers: Uint32Array<ArrayBuffer>): EqualSets {
    const equal = new EqualSets()
    equal.#numbers = numbers
    equal.count = numbers.length
    for (const number of numbers) {
      if (number === 0) equal.empty++
      else if (number > equal.distinct) equal.distinct = number
    }
    return equal
  }

  /** For each set, 1 + the number of the distinct set that it equals; 0 if it is empty. */
  get numbers(): Uint32Array {
    return this.#numbers.subarray(0, this.count)
  }

  /** The source without repeated and empty sets. */
  without(source: SetSource): ReadableSets {
    return {
      read: async (take) => {
        const filter: TakePart = (part, texts) => {
          const kept = this.#filter(part, texts)
          if (kept.count > 0) take(kept)
        }
        if (!('count' in source)) return source.read(filter)
        filter(source)
        return undefined
      },
    }
  }

  /** For each distinct set, the positions of all sets that equal it, ascending: those of number n begin at `offsets[n]`. */
  groups(): { readonly offsets: Uint32Array; readonly members: Uint32Array } {
    const offsets = new Uint32Array(this.distinct + 1)
    const { numbers } = this
    for (const number of numbers) if (number > 0) offsets[number]!++
    addUp(offsets)
    const members = new Uint32Array(this.count - this.empty)
    const ends = offsets.slice(0, -1)
    for (let position = 0; position < this.count; position++) {
      const number = numbers[position]!
      if (number > 0) members[ends[number - 1]!++] = position
    }
    return { offsets, members }
  }

  #filter({ count, offsets, elements }: SetCollection, texts: Uint32Array | undefined): SetCollection {
    const kept: number[] = []
    for (let set = 0; set < count; set++) {
      const [from, to] = [offsets[set]!, offsets[set + 1]!]
      if (this.count === this.#numbers.length) this.#numbers = doubled(this.#numbers)
      if (from === to) {
        this.empty++
        this.#numbers[this.count++] = 0
        continue
      }
      const before = this.distinct
      const text = to - from < WIDE_FROM ? undefined : texts?.subarray(2 * set, 2 * set + 2)
      this.#numbers[this.count++] = this.#numberOf(elements, from, to, text) + 1
      if (this.distinct > before) kept.push(set)
    }
    return kept.length === count ? { count, offsets, elements } : pick(kept, offsets, elements)
  }

  #numberOf(elements: Uint32Array, from: number, to: number, text: Uint32Array | undefined): number {
    const hash = this.#hash.fill(to - from)
    if (text !== undefined) hash.set(text)
    // Sums, because the elements of equal sets may be in any order.
    for (let i = from; i < to; i++) {
      for (let word = 0; word < HASH_WORDS; word++) hash[word]! += mix32(elements[i]! ^ SEEDS[word]!)
    }
    const mask = this.#table.length - 1
    let at = hash[0]! & mask
    for (; this.#table[at] !== 0; at = (at + 1) & mask) {
      const number = this.#table[at]! - 1
      if (this.#isEqual(number)) return number
    }
    const number = this.distinct++
    if (HASH_WORDS * this.distinct > this.#hashes.length) this.#hashes = doubled(this.#hashes)
    this.#hashes.set(hash, HASH_WORDS * number)
    this.#table[at] = number + 1
    if (2 * this.distinct > this.#table.length) this.#growTable()
    return number
  }

  #isEqual(number: number): boolean {
    for (let word = 0; word < HASH_WORDS; word++) {
      if (this.#hashes[HASH_WORDS * number + word] !== this.#hash[word]) return false
    }
    return true
  }

  #growTable(): void {
    const table = new Uint32Array(2 * this.#table.length)
    const mask = table.length - 1
    for (let number = 0; number < this.distinct; number++) {
      let at = this.#hashes[HASH_WORDS * number]! & mask
      while (table[at] !== 0) at = (at + 1) & mask
      table[at] = number + 1
    }
    this.#table = table
  }
}

/** The positions of the sets that equal a distinct set. */
export function membersOf(
  { offsets, members }: { readonly offsets: Uint32Array; readonly members: Uint32Array },
  number: number,
): Uint32Array {
  return members.subarray(offsets[number]!, offsets[number + 1]!)
}

function pick(kept: readonly number[], offsets: Uint32Array, elements: Uint32Array): SetCollection {
  const ends = new Uint32Array(kept.length + 1)
  for (const [i, set] of kept.entries()) ends[i + 1] = ends[i]! + offsets[set + 1]! - offsets[set]!
  const picked = new Uint32Array(ends.at(-1)!)
  for (const [i, set] of kept.entries())
    picked.set(elements.subarray(offsets[set]!, offsets[set + 1]!), ends[i])
  return { count: kept.length, offsets: ends, elements: picked }
}
