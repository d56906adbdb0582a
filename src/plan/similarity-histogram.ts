import type { BandLayout } from '../band/s-curve.js'
import { UniformRandom } from '../hash/uniform-random.js'
import { countUp } from '../model/count-up.js'
import { pairsOf } from '../model/pairs-of.js'
import type { Signatures } from '../model/signatures.js'
import { type DocumentSimilarity, minJaccard, similarityOf } from '../model/similarity.js'
import { areCompared, type DistinctSample } from './sample.js'
import { PLAIN_WORK, type SetWork, type VisitBand } from './set-work.js'

/** The pairs of a whole collection whose similarity is in [from, to), estimated from a sample. */
export interface HistogramBin {
  readonly from: number
  readonly to: number
  /** Their mean similarity. */
  readonly mean: number
  /** Expected in the whole collection, between distinct documents. */
  readonly pairs: number
  /** The number of sampled pairs that this is based on; few make it uncertain. */
  readonly sampledPairs: number
  /**
   * The number of these pairs whose documents are both in large buckets: of the first layout of `largeBuckets`, the second, and so on.
   * Omitted if there are none.
   */
  readonly inLargeBuckets?: readonly number[]
  /** The number of these pairs whose documents are both in large buckets of very few rows. Omitted if there are none. */
  readonly inAnyLargeBucket?: number
}

/** Bin i is [(i / 100)², ((i + 1) / 100)²): fine near 0, where nearly all pairs are, and 0.02 wide near 1. */
const BINS = 100
/** Bands that select pairs: without rows, every pair; with more rows, more similar ones. */
const LEVELS: readonly BandLayout[] = [
  { bands: 1, rows: 0 },
  { bands: 10, rows: 1 },
  { bands: 20, rows: 3 },
  { bands: 10, rows: 6 },
]
const SLOTS = 60
/** The minimum number of elements of a large set. */
const LARGE = 100
/** The number of elements compared at a level, and limits of the number of pairs that this gives. */
const ELEMENTS = 1.2e6
const MIN_COMPARED = 2000
const MAX_COMPARED = 40_000
/** This many pairs are enough for a bin. */
const ENOUGH = 100
const SEED = 0x5eed

/** A sample with the signatures that select its pairs. */
export interface SketchedSample extends DistinctSample {
  readonly signatures: Signatures
  /** Nonzero for documents whose pairs with each other are left out. */
  readonly isLarge: Uint32Array
}

/**
 * Adds signatures to a sample. The slots of MinHash are independent, as the weights below require. Those of Fast Similarity Sketching
 * nearly are for large sets, for which they take a third of the time.
 */
export function sketchSample(distinct: DistinctSample, { sketchSets }: SetWork = PLAIN_WORK): SketchedSample {
  const { sets } = distinct
  const sketch = sets.elements.length > LARGE * sets.count ? 'fast-similarity' : 'minhash'
  const signatures = sketchSets(sets, { sketch, slots: SLOTS, seed: SEED })
  return { ...distinct, signatures, isLarge: new Uint32Array(sets.count) }
}

/**
 * Estimates the pairs of the whole collection by similarity. Nearly all pairs are barely similar, and the few that matter are rare, so
 * pairs are sampled at four levels: at random, and from the buckets of bands of 1, 3 and 6 rows of a MinHash signature. A pair of
 * similarity s is expected bands · s^rows times in the buckets of a level, so each occurrence represents the inverse of that: an importance
 * sample with known probabilities. If there are more occurrences than can be compared, a uniform sample of them is. Each bin is estimated
 * from the level with the fewest rows that saw enough of it or all of it, otherwise from the level that saw the most.
 *
 * @param similarity the measure of the bins; if it has a direction, the larger of both
 * @param levelsOf for each document, the number of layouts with large buckets, from the first on, in which it is in one
 */
