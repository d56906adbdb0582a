import { MAX_BUCKET_PAIRS } from '../band/bucket-limit.js'
import type { BandLayout } from '../band/s-curve.js'
import { countUp } from '../model/count-up.js'
import { pairsOf } from '../model/pairs-of.js'
import { type AllocateWords, selectSets } from '../model/set-collection.js'
import { signatureAt } from '../model/signatures.js'
import { type DistinctSample, weightOf } from './sample.js'
import { PLAIN_WORK, type SetWork, type VisitBand } from './set-work.js'
import type { SketchedSample } from './similarity-histogram.js'

/** The large buckets of a layout in the whole collection: their documents are searched exactly, in addition to the bands. */
export interface LargeBucketStatistics {
  readonly bands: number
  readonly rows: number
  /** Documents that are in a large bucket of any band. */
  readonly documents: number
  /** The number of pairs of members of large buckets, including repeats. */
  readonly pairs: number
}

/** The layout that is used to find documents in large buckets. Layouts with more rows have fewer of them. */
const FIRST: BandLayout = { bands: 10, rows: 2 }
/** A large bucket must occur in at least this many blocks; otherwise it may just be a few neighbors. */
const MIN_BLOCKS = 3
/** The number of documents of large buckets that represent all of them among the others. */
const REPRESENTATIVES = 256
const MAX_SLOTS = 256
const SEED = 0x1a46e

/** A sample, divided into documents of large buckets and the rest. */
export interface PartitionedSample {
  /** All documents; those in large buckets are represented by some of them, whose pairs with each other are left out. */
  readonly rest: SketchedSample
  /** Only the documents in large buckets, or undefined if there are none. */
  readonly large: SketchedSample | undefined
}

/** The layouts that would have large buckets. */
export interface LargeLevels {
  /** By ascending number of rows. */
  readonly levels: readonly LargeBucketStatistics[]
  /** For each document, the number of levels, from the first on, in which it is in a large bucket. */
  readonly levelsOf: Uint8Array
}

/**
 * Divides a sample into the documents that are in large buckets of few rows, and all others.
 *
 * @param allocate makes room for the sets of the former. Default: an ordinary array
 */
export function partitionSample(
  sample: SketchedSample,
  work: SetWork = PLAIN_WORK,
  allocate?: AllocateWords,
): PartitionedSample {
  const all = countUp(sample.sets.count)
  if (pairsInBucket(sample, all, 0, all.length) <= MAX_BUCKET_PAIRS) return { rest: sample, large: undefined }
  const found = visitLarge(sample, work.bucketsOf(sample.signatures), FIRST, all)
  if (found.members.length === 0) return { rest: sample, large: undefined }
  return { rest: represent(sample, found.members), large: choose(sample, found.members, allocate) }
}

/** Finds which documents of a sample are in large buckets of which layouts. */
export function findLevels(
  sample: DistinctSample,
  layouts: readonly BandLayout[],
  { sketchSets, bucketsOf }: SetWork = PLAIN_WORK,
): LargeLevels {
  const levels: LargeBucketStatistics[] = []
  const levelsOf = new Uint8Array(sample.sets.count)
  const scheme = { sketch: 'fast-similarity', slots: MAX_SLOTS, seed: SEED } as const
  const visitBand = bucketsOf(sketchSets(sample.sets, scheme))
  let members = countUp(sample.sets.count)
  for (const { bands: wanted, rows } of layouts) {
    if (rows < FIRST.rows || rows > MAX_SLOTS) continue
    const bands = Math.min(wanted, Math.floor(MAX_SLOTS / rows))
    const found = visitLarge(sample, visitBand, { bands, rows }, members)
    members = found.members
    if (members.length === 0) break
    for (let i = 0; i < members.length; i++) levelsOf[members[i]!]!++
    levels.push({
      bands: wanted,
      rows,
      documents: Math.round(weightOf(sample, members)),
      pairs: Math.round((found.pairs * wanted) / bands),
    })
  }
  return { levels, levelsOf }
}

