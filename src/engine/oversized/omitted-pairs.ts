// How many similar pairs are omitted. Those whose similarity is known are counted; those of two oversized documents are not even compared,
// so a sample of them is compared here.

import { binomialInterval } from '../../audit/binomial-interval.js'
import { UniformRandom } from '../../hash/uniform-random.js'
import { countBelow } from '../../model/count-below.js'
import { countUp } from '../../model/count-up.js'
import type { OmittedPairs } from '../../model/report.js'

/** Distinct documents, and how many documents each represents. */
interface CountedDocuments {
  /** Positions, ascending. */
  readonly documents: Uint32Array
  readonly counts: ArrayLike<number>
}

/** Clusters by the positions of their members, ascending, copies included. */
type Clusters = Iterable<{ readonly members: ArrayLike<number> }>

/** Pairs drawn uniformly from a number of pairs, each a draw of its own. */
export interface PairDraws {
  readonly outOf: number
  /** The positions of the documents, two words for each pair. */
  readonly documents: Uint32Array
}

/** Drawn pairs of oversized documents, including copies: those within a cluster, and those between clusters. */
export interface DrawnOversized {
  readonly inClusters: PairDraws
  readonly between: PairDraws
}

/** A uniform sample of a number of pairs. */
export interface SampledPairs {
  readonly outOf: number
  /** The similarities of the sampled pairs, ascending. */
  readonly similarities: readonly number[]
}

/** The same pairs as in `DrawnOversized`, compared. */
export interface OversizedSample {
  readonly inClusters: SampledPairs
  readonly between: SampledPairs
}

type DocumentPair = readonly [number, number]

const SAMPLE_SIZE = 4000
const SEED = 0x0311

/** The oversized documents of a cluster, by their numbers among all oversized ones. */
interface Part {
  readonly members: ArrayLike<number>
  /** The number of documents represented before each member, and in total. */
  readonly sums: Float64Array
  /** The number of pairs between different members, including copies; half of what is drawn from. */
  readonly pairs: number
}

/** Draws pairs of oversized documents. */
export function drawOversized(oversized: CountedDocuments, clusters: Clusters): DrawnOversized {
  const { documents, counts } = oversized
  const parts = partsOf(oversized, clusters)
  const all = makePart(countUp(documents.length), counts)
  const partOf = new Uint32Array(documents.length)
  for (const [part, { members }] of parts.entries()) {
    for (let i = 0; i < members.length; i++) partOf[members[i]!] = part
  }
  const random = new UniformRandom(SEED)
  const starts = sumsOf(parts.map(({ pairs }) => pairs))
  const inside = starts.at(-1)!
  const across = all.pairs - inside
  const drawPair = (part: Part, isWanted: (one: number, other: number) => boolean): DocumentPair => {
    for (;;) {
      const [one, other] = [drawFrom(part, random), drawFrom(part, random)]
      if (isWanted(one, other)) return [documents[one]!, documents[other]!]
    }
  }
  return {
    inClusters: draw(inside, () => {
      const part = parts[indexAt(starts, random.unit() * inside)]!
      return drawPair(part, (one, other) => one !== other)
    }),
    // If there are too few to be sampled, they are too few to matter.
    between: draw(across < 1e-4 * all.pairs ? 0 : across, () =>
      drawPair(all, (one, other) => partOf[one] !== partOf[other]),
    ),
  }
}

/** Draws pairs of oversized documents of two sides, whether they are connected or not. */
export function drawOversizedAcross(
  { documents, counts }: CountedDocuments,
  boundary: number,
): DrawnOversized {
  const numbers = countUp(documents.length)
  const first = countBelow(documents, boundary)
  const [own, others] = [
    makePart(numbers.subarray(0, first), counts),
    makePart(numbers.subarray(first), counts),
  ]
  const random = new UniformRandom(SEED)
  return {
    inClusters: draw(own.sums.at(-1)! * others.sums.at(-1)!, () => [
      documents[drawFrom(own, random)]!,
      documents[drawFrom(others, random)]!,
    ]),
    between: { outOf: 0, documents: new Uint32Array(0) },
  }
}

/** Draws from this many pairs; none if there are none. */
function draw(outOf: number, drawPair: () => DocumentPair): PairDraws {
  const documents = new Uint32Array(outOf === 0 ? 0 : 2 * SAMPLE_SIZE)
  for (let i = 0; i < documents.length; i += 2) documents.set(drawPair(), i)
  return { outOf, documents }
}