export function similarityHistogram(
  sample: SketchedSample,
  { overlapsOf, bucketsOf }: SetWork = PLAIN_WORK,
  levelsOf?: Uint8Array,
  similarity: DocumentSimilarity = 'jaccard',
): HistogramBin[] {
  const random = new UniformRandom(SEED)
  const overlap = overlapsOf(sample.sets)
  const visitBand = bucketsOf(sample.signatures)
  const levels = LEVELS.map((layout) =>
    meetAt(
      findBuckets(sample.signatures.count, layout, visitBand),
      sample,
      random,
      overlap,
      similarity,
      levelsOf,
    ),
  )
  const bins: HistogramBin[] = []
  for (let i = 0; i < BINS; i++) {
    const [from, to] = [(i / BINS) ** 2, ((i + 1) / BINS) ** 2]
    const level =
      levels.find(
        ({ seen, isComplete, bands, rows }) =>
          seen[i]! >= ENOUGH || (isComplete && bands * minJaccard(similarity, from) ** rows >= 1),
      ) ?? levels.reduce((best, other) => (other.seen[i]! > best.seen[i]! ? other : best))
    const pairs = level.pairs[i]!
    if (pairs === 0) continue
    const large = level.large.subarray(level.layouts * i, level.layouts * i + level.inLayouts[i]!)
    bins.push({
      from,
      to,
      mean: level.sums[i]! / pairs,
      pairs,
      sampledPairs: Math.ceil(level.seen[i]!),
      ...(large.length > 0 && { inLargeBuckets: Array.from(large) }),
      ...(levelsOf !== undefined && { inAnyLargeBucket: pairs }),
    })
  }
  return bins
}

/** Adds two histograms of different pairs. */
export function addHistograms(one: readonly HistogramBin[], other: readonly HistogramBin[]): HistogramBin[] {
  const bins = new Map(one.map((bin) => [bin.from, bin]))
  for (const bin of other) {
    const known = bins.get(bin.from)
    bins.set(bin.from, known === undefined ? bin : addBins(known, bin))
  }
  return [...bins.values()].sort((x, y) => x.from - y.from)
}

function addBins(one: HistogramBin, other: HistogramBin): HistogramBin {
  const pairs = one.pairs + other.pairs
  const large = one.inLargeBuckets ?? other.inLargeBuckets
  const inAnyLargeBucket = one.inAnyLargeBucket ?? other.inAnyLargeBucket
  return {
    ...one,
    mean: (one.mean * one.pairs + other.mean * other.pairs) / pairs,
    pairs,
    // The variances of two counts add up.
    sampledPairs: Math.ceil(
      pairs ** 2 / (one.pairs ** 2 / one.sampledPairs + other.pairs ** 2 / other.sampledPairs),
    ),
    ...(large !== undefined && { inLargeBuckets: large }),
    ...(inAnyLargeBucket !== undefined && { inAnyLargeBucket }),
  }
}

/** What a level saw, by bin. */
interface Level {
  readonly bands: number
  readonly rows: number
  /** Whether every occurrence was compared. */
  readonly isComplete: boolean
  readonly pairs: Float64Array
  /** Sums of similarities, weighted like the pairs. */
  readonly sums: Float64Array
  readonly seen: Float64Array
  /** The number of layouts with large buckets, and how many of them, from the first on, saw any, by bin. */
  readonly layouts: number
  readonly inLayouts: Uint32Array
  /** `pairs` of each of these layouts: those of bin i begin at `layouts * i`. */
  readonly large: Float64Array
}