/** Finds the members of buckets that are large in the whole collection, ascending, and the number of pairs of these buckets there. */
function visitLarge(
  sample: DistinctSample,
  visitBand: VisitBand,
  layout: BandLayout,
  among: Uint32Array,
): { members: Uint32Array<ArrayBuffer>; pairs: number } {
  const { weights, blockOf } = sample
  const isLarge = new Uint8Array(weights.length)
  let pairs = 0
  const visit = (order: Uint32Array, start: number, end: number) => {
    const inBucket = pairsInBucket(sample, order, start, end)
    if (inBucket <= MAX_BUCKET_PAIRS || !areInBlocks(blockOf, order, start, end)) return
    pairs += inBucket
    for (let i = start; i < end; i++) isLarge[order[i]!] = 1
  }
  let greatest = 0
  for (let i = 0; i < weights.length; i++) greatest = Math.max(greatest, weights[i]!)
  // Smaller ones are certainly not large; most are.
  const minSize = Math.max(2, Math.ceil(Math.sqrt(MAX_BUCKET_PAIRS) / greatest))
  for (let band = 0; band < layout.bands; band++) visitBand(layout, band, among, visit, minSize)
  const members = new Uint32Array(among.length)
  let count = 0
  for (let i = 0; i < among.length; i++) if (isLarge[among[i]!] !== 0) members[count++] = among[i]!
  return { members: members.slice(0, count), pairs }
}

/** The number of pairs of a bucket in the whole collection that are compared. */
function pairsInBucket(sample: DistinctSample, order: Uint32Array, start: number, end: number): number {
  const { weights, sides } = sample
  if (sides === undefined) return pairsOf(weightOf(sample, order, start, end))
  let [own, others] = [0, 0]
  for (let i = start; i < end; i++) {
    const weight = weights[order[i]!]!
    if (sides.of[order[i]!] === 0) own += weight
    else others += weight
  }
  return (sides.alsoWithin ? pairsOf(own) : 0) + own * others
}

function areInBlocks(blockOf: Uint32Array, order: Uint32Array, start: number, end: number): boolean {
  const blocks = new Set<number>()
  for (let i = start; i < end; i++) {
    blocks.add(blockOf[order[i]!]!)
    if (blocks.size >= MIN_BLOCKS) return true
  }
  return false
}

/** The sample with some of the members, which have the weight of all. */
function represent(sample: SketchedSample, members: Uint32Array): SketchedSample {
  const scale = new Float64Array(sample.sets.count).fill(1)
  const isLarge = new Uint8Array(sample.sets.count)
  for (const member of members) {
    scale[member] = 0
    isLarge[member] = 1
  }
  const step = Math.max(1, members.length / REPRESENTATIVES)
  for (let i = 0; i < members.length; i += step) scale[members[Math.floor(i)]!] = step
  const all = countUp(sample.sets.count)
  const kept = all.filter((i) => scale[i]! > 0)
  const chosen = choose(sample, kept)
  return {
    ...chosen,
    weights: chosen.weights.map((weight, i) => weight * scale[kept[i]!]!),
    isLarge: kept.map((member) => isLarge[member]!),
  }
}

/** The sample with only these members. */
function choose(sample: SketchedSample, members: Uint32Array, allocate?: AllocateWords): SketchedSample {
  const { sets, signatures, blockOf, weights, sides } = sample
  if (members.length === sets.count) return sample
  const { slots } = signatures.scheme
  const values = new Uint32Array(members.length * slots)
  for (let i = 0; i < members.length; i++) values.set(signatureAt(signatures, members[i]!), i * slots)
  return {
    ...sample,
    sets: selectSets(sets, members, allocate),
    signatures: { ...signatures, count: members.length, values },
    blockOf: members.map((member) => blockOf[member]!),
    weights: Float64Array.from(members, (member) => weights[member]!),
    isLarge: new Uint32Array(members.length),
    ...(sides && { sides: { ...sides, of: Uint8Array.from(members, (member) => sides.of[member]!) } }),
  }
}
