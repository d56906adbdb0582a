import { MAX_LISTED_PAIRS } from '../band/bucket-limit.js'
import { overlapAtLeast } from '../distance/sorted-sets.js'
import { UniformRandom } from '../hash/uniform-random.js'
import { listPrefixes, type PrefixLists } from '../join/prefix-lists.js'
import { enoughSets, frequentAmong, frequentElements } from '../join/prefix-order.js'
import { type Comparison, matchPrefix, minOverlapOf, rememberedBySize } from '../model/match-bounds.js'
import { pairsOf } from '../model/pairs-of.js'
import { selectSets, setAt, sizeAt } from '../model/set-collection.js'
import type { DocumentSimilarity } from '../model/similarity.js'
import { sumOf } from '../model/sum.js'
import { SampledPairs } from './compared-documents.js'
import { areCompared, type DistinctSample } from './sample.js'
import { pairAt } from './similarity-histogram.js'

/** The cost figures of an exact search by prefixes in a whole collection, estimated from a sample. */
export interface PrefixStatistics {
  /** The threshold that the prefixes were made for. */
  readonly threshold: number
  /** The average number of elements of a prefix. */
  readonly meanLength: number
  /** The number of pairs in the lists of elements: one for each element that two prefixes have in common. */
  readonly postingPairs: number
  /** The number of pairs that would be compared, without repeats. Of large lists, whose documents are joined, only similar pairs are. */
  readonly candidates: number
  /** The number of these that reach the threshold. */
  readonly pairs: number
  /** The number of sampled pairs that these figures are based on. */
  readonly sampledPairs: number
  /** The number of distinct documents in the compared pairs, as far as the sample shows: a careful estimate. */
  readonly documents: number
}

/** The maximum number of elements of prefixes that are examined; further documents are left out. */
const MAX_ELEMENTS = 2 ** 19
/** The maximum number of elements whose pairs are compared. */
const MAX_COMPARED = 2 ** 17
const SEED = 0x9ef1

/**
 * Makes the prefixes of a sample as an exact search would, and counts the pairs with common elements.
 *
 * @param list the implementation of listing them. Default: plain TypeScript
 */
export function prefixStatistics(
  sample: DistinctSample,
  threshold: number,
  similarity: DocumentSimilarity = 'jaccard',
  list = listPrefixes,
): PrefixStatistics {
  const comparison = { similarity, threshold }
  const prefixes = makePrefixes(sample, comparison, list)
  const { lists, count, elements } = prefixes
  const inSample = lists.reduce((sum, { length }) => sum + pairsOf(length), 0)
  const examined = thinned(sample, count / Math.max(1, sample.sets.count))
  const meanLength = elements.length / Math.max(1, count)
  const stride = Math.max(1, (inSample * meanLength) / MAX_COMPARED)
  const compare = comparing(sample, prefixes, comparison)
  const random = new UniformRandom(SEED)
  let [postingPairs, candidates, similar, seen] = [0, 0, 0, 0]
  const compared = new SampledPairs(count)
  let next = stride * random.unit()
  let passed = 0
  for (const members of lists) {
    const areJoined = expectedPairs(examined, members) > MAX_LISTED_PAIRS
    const pairs = pairsOf(members.length)
    for (; next < passed + pairs; next += stride) {
      const [i, j] = pairAt(Math.floor(next - passed))
      const [one, other] = [members[i]!, members[j]!]
      if (!areCompared(sample.sides, one, other)) continue
      const pairWeight = stride * weightOf(examined, one, other)
      postingPairs += pairWeight
      const { shared, isPair } = compare(one, other)
      if (shared === 0) continue
      // The pair is counted once for each of these.
      if (isPair) similar += pairWeight / shared
      if (areJoined && !isPair) continue
      candidates += pairWeight / shared
      seen++
      compared.add(one, other, sample.blockOf[one] === sample.blockOf[other], pairWeight / shared)
    }
    passed += pairs
  }
  return {
    threshold,
    meanLength,
    postingPairs,
    candidates,
    pairs: similar,
    sampledPairs: seen,
    documents: Math.round(compared.documentsIn(sumOf(sample.weights))),
  }
}