/** Compares pairs of the buckets of a level. A plain loop, because this code runs a few times and is hardly compiled by then. */
function meetAt(
  buckets: Buckets,
  sample: SketchedSample,
  random: UniformRandom,
  overlap: (a: number, b: number) => number,
  measure: DocumentSimilarity,
  levelsOf?: Uint8Array,
): Level {
  const { sets, blockOf, weights, inside, across, isLarge, sides } = sample
  const { offsets } = sets
  const { bands, rows } = buckets.layout
  const affordable = (ELEMENTS * sets.count) / (sets.elements.length || 1)
  const max = Math.min(MAX_COMPARED, Math.max(MIN_COMPARED, affordable))
  const isComplete = buckets.pairs <= max
  const stride = isComplete ? 1 : buckets.pairs / max
  const layouts = levelsOf === undefined ? 0 : largestOf(levelsOf)
  const [pairs, sums, seen] = [new Float64Array(BINS), new Float64Array(BINS), new Float64Array(BINS)]
  const [inLayouts, large] = [new Uint32Array(BINS), new Float64Array(BINS * layouts)]
  const chosen = choosePairs(buckets, stride, random)
  for (let i = 0; i < chosen.length; i += 2) {
    const a = chosen[i]!
    const b = chosen[i + 1]!
    if (isLarge[a] !== 0 && isLarge[b] !== 0) continue
    if (sides !== undefined && !areCompared(sides, a, b)) continue
    const shared = overlap(a, b)
    const sizeA = offsets[a + 1]! - offsets[a]!
    const sizeB = offsets[b + 1]! - offsets[b]!
    const expected = bands * (shared / (sizeA + sizeB - shared)) ** rows
    if (expected === 0) continue // Keys that are equal by chance: one pair in 2^64.
    const weight = blockOf[a] === blockOf[b] ? inside : across * weights[a]! * weights[b]!
    const represented = (stride * weight) / expected
    const similarity = similarityOf(measure, shared, Math.min(sizeA, sizeB), Math.max(sizeA, sizeB))
    const bin = Math.min(BINS - 1, Math.floor(BINS * Math.sqrt(similarity)))
    pairs[bin]! += represented
    sums[bin]! += represented * similarity
    seen[bin]! += 1 / Math.max(1, isComplete ? expected : 1)
    if (levelsOf === undefined) continue
    const inLarge = Math.min(levelsOf[a]!, levelsOf[b]!)
    inLayouts[bin] = Math.max(inLayouts[bin]!, inLarge)
    for (let at = layouts * bin; at < layouts * bin + inLarge; at++) large[at]! += represented
  }
  return { bands, rows, isComplete, pairs, sums, seen, layouts, inLayouts, large }
}

function largestOf(numbers: Uint8Array): number {
  let largest = 0
  for (let i = 0; i < numbers.length; i++) largest = Math.max(largest, numbers[i]!)
  return largest
}

/** The buckets of all bands of a layout. Without rows, all documents share one bucket. */
interface Buckets {
  readonly layout: BandLayout
  /** Members of all buckets one after the other, and where each bucket ends. */
  readonly members: Uint32Array
  readonly ends: readonly number[]
  /** The number of pairs that share a bucket, once for each bucket that they share. */
  readonly pairs: number
}

function findBuckets(documents: number, layout: BandLayout, visitBand: VisitBand): Buckets {
  const all = countUp(documents)
  if (layout.rows === 0) return { layout, members: all, ends: [documents], pairs: pairsOf(documents) }
  const members = new Uint32Array(layout.bands * documents)
  const ends: number[] = []
  let [total, pairs] = [0, 0]
  const add = (order: Uint32Array, start: number, end: number) => {
    for (let i = start; i < end; i++) members[total++] = order[i]!
    ends.push(total)
    pairs += pairsOf(end - start)
  }
  for (let band = 0; band < layout.bands; band++) visitBand(layout, band, all, add)
  return { layout, members, ends, pairs }
}

/** The two documents of one random pair of each stride, one pair after another; with a stride of 1, of every pair. */
function choosePairs(
  { members, ends, pairs: all }: Buckets,
  stride: number,
  random: UniformRandom,
): Uint32Array {
  const chosen = new Uint32Array(2 * Math.ceil(all / stride) + 2)
  let [end, bucket, start, first] = [0, 0, 0, 0]
  let pairs = pairsOf(ends[0] ?? 0)
  for (let from = 0; from < all; from += stride) {
    const index = Math.floor(from + (stride === 1 ? 0 : stride * random.unit()))
    if (index >= all) continue
    while (index >= first + pairs) {
      first += pairs
      start = ends[bucket++]!
      pairs = pairsOf(ends[bucket]! - start)
    }
    const later = laterOf(index - first)
    chosen[end++] = members[start + index - first - pairsOf(later)]!
    chosen[end++] = members[start + later]!
  }
  return chosen.subarray(0, end)
}

/** The later of pair number `index` of (0, 1), (0, 2), (1, 2), (0, 3), …; the earlier is `index - pairsOf(later)`. */
export function laterOf(index: number): number {
  let later = Math.floor((1 + Math.sqrt(1 + 8 * index)) / 2)
  while (pairsOf(later) > index) later--
  while (pairsOf(later + 1) <= index) later++
  return later
}
