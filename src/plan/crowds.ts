import { visitBuckets } from '../band/buckets.js'
import { bandKeys } from '../band/keys.js'
import { jaccardOfSorted } from '../distance/sorted-sets.js'
import { Random } from '../hash/random.js'
import { collectSortedSets, setAt } from '../model/set-collection.js'
import { signatureAt } from '../model/signatures.js'
import type { SketchedSample } from './similarity-histogram.js'

/** Documents so alike that an engine does not list all their pairs. */
export interface CrowdStatistics {
  /** Documents of all crowds, in the whole collection. */
  readonly documents: number
  /** Pairs inside crowds. */
  readonly pairs: number
  /** Similarities of such pairs, rising: a few that were drawn evenly. */
  readonly similarities: readonly number[]
}

/** Bands by which the sample is searched for crowds. */
const LAYOUT = { bands: 10, rows: 6 }
/** A crowd lies in so many blocks at least, or it may be some neighbours. */
const LEAST_BLOCKS = 3
/** Members by which a crowd is represented among others. */
const REPRESENTATIVES = 8
const DRAWN = 100
const SEED = 0xc401d

/**
 * Finds the buckets of the sample that would have more than `crowdFrom` members in the whole collection. Each crowd is thinned
 * to a few members that stand for all of it, and its own pairs are told apart, so that it does not drown the others.
 */
export function separateCrowds(
  sample: SketchedSample,
  crowdFrom: number,
): { sample: SketchedSample; crowds: CrowdStatistics } {
  const crowds = findCrowds(sample, crowdFrom)
  if (crowds.length === 0) return { sample, crowds: { documents: 0, pairs: 0, similarities: [] } }
  const weightOf = (members: readonly number[]) =>
    members.reduce((sum, member) => sum + sample.weights[member]!, 0)
  const documents = crowds.map(weightOf)
  return {
    sample: thin(sample, crowds),
    crowds: {
      documents: Math.round(documents.reduce((sum, count) => sum + count, 0)),
      pairs: Math.round(documents.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0)),
      similarities: drawSimilarities(sample, crowds),
    },
  }
}

/** The members of each crowd, rising; buckets that have a member in common are one crowd. */
function findCrowds({ signatures, weights, blockOf }: SketchedSample, crowdFrom: number): number[][] {
  const keys = bandKeys(signatures, LAYOUT)
  const all = Uint32Array.from({ length: signatures.count }, (_, i) => i)
  const parents = all.slice()
  const rootOf = (member: number): number => {
    while (parents[member] !== member) member = parents[member]!
    return member
  }
  const inCrowd = new Uint8Array(signatures.count)
  for (let band = 0; band < LAYOUT.bands; band++) {
    visitBuckets(band, keys, all, (order, start, end) => {
      const members = order.subarray(start, end)
      const size = members.reduce((sum, member) => sum + weights[member]!, 0)
      if (size <= crowdFrom || new Set(members.map((member) => blockOf[member]!)).size < LEAST_BLOCKS) return
      for (const member of members) {
        inCrowd[member] = 1
        const [one, other] = [rootOf(member), rootOf(members[0]!)]
        parents[Math.max(one, other)] = Math.min(one, other)
      }
    })
  }
  const crowds = new Map<number, number[]>()
  for (const member of all) {
    if (inCrowd[member] === 0) continue
    const root = rootOf(member)
    const members = crowds.get(root)
    if (members === undefined) crowds.set(root, [member])
    else members.push(member)
  }
  return [...crowds.values()]
}

/** The sample with a few members of each crowd, whose weights are those of all. */
function thin(sample: SketchedSample, crowds: readonly (readonly number[])[]): SketchedSample {
  const { sets, signatures, blockOf, weights } = sample
  const crowdOf = new Uint32Array(sets.count)
  const scale = new Float64Array(sets.count).fill(1)
  crowds.forEach((members, number) => {
    const step = Math.max(1, members.length / REPRESENTATIVES)
    for (const member of members) {
      crowdOf[member] = number + 1
      scale[member] = 0
    }
    for (let i = 0; i < members.length; i += step) scale[members[Math.floor(i)]!] = step
  })
  const kept = Uint32Array.from(scale.keys()).filter((i) => scale[i]! > 0)
  const values = new Uint32Array(kept.length * signatures.scheme.slots)
  kept.forEach((member, i) => {
    values.set(signatureAt(signatures, member), i * signatures.scheme.slots)
  })
  return {
    ...sample,
    sets: collectSortedSets(Array.from(kept, (member) => setAt(sets, member))),
    signatures: { ...signatures, count: kept.length, values },
    blockOf: kept.map((member) => blockOf[member]!),
    weights: Float64Array.from(kept, (member) => scale[member]! * weights[member]!),
    crowdOf: kept.map((member) => crowdOf[member]!),
  }
}

/** Pairs inside crowds, drawn evenly over all such pairs of the sample. */
function drawSimilarities({ sets }: SketchedSample, crowds: readonly (readonly number[])[]): number[] {
  const random = new Random(SEED)
  const pairsOf = ({ length }: readonly number[]) => (length * (length - 1)) / 2
  const total = crowds.reduce((sum, members) => sum + pairsOf(members), 0)
  const similarities = Array.from({ length: DRAWN }, () => {
    let place = random.unit() * total
    const members = crowds.find((crowd) => {
      place -= pairsOf(crowd)
      return place < 0
    })!
    const i = random.below(members.length)
    const j = (i + 1 + random.below(members.length - 1)) % members.length
    return jaccardOfSorted(setAt(sets, members[i]!), setAt(sets, members[j]!))
  })
  return similarities.sort((x, y) => x - y)
}