/** Compares drawn pairs, by the positions of their documents. */
export function compareDrawn(
  { outOf, documents }: PairDraws,
  similarity: (one: number, other: number) => number,
): SampledPairs {
  const similarities: number[] = []
  for (let i = 0; i < documents.length; i += 2) {
    similarities.push(similarity(documents[i]!, documents[i + 1]!))
  }
  return { outOf, similarities: similarities.sort((x, y) => x - y) }
}

/**
 * The omitted pairs.
 *
 * @param counted pairs whose similarity is known
 * @param sampled a sample of the pairs most of which were not compared
 * @param listed how many of those are listed
 */
export function countOmitted(
  counted: number,
  sampled: readonly SampledPairs[],
  listed: number,
  threshold: number,
): OmittedPairs {
  const limits = { count: counted - listed, low: counted - listed, high: counted - listed }
  let isExact = true
  for (const { outOf, similarities } of sampled) {
    if (similarities.length === 0) continue
    const reaching = similarities.length - similarities.findIndex((value) => value >= threshold)
    const hits = reaching > similarities.length ? 0 : reaching
    const { low, high } = binomialInterval(hits, similarities.length)
    limits.count += (outOf * hits) / similarities.length
    limits.low += outOf * low
    limits.high += outOf * high
    isExact = false
  }
  const atLeastCounted = (value: number) => Math.max(counted, Math.round(value))
  const interval = { low: atLeastCounted(limits.low), high: atLeastCounted(limits.high) }
  // A sample of few pairs that all reach the threshold, or none of which do, leaves nothing open.
  if (isExact || interval.low === interval.high) return { count: isExact ? counted : interval.low }
  return { count: atLeastCounted(limits.count), interval }
}

/** Adds up the omitted pairs of several lists. */
export function addOmitted(omitted: readonly OmittedPairs[]): OmittedPairs {
  const sum = (of: (one: OmittedPairs) => number) => omitted.reduce((total, one) => total + of(one), 0)
  const count = sum((one) => one.count)
  if (omitted.every(({ interval }) => interval === undefined)) return { count }
  return {
    count,
    interval: {
      low: sum((one) => one.interval?.low ?? one.count),
      high: sum((one) => one.interval?.high ?? one.count),
    },
  }
}

function partsOf({ documents, counts }: CountedDocuments, clusters: Clusters): Part[] {
  const parts: Part[] = []
  for (const { members } of clusters) {
    const inCluster = numbersOf(documents, members)
    if (inCluster.length > 0) parts.push(makePart(inCluster, counts))
  }
  return parts
}

/** The numbers of the documents that are among some positions, which are ascending. */
function numbersOf(documents: Uint32Array, positions: ArrayLike<number>): number[] {
  const numbers: number[] = []
  let at = 0
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!
    // Most often, the next position is the next document, which needs no search.
    if (documents[at]! < position) at++
    if (documents[at]! < position) at = countBelow(documents, position)
    if (documents[at] === position) numbers.push(at)
  }
  return numbers
}

function makePart(members: ArrayLike<number>, counts: ArrayLike<number>): Part {
  const sums = new Float64Array(members.length + 1)
  let squares = 0
  for (let i = 0; i < members.length; i++) {
    const count = counts[members[i]!]!
    sums[i + 1] = sums[i]! + count
    squares += count ** 2
  }
  return { members, sums, pairs: (sums.at(-1)! ** 2 - squares) / 2 }
}

/** A member, drawn by the number of documents that it represents. */
function drawFrom({ members, sums }: Part, random: UniformRandom): number {
  return members[indexAt(sums, random.unit() * sums.at(-1)!)]!
}

/** Prefix sums, followed by the total. */
function sumsOf(values: readonly number[]): Float64Array {
  const sums = new Float64Array(values.length + 1)
  values.forEach((value, i) => {
    sums[i + 1] = sums[i]! + value
  })
  return sums
}

/** The index of the value that contains a point, when the values are laid end to end. */
function indexAt(sums: Float64Array, target: number): number {
  let [low, high] = [0, sums.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (sums[middle]! <= target) low = middle
    else high = middle
  }
  return low
}
