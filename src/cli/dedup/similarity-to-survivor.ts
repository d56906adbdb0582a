import { jaccardOfSorted } from '../../distance/sorted-sets.js'
import type { LocalResult } from '../../engine/local/local-engine.js'
import type { PairBatch } from '../../model/pair.js'
import { RecordReader } from '../../read/node-records.js'
import type { Source } from '../../read/source.js'
import { shingle } from '../../text/shingles.js'
import { fieldReader } from '../records/json-field.js'

/** Sets of survivors that are kept at hand. */
const MOST_SETS = 1000

/**
 * The true similarity of a removed document to its survivor: as verified, or, where only a chain of pairs ties the two,
 * from their texts.
 */
export class SimilarityToSurvivor {
  readonly #result: LocalResult
  readonly #reader: RecordReader
  readonly #textOf: (line: Uint8Array) => unknown
  readonly #sets = new Map<number, Uint32Array>()

  constructor(source: Source, result: LocalResult) {
    this.#result = result
    this.#reader = new RecordReader(source)
    this.#textOf = fieldReader(source.textField)
  }

  of(position: number, survivor: number, line: Uint8Array): number {
    return (
      verifiedSimilarity(this.#result.pairs, position, survivor) ??
      jaccardOfSorted(this.#setOf(line), this.#survivorSet(survivor))
    )
  }

  close(): void {
    this.#reader.close()
  }

  #survivorSet(survivor: number): Uint32Array {
    let set = this.#sets.get(survivor)
    if (set === undefined) {
      const { file, start, length } = this.#result.places
      set = this.#setOf(this.#reader.read(file[survivor]!, start[survivor]!, length[survivor]!))
      if (this.#sets.size >= MOST_SETS) this.#sets.clear()
      this.#sets.set(survivor, set)
    }
    return set
  }

  #setOf(line: Uint8Array): Uint32Array {
    return shingle(this.#textOf(line) as string, this.#result.plan.shingle)
  }
}

/** The similarity of a pair, by binary search: pairs stand in the order of a, then b. */
export function verifiedSimilarity(pairs: PairBatch, one: number, other: number): number | undefined {
  const [a, b] = one < other ? [one, other] : [other, one]
  let low = 0
  let high = pairs.count
  while (low < high) {
    const middle = (low + high) >>> 1
    const before = pairs.a[middle]! < a || (pairs.a[middle] === a && pairs.b[middle]! < b)
    if (before) low = middle + 1
    else high = middle
  }
  return pairs.a[low] === a && pairs.b[low] === b ? pairs.similarity[low] : undefined
}
