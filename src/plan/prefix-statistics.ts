import { MAX_LISTED_PAIRS } from '../band/bucket-limit.js'
import { overlapAtLeast } from '../distance/sorted-sets.js'
import { spread } from '../hash/repeat-filter.js'
import { UniformRandom } from '../hash/uniform-random.js'
import type { PrefixLists } from '../join/prefix-lists.js'
import { enoughSets, frequentAmong, frequentElements } from '../join/prefix-order.js'
import { type Comparison, matchPrefix, minOverlapOf, rememberedBySize } from '../model/match-bounds.js'
import { pairsOf } from '../model/pairs-of.js'
import { selectSets, setAt, sizeAt } from '../model/set-collection.js'
import type { DocumentSimilarity } from '../model/similarity.js'
import { sumOf } from '../model/sum.js'
import { SampledPairs } from './compared-documents.js'
import { areCompared, type DistinctSample, weightOf } from './sample.js'
import { PLAIN_WORK, type SetWork } from './set-work.js'
import { laterOf } from './similarity-histogram.js'

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

type PrefixWork = Pick<SetWork, 'countRepeated' | 'listPrefixes'>

/** The maximum number of elements of prefixes that are examined; further documents are left out. */
const MAX_ELEMENTS = 2 ** 19
/** The maximum number of elements whose pairs are compared. */
const MAX_COMPARED = 2 ** 17
const SEED = 0x9ef1

/**
 * Makes the prefixes of a sample as an exact search would, and counts the pairs with common elements.
 *
 * @param work the implementation of operations on sets. Default: plain TypeScript
 */
