import { overlapOfSorted } from '../../../distance/sorted-sets.js'
import type { NumberedSets, PairOverlaps } from '../../../kernel/wasm-pair-overlaps.js'
import { addDirections, type Comparison, matchSimilarity, minOverlapOf } from '../../../model/match-bounds.js'
import { type PairBatch, PairBuilder, sortPairs } from '../../../model/pair.js'
import { isSymmetric, type Similarity } from '../../../model/similarity.js'
import { wideOverlap } from '../../../text/wide-shingles.js'
import type { Block } from '../blocks/block.js'
import { DocumentNumbers } from '../groups/document-numbers.js'
import { readSets, readWideSets, storedBytes } from '../groups/stored-sets.js'
import type { VerifyTask } from '../tasks.js'
import { concatenateWords } from '../threads/shared-words.js'
import type { Thread } from '../threads/thread.js'

/** The sets of the documents of a tile, numbered 0, 1, 2, …. */
export class TileSets implements NumberedSets {
  /** Positions, ascending. */
  readonly documents: Uint32Array
  readonly numbers: DocumentNumbers
  // By number: the part that has the set, where it begins there, and its size. There may be millions, too many for an array each.
  readonly #parts: Uint32Array
  readonly #starts: Uint32Array
  readonly #sizes: Uint32Array
  /** The elements of each part. */
  readonly #elements: readonly Uint32Array[]
  /** The sets of long documents, by number. */
  readonly #wide = new Map<number, Float64Array>()

  constructor({ store, arrays }: Thread, blocks: readonly Block[], { one, other }: VerifyTask['tile']) {
    const groups = one === other ? [one] : [one, other]
    const space = arrays.reserve('tile-sets', storedBytes(store, blocks, groups))
    const parts = groups.flatMap((group) => readSets(store, blocks, group, space))
    this.documents = concatenateWords(parts.map(({ positions }) => positions)).sort()
    this.numbers = new DocumentNumbers(this.documents)
    this.#elements = parts.map(({ elements }) => elements)
    this.#parts = arrays.words('tile-parts', this.count)
    this.#starts = arrays.words('tile-starts', this.count)
    this.#sizes = arrays.words('tile-sizes', this.count)
    parts.forEach(({ positions, sizes }, part) => {
      let end = 0
      for (let i = 0; i < positions.length; i++) {
        const number = this.numbers.of(positions[i]!)!
        this.#parts[number] = part
        this.#starts[number] = end
        this.#sizes[number] = sizes[i]!
        end += sizes[i]!
      }
    })
    for (const group of groups) {
      for (const [position, set] of readWideSets(store, blocks, group))
        this.#wide.set(this.numbers.of(position)!, set)
    }
  }

  get count(): number {
    return this.documents.length
  }

  sizeOf(number: number): number {
    return this.#sizes[number]!
  }

  of(number: number): Uint32Array {
    const start = this.#starts[number]!
    return this.#elements[this.#parts[number]!]!.subarray(start, start + this.#sizes[number]!)
  }

  /** The larger of both directions. */
  similarity(measure: Similarity, one: number, other: number): number {
    const { overlap, sizes } = this.wideOverlap(one, other) ?? {
      overlap: overlapOfSorted(this.of(one), this.of(other)),
      sizes: [this.sizeOf(one), this.sizeOf(other)] as const,
    }
    return matchSimilarity(measure, overlap, ...sizes)
  }

  /** The number of elements that two long documents have in common, and the sizes of their sets; undefined if one is not long. */
  wideOverlap(
    one: number,
    other: number,
  ): { readonly overlap: number; readonly sizes: readonly [number, number] } | undefined {
    if (this.#wide.size === 0) return undefined
    const left = this.#wide.get(one)
    const right = left && this.#wide.get(other)
    return right && { overlap: wideOverlap(left, right), sizes: [left.length, right.length] }
  }
}

/**
 * The candidates that reach the threshold, in each direction that does, ordered by a, then b.
 *
 * @param own only pairs whose a is among this many first documents; default: all
 */
export function verify(
  candidates: Uint32Array,
  sets: TileSets,
  comparison: Comparison,
  overlaps: PairOverlaps,
  own = sets.documents.length,
): PairBatch {
  const pairs = new PairBuilder()
  const add = (a: number, b: number, similarity: number) => {
    if (a < own) pairs.add(a, b, similarity)
  }
  /** The first candidate of the batch. */
  let first = 0
  const endBatch = (end: number) => {
    const found = overlaps.compare()
    for (let i = 0; i < found.length; i++) {
      if (found[i]! < 0) continue
      const [a, b] = [candidates[first + 2 * i]!, candidates[first + 2 * i + 1]!]
      addDirections(comparison, found[i]!, [a, b], [sets.sizeOf(a), sets.sizeOf(b)], add)
    }
    first = end
  }
  overlaps.begin(sets)
  for (let i = 0; i < candidates.length; i += 2) {
    const [a, b] = [candidates[i]!, candidates[i + 1]!]
    const wide = sets.wideOverlap(a, b)
    if (wide !== undefined) {
      endBatch(i + 2)
      addDirections(comparison, wide.overlap, [a, b], wide.sizes, add)
      continue
    }
    if (!overlaps.hasRoom(a, b)) endBatch(i)
    overlaps.add(a, b, minOverlapOf(comparison, sets.sizeOf(a), sets.sizeOf(b)))
  }
  endBatch(candidates.length)
  return isSymmetric(comparison.similarity) ? pairs.pairs() : sortPairs(pairs.pairs())
}
