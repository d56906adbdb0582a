import { ones } from '../../distance/bitmaps.js'
import { checkNames, checkWhole } from '../../model/check.js'
import { type PairBatch, PairBuilder } from '../../model/pair.js'
import type { SetCollection } from '../../model/set-collection.js'
import {
  checkSimilarity,
  minOverlapFor,
  reportedSimilarity,
  type Similarity,
  similarityOf,
  similarityReaches,
} from '../../model/similarity.js'
import { ALLOCATE, type Allocate, arrange, BITMAP_WORDS, type JoinBlock } from './join-block.js'
import { mergeAtLeast } from './merge.js'
import { indexPrefixes, type PrefixLists } from './prepare-join.js'

/** The options of `topMatches`. */
export interface TopOptions {
  /** The maximum number of matches per set, at least 1. */
  readonly top: number
  /** Default `jaccard`. For containment, a is contained in b. */
  readonly similarity?: Similarity
  /** The minimum similarity of a pair, inclusive. Default: one shared element is enough. */
  readonly threshold?: number
}

/**
 * For each set of `left`, the `top` most similar sets of `right`, or of the other sets of `left`: sorted by a, then by decreasing
 * similarity, then by b. Among equally similar sets, earlier ones come first. Exact; a set that shares no element with another has no
 * pair.
 *
 * @example topMatches(makeSetCollection([[1, 2], [1, 2, 3], [3]]), { top: 1 }) // (0, 1), (1, 0), (2, 1)
 */
export function topMatches(left: SetCollection, options: TopOptions): PairBatch
export function topMatches(left: SetCollection, right: SetCollection, options: TopOptions): PairBatch
export function topMatches(
  ...args: [SetCollection, TopOptions] | [SetCollection, SetCollection, TopOptions]
): PairBatch {
  const [left, right, options] = args.length === 2 ? [args[0], undefined, args[1]] : args
  const search = prepareTop(left, right, checkTop(options))
  return new TopSearcher(search).search(0, search.probes.count)
}

/** The options with their defaults, or an `InvalidOption`. */
export function checkTop(options: TopOptions): TopSettings {
  checkNames(options, ['top', 'similarity', 'threshold'])
  const { top, similarity = 'jaccard', threshold } = options
  checkWhole('top', top, 1, 2 ** 31)
  checkSimilarity(similarity, threshold ?? 1)
  return { top, similarity, threshold: threshold ?? 0, tolerance: 0 }
}

/** A threshold of 0 means that any element in common is enough. */
interface TopSettings extends Required<TopOptions> {
  /** Sets that are less similar than the last of the top by no more than this are found as well. */
  readonly tolerance: number
}

/** A prepared search: all elements of the index are in its lists. */
export interface PreparedTop extends TopSettings {
  readonly isSelf: boolean
  readonly index: JoinBlock
  readonly probes: JoinBlock
  /** The probes by ascending position in their collection, which is the order of the result. */
  readonly order: Uint32Array
  readonly lists: PrefixLists
}

export function prepareTop(
  left: SetCollection,
  right: SetCollection | undefined,
  settings: TopSettings,
  allocate: Allocate = ALLOCATE,
): PreparedTop {
  const { ranks, blocks } = arrange(right === undefined ? [left] : [left, right], allocate)
  const [probes, index = probes] = blocks as [JoinBlock, JoinBlock?]
  const inOneClass = new Uint32Array(index.count)
  const lists = indexPrefixes(index, inOneClass, Float64Array.of(1), ranks, allocate)
  const order = allocate(probes.count)
  const positionOf = new Uint32Array(left.count)
  for (let position = 0; position < probes.count; position++) positionOf[probes.ids[position]!] = position + 1
  let used = 0
  for (const position of positionOf) if (position > 0) order[used++] = position - 1
  return { ...settings, isSelf: right === undefined, index, probes, order, lists }
}

/**
 * Searches rare elements first. The sets that a probe meets are compared with it at once, which raises the minimum similarity that still
 * counts. The search ends as soon as the remaining elements cannot reach it, even in a set that contains nothing else.
 */
export class TopSearcher {
  readonly #search: PreparedTop
  readonly #seen: Uint32Array
  #probes = 0

