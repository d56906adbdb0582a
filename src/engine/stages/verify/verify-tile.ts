import { FOUND_WORDS, type OverlapBound, type WasmTile } from '../../../kernel/wasm-tile.js'
import { countBelow } from '../../../model/count-below.js'
import { type Comparison, matchSimilarity, reachedSimilarity } from '../../../model/match-bounds.js'
import { emptyBatch, firstOf, type PairBatch, sortPairs } from '../../../model/pair.js'
import { isSymmetric, minOverlapShare, type Similarity } from '../../../model/similarity.js'
import { wideOverlap } from '../../../text/wide-shingles.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { readWords, withBlock } from '../blocks/segments.js'
import { readWideSets } from '../groups/stored-sets.js'
import type { VerifyTask } from '../tasks.js'

/** The sets of the documents of a tile, numbered 0, 1, 2, …. */
export class TileSets {
  /** Positions, ascending. */
  readonly documents: Uint32Array
  /** Holds the sets, and compares candidates. */
  readonly memory: WasmTile
  /** The sets of long documents, by number. */
  readonly #wide = new Map<number, Float64Array>()

  constructor(memory: WasmTile, store: Blocks, blocks: readonly Block[], { one, other }: VerifyTask['tile']) {
    const wide: [position: number, set: Float64Array][] = []
    memory.begin()
    for (const block of blocks) {
      withBlock(store, block, (reader) => {
        for (const group of one === other ? [one] : [one, other]) {
          const part = readWords(reader, group, memory)
          if (part.length > 0) memory.add(part)
          wide.push(...readWideSets(reader, group))
        }
      })
    }
    this.memory = memory
    this.documents = memory.number()
    for (const [position, set] of wide) this.#wide.set(countBelow(this.documents, position), set)
    if (wide.length > 0) memory.markLong(this.#wide.keys())
  }

  /** The larger of both directions. */
  similarity(measure: Similarity, one: number, other: number): number {
    const { memory } = this
    const wide = this.wideOverlap(one, other)
    return wide === undefined
      ? matchSimilarity(measure, memory.overlap(one, other), memory.sizeOf(one), memory.sizeOf(other))
      : matchSimilarity(measure, wide.overlap, ...wide.sizes)
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

/** A lower bound of the overlap of documents that match, which takes little time to compute. */
export function overlapBound({ similarity, threshold }: Comparison): OverlapBound {
  const share = minOverlapShare(similarity, threshold)
  // By the other similarities of documents, which are fractions, either shares at least this part of the smaller set.
  return share === undefined ? { share: 0, part: threshold } : { share, part: 0 }
}

/**
 * The pairs that reach the threshold, in each direction that does, ordered by a, then b.
 *
 * @param found by the kernel with `overlapBound`
 * @param own only pairs whose a is among this many first documents
 */
export function verify(found: Uint32Array, sets: TileSets, comparison: Comparison, own: number): PairBatch {
  const isDirected = !isSymmetric(comparison.similarity)
  const { sizes } = sets.memory
  const pairs = emptyBatch(((isDirected ? 2 : 1) * found.length) / FOUND_WORDS)
  let count = 0
  for (let i = 0; i < found.length; i += FOUND_WORDS) {
    const a = found[i]!
    const b = found[i + 1]!
    let overlap = found[i + 2]!
    let sizeA = sizes[a]!
    let sizeB = sizes[b]!
    const wide = sets.wideOverlap(a, b)
    if (wide !== undefined) {
      overlap = wide.overlap
      ;[sizeA, sizeB] = wide.sizes
    }
    const forth = a < own ? reachedSimilarity(comparison, overlap, sizeA, sizeB) : 0
    if (forth > 0) {
      pairs.a[count] = a
      pairs.b[count] = b
      pairs.similarity[count++] = forth
    }
    const back = isDirected && b < own ? reachedSimilarity(comparison, overlap, sizeB, sizeA) : 0
    if (back > 0) {
      pairs.a[count] = b
      pairs.b[count] = a
      pairs.similarity[count++] = back
    }
  }
  const matches = firstOf(pairs, count)
  return isDirected ? sortPairs(matches) : matches
}