export function prefixStatistics(
  sample: DistinctSample,
  threshold: number,
  similarity: DocumentSimilarity = 'jaccard',
  work: PrefixWork = PLAIN_WORK,
): PrefixStatistics {
  const { sides, blockOf } = sample
  const comparison = { similarity, threshold }
  const prefixes = makePrefixes(sample, comparison, work)
  const { members, ends, count, elements } = prefixes
  const inSample = pairsIn(ends)
  const examined = thinned(sample, count / Math.max(1, sample.sets.count))
  const meanLength = elements.length / Math.max(1, count)
  const stride = Math.max(1, (inSample * meanLength) / MAX_COMPARED)
  const compare = comparing(sample, prefixes, comparison)
  const random = new UniformRandom(SEED)
  let [postingPairs, candidates, similar, seen] = [0, 0, 0, 0]
  const compared = new SampledPairs(count)
  let next = stride * random.unit()
  let passed = 0
  let start = 0
  for (let list = 0; list < ends.length; list++) {
    const end = ends[list]!
    const pairs = pairsOf(end - start)
    if (next < passed + pairs) {
      const areJoined = expectedPairs(examined, members, start, end) > MAX_LISTED_PAIRS
      for (; next < passed + pairs; next += stride) {
        const index = Math.floor(next - passed)
        const later = laterOf(index)
        const one = members[start + index - pairsOf(later)]!
        const other = members[start + later]!
        if (sides !== undefined && !areCompared(sides, one, other)) continue
        const pairWeight = stride * pairWeightOf(examined, one, other)
        postingPairs += pairWeight
        const { shared, isPair } = compare(one, other)
        if (shared === 0) continue
        // The pair is counted once for each of these.
        if (isPair) similar += pairWeight / shared
        if (areJoined && !isPair) continue
        candidates += pairWeight / shared
        seen++
        compared.add(one, other, blockOf[one] === blockOf[other], pairWeight / shared)
      }
    }
    passed += pairs
    start = end
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
  { countRepeated, listPrefixes }: PrefixWork,
): SamplePrefixes {
  const step = Math.max(1, sets.count / enoughSets(sets.elements.length / Math.max(1, sets.count)))
  const some = Array.from({ length: Math.floor(sets.count / step) }, (_, i) => Math.floor(i * step))
  const collected = selectSets(sets, some)
  // Only sets of different sides can be equal.
  const frequent =
    sides === undefined
      ? frequentAmong(collected.elements, countRepeated)
      : frequentElements(collected, countRepeated)
  const lengthOf = rememberedBySize((size) => matchPrefix(comparison, size))
  const offsets = new Uint32Array(sets.count + 1)
  let count = 0
  for (; count < sets.count && offsets[count]! < MAX_ELEMENTS; count++)
    offsets[count + 1] = offsets[count]! + lengthOf(sizeAt(sets, count))
  // The offsets and elements of the other sets are not read.
  const first = { ...sets, count }
  return { ...listPrefixes(first, { frequent, lengthOf }), count, offsets: offsets.subarray(0, count + 1) }
}

/** The sample if only a share of its documents was examined: whole blocks, so pairs across blocks are rarer by the square of the share. */
function thinned({ weights, inside, ...rest }: DistinctSample, share: number): DistinctSample {
  return { ...rest, weights: weights.map((weight) => weight / share), inside: inside / share }
}

function pairWeightOf(
  { blockOf, weights, inside, across }: DistinctSample,
  one: number,
  other: number,
): number {
  return blockOf[one] === blockOf[other] ? inside : across * weights[one]! * weights[other]!
}

/** The number of pairs of all lists. */
function pairsIn(ends: Uint32Array): number {
  let [sum, start] = [0, 0]
  for (let list = 0; list < ends.length; list++) {
    sum += pairsOf(ends[list]! - start)
    start = ends[list]!
  }
  return sum
}

/** About how many pairs a list of the sample has in the whole collection, if there is one side. */
function expectedPairs(sample: DistinctSample, members: Uint32Array, start: number, end: number): number {
  return (sample.across * weightOf(sample, members, start, end) ** 2) / 2
}

/** The positions of the elements of one prefix: in a hash table with open addressing, which is at most half full. */
class PrefixPositions {
  readonly #prefixes: SamplePrefixes
  readonly #elements: Uint32Array
  /** 1 + the position of each element; 0 is free. */
  readonly #positions: Uint32Array
  readonly #shift: number
  #document = -1

  constructor(prefixes: SamplePrefixes) {
    const { offsets, count } = prefixes
    let longest = 0
    for (let i = 0; i < count; i++) longest = Math.max(longest, offsets[i + 1]! - offsets[i]!)
    const bits = Math.max(1, Math.ceil(Math.log2(2 * longest + 1)))
    this.#prefixes = prefixes
    this.#elements = new Uint32Array(2 ** bits)
    this.#positions = new Uint32Array(2 ** bits)
    this.#shift = 32 - bits
  }

  /** Changes to the prefix of the document with this number. */
  begin(document: number): void {
    if (document === this.#document) return
    this.#document = document
    const { elements, offsets } = this.#prefixes
    const [start, end] = [offsets[document]!, offsets[document + 1]!]
    this.#positions.fill(0)
    for (let i = start; i < end; i++) {
      const slot = this.#slotOf(elements[i]!)
      this.#elements[slot] = elements[i]!
      this.#positions[slot] = i - start + 1
    }
  }

  /** The position of an element; −1 if it is not in the prefix. */
  find(element: number): number {
    return this.#positions[this.#slotOf(element)]! - 1
  }

  #slotOf(element: number): number {
    const mask = this.#elements.length - 1
    let slot = spread(element) >>> this.#shift
    while (this.#positions[slot] !== 0 && this.#elements[slot] !== element) slot = (slot + 1) & mask
    return slot
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
  const positions = new PrefixPositions(prefixes)
  const { elements, offsets } = prefixes
  const known = new Map<number, Compared>()
  return (one, other) => {
    const pair = one * prefixes.count + other
    let compared = known.get(pair)
    if (compared === undefined) {
      const [size, otherSize] = [sizeAt(sets, one), sizeAt(sets, other)]
      const required = minOverlapOf(comparison, size, otherSize)
      const [start, end] = [offsets[other]!, offsets[other + 1]!]
      let [common, passes] = [0, false]
      positions.begin(one)
      for (let i = start; i < end; i++) {
        const position = positions.find(elements[i]!)
        if (position < 0) continue
        common++
        passes ||= size - position >= required && otherSize - (i - start) >= required
      }
      compared = {
        shared: passes ? common : 0,
        isPair: passes && overlapAtLeast(setAt(sets, one), setAt(sets, other), required) >= required,
      }
      known.set(pair, compared)
    }
    return compared
  }
}