  constructor(search: PreparedTop) {
    this.#search = search
    this.#seen = new Uint32Array(search.index.count)
  }

  /** The pairs of the probes from number `from` up to, but not including, `to`, in the order of `search.order`. */
  search(from: number, to: number): PairBatch {
    const { order, probes } = this.#search
    const pairs = new PairBuilder()
    for (let number = from; number < to; number++) {
      const position = order[number]!
      const best = this.#probe(position)
      for (let k = 0; k < best.count; k++)
        pairs.add(probes.ids[position]!, best.ids[k]!, best.similarities[k]!)
    }
    return pairs.pairs()
  }

  #probe(probe: number): Best {
    const { top, tolerance, similarity, threshold, isSelf, index, probes, lists } = this.#search
    const seen = this.#seen
    const mark = ++this.#probes
    const best = new Best(Math.min(top, index.count), tolerance)
    const size = probes.sizes[probe]!
    const start = probes.starts[probe]!
    const end = probes.starts[probe + 1]!
    if (isSelf) seen[probe] = mark
    for (let i = start; i < end; i++) {
      const rest = end - i
      if (threshold > 0 && !similarityReaches(similarity, rest, size, rest, threshold)) break
      if (best.isFull && similarityOf(similarity, rest, size, rest) < best.lowest) break
      const rank = probes.elements[i]!
      for (let entry = lists.starts[rank]!; entry < lists.starts[rank + 1]!; entry++) {
        const position = lists.entries[2 * entry]!
        if (seen[position] === mark) continue
        seen[position] = mark
        const other = index.sizes[position]!
        const otherRest = lists.entries[2 * entry + 1]!
        const limit = Math.min(rest, otherRest)
        if (best.isFull && similarityOf(similarity, limit, size, other) < best.lowest) continue
        const needed = best.isFull
          ? Math.max(1, minOverlapFor(similarity, size, other, Math.max(threshold, best.lowest)))
          : threshold > 0
            ? minOverlapFor(similarity, size, other, threshold)
            : 1
        if (limit < needed || this.#tooFarApart(probe, position, needed)) continue
        const setEnd = index.starts[position + 1]!
        const more = mergeAtLeast(
          probes.elements,
          i + 1,
          end,
          index.elements,
          setEnd - otherRest + 1,
          setEnd,
          needed - 1,
        )
        if (more < 0) continue
        best.add(index.ids[position]!, reportedSimilarity(similarity, more + 1, size, other, threshold))
      }
    }
    return best
  }

  #tooFarApart(probe: number, position: number, needed: number): boolean {
    const { index, probes } = this.#search
    const x = BITMAP_WORDS * probe
    const y = BITMAP_WORDS * position
    let apart = 0
    for (let word = 0; word < BITMAP_WORDS; word++) {
      apart += ones(probes.bitmaps[x + word]! ^ index.bitmaps[y + word]!)
    }
    const kept = probes.starts[probe + 1]! - probes.starts[probe]!
    const otherKept = index.starts[position + 1]! - index.starts[position]!
    return kept + otherKept - apart < 2 * needed
  }
}

/** The best matches so far, best first; of equal ones, the earlier first. */
class Best {
  readonly ids: number[] = []
  readonly similarities: number[] = []
  readonly #limit: number
  readonly #tolerance: number

  constructor(limit: number, tolerance: number) {
    this.#limit = limit
    this.#tolerance = tolerance
  }

  get count(): number {
    return this.ids.length
  }

  get isFull(): boolean {
    return this.ids.length >= this.#limit
  }

  get lowest(): number {
    return this.similarities[this.#limit - 1]! - this.#tolerance
  }

  add(id: number, similarity: number): void {
    let low = 0
    let high = this.ids.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const there = this.similarities[middle]!
      if (there > similarity || (there === similarity && this.ids[middle]! < id)) low = middle + 1
      else high = middle
    }
    if (low >= this.#limit && (this.#tolerance === 0 || similarity < this.lowest)) return
    this.ids.splice(low, 0, id)
    this.similarities.splice(low, 0, similarity)
    while (
      this.ids.length > this.#limit &&
      (this.#tolerance === 0 || this.similarities.at(-1)! < this.lowest)
    ) {
      this.ids.pop()
      this.similarities.pop()
    }
  }
}