/** The prefixes of the first documents of a sample. */
interface SamplePrefixes extends PrefixLists {
  readonly count: number
  /** Where the elements of each begin; has one more entry than there are prefixes. */
  readonly offsets: Uint32Array
}

function makePrefixes(
  { sets, sides }: DistinctSample,
  comparison: Comparison,
  list: typeof listPrefixes,
): SamplePrefixes {
  const step = Math.max(1, sets.count / enoughSets(sets.elements.length / Math.max(1, sets.count)))
  const some = Array.from({ length: Math.floor(sets.count / step) }, (_, i) => Math.floor(i * step))
  const collected = selectSets(sets, some)
  // Only sets of different sides can be equal.
  const frequent = sides === undefined ? frequentAmong(collected.elements) : frequentElements(collected)
  const lengthOf = rememberedBySize((size) => matchPrefix(comparison, size))
  const offsets = new Uint32Array(sets.count + 1)
  let count = 0
  for (; count < sets.count && offsets[count]! < MAX_ELEMENTS; count++)
    offsets[count + 1] = offsets[count]! + lengthOf(sizeAt(sets, count))
  // The offsets and elements of the other sets are not read.
  const first = { ...sets, count }
  return { ...list(first, { frequent, lengthOf }), count, offsets: offsets.subarray(0, count + 1) }
}

function prefixAt({ elements, offsets }: SamplePrefixes, document: number): Uint32Array {
  return elements.subarray(offsets[document], offsets[document + 1])
}

/** The sample if only a share of its documents was examined: whole blocks, so pairs across blocks are rarer by the square of the share. */
function thinned({ weights, inside, ...rest }: DistinctSample, share: number): DistinctSample {
  return { ...rest, weights: weights.map((weight) => weight / share), inside: inside / share }
}

function weightOf({ blockOf, weights, inside, across }: DistinctSample, one: number, other: number): number {
  return blockOf[one] === blockOf[other] ? inside : across * weights[one]! * weights[other]!
}

/** About how many pairs a list of the sample has in the whole collection, if there is one side. */
function expectedPairs({ weights, across }: DistinctSample, members: Uint32Array): number {
  return (across * members.reduce((sum, member) => sum + weights[member]!, 0) ** 2) / 2
}

/** For the document with this number, the position of each element in its prefix. Made once, because most pairs have documents in common. */
function positionsIn(prefixes: SamplePrefixes): (document: number) => ReadonlyMap<number, number> {
  const known = new Map<number, Map<number, number>>()
  return (document) => {
    let positions = known.get(document)
    if (positions === undefined) {
      positions = new Map()
      const prefix = prefixAt(prefixes, document)
      for (let i = 0; i < prefix.length; i++) positions.set(prefix[i]!, i)
      known.set(document, positions)
    }
    return positions
  }
}

/** Two documents, as an exact search would compare them. */
interface Compared {
  /** The number of elements that both prefixes have, if enough elements follow one of them to reach the threshold; otherwise 0. */
  readonly shared: number
  readonly isPair: boolean
}

/** Compares two documents of the sample. The result is kept, because similar documents are in many lists together. */
function comparing(
  { sets }: DistinctSample,
  prefixes: SamplePrefixes,
  comparison: Comparison,
): (one: number, other: number) => Compared {
  const positionsOf = positionsIn(prefixes)
  const known = new Map<number, Compared>()
  return (one, other) => {
    const pair = one * prefixes.count + other
    let compared = known.get(pair)
    if (compared === undefined) {
      const [set, otherSet] = [setAt(sets, one), setAt(sets, other)]
      const required = minOverlapOf(comparison, set.length, otherSet.length)
      const positions = positionsOf(one)
      const prefix = prefixAt(prefixes, other)
      let [common, passes] = [0, false]
      for (let i = 0; i < prefix.length; i++) {
        const position = positions.get(prefix[i]!)
        if (position === undefined) continue
        common++
        passes ||= set.length - position >= required && otherSet.length - i >= required
      }
      compared = {
        shared: passes ? common : 0,
        isPair: passes && overlapAtLeast(set, otherSet, required) >= required,
      }
      known.set(pair, compared)
    }
    return compared
  }
}
