import { UniformRandom } from '../hash/uniform-random.js'
import { HubIndex } from '../join/hub-index.js'
import type { Comparison } from '../model/match-bounds.js'
import { selectSets, setAt } from '../model/set-collection.js'
import type { DocumentSimilarity } from '../model/similarity.js'
import { sumOf } from '../model/sum.js'
import { areCompared, type DistinctSample, weightOf } from './sample.js'
import { PLAIN_WORK, type SetWork } from './set-work.js'

/** Documents whose groups exceed the limit, in the whole collection; pairs are those that reach the threshold. */
export interface OversizedStatistics {
  readonly threshold: number
  readonly maxGroup: number
  /** Distinct documents that have more similar ones than the limit. */
  readonly documents: number
  /** Pairs of two such documents, of which only connecting ones are listed. */
  readonly pairs: number
  /** Other pairs of documents in large buckets. */
  readonly otherPairs: number
  /** The same documents by group size, ascending. */
  readonly groups: readonly OversizedGroups[]
}

/** Oversized documents whose groups have about the same size. */
export interface OversizedGroups {
  /** The average number of documents of such a group, including copies. */
  readonly size: number
  /** Distinct documents in such groups. */
  readonly documents: number
  /** Their share of the pairs of two oversized documents. */
  readonly pairs: number
}

/** The number of documents whose groups are estimated, and of those that they are compared with. */
const MAX_SAMPLED = 128
const MAX_COMPARED = 2048
const SEED = 0x0e512
/** Groups of one class differ in size by up to this factor. */
const SIZE_CLASS = 1.1

/**
 * Estimates the groups of some documents in large buckets from the similar ones among them.
 *
 * @param large the documents in large buckets
 * @param copies how many documents a distinct one represents, on average
 */
export function oversizedStatistics(
  large: DistinctSample,
  request: {
    readonly threshold: number
    readonly maxGroup: number
    readonly similarity?: DocumentSimilarity
  },
  copies: number,
  { countHubs }: SetWork = PLAIN_WORK,
): OversizedStatistics {
  const { sets, weights } = large
  const { threshold, maxGroup, similarity = 'jaccard' } = request
  const random = new UniformRandom(SEED)
  const compared = random.draw(sets.count, Math.min(sets.count, MAX_COMPARED))
  const sampled = compared.filter((_, i) => i % Math.ceil(compared.length / MAX_SAMPLED) === 0)
  const scale = sumOf(weights) / Math.max(1, weightOf(large, compared))
  const { similarWeights, areSimilar } = findSimilar(
    large,
    sampled,
    compared,
    { similarity, threshold },
    countHubs,
  )
  const sizes = similarWeights.map((weight) => scale * weight)
  const isOversized = Array.from(sizes, (size) => size * copies > maxGroup)
  const sampledWeight = weightOf(large, sampled)
  const share = sampledWeight === 0 ? 0 : sumOf(weights) / sampledWeight
  let [documents, pairs, otherPairs] = [0, 0, 0]
  const classes = new SizeClasses()
  for (const [number, one] of sampled.entries()) {
    const weight = share * weights[one]!
    const ends = (weight * (sizes[number]! - weights[one]! * scale)) / 2
    if (!isOversized[number]) {
      otherPairs += Math.max(0, ends)
      continue
    }
    documents += weight
    // Of the documents similar to it, the sampled ones show how many are oversized themselves.
    let [known, oversized] = [0, 0]
    for (let other = 0; other < sampled.length; other++) {
      if (other === number || areSimilar[number * sampled.length + other] === 0) continue
      known++
      if (isOversized[other]) oversized++
    }
    const both = known === 0 ? 1 : oversized / known
    pairs += ends * both
    classes.add(sizes[number]! * copies, weight, ends * both)
    otherPairs += ends * (1 - both)
  }
  return {
    threshold,
    maxGroup,
    documents: Math.round(documents),
    pairs: Math.round(pairs),
    otherPairs: Math.round(otherPairs),
    groups: classes.groups(),
  }
}

/** Oversized documents, classified by group size. */
class SizeClasses {
  readonly #classes = new Map<number, { sizes: number; documents: number; pairs: number }>()

  add(size: number, documents: number, pairs: number): void {
    const number = Math.floor(Math.log(size) / Math.log(SIZE_CLASS))
    const known = this.#classes.get(number) ?? { sizes: 0, documents: 0, pairs: 0 }
    known.sizes += size * documents
    known.documents += documents
    known.pairs += pairs
    this.#classes.set(number, known)
  }

  groups(): OversizedGroups[] {
    return [...this.#classes.values()]
      .map(({ sizes, documents, pairs }) => ({
        size: Math.round(sizes / documents),
        documents: Math.round(documents),
        pairs: Math.round(pairs),
      }))
      .sort((x, y) => x.size - y.size)
  }
}

/** What some documents, by number, are similar to. */
interface Similar {
  /** The weight of those that each is similar to, and its own. */
  readonly similarWeights: Float64Array
  /** Nonzero at `number * count + other` if these two are similar. */
  readonly areSimilar: Uint8Array
}

/** Compares some documents with others, which include them. Plain loops, because this code runs once and is not compiled by then. */
function findSimilar(
  { sets, sides, weights }: DistinctSample,
  sampled: Uint32Array,
  compared: Uint32Array,
  comparison: Comparison,
  countHubs: SetWork['countHubs'],
): Similar {
  const similarWeights = new Float64Array(sampled.length)
  const areSimilar = new Uint8Array(sampled.length ** 2)
  const index = new HubIndex(selectSets(sets, sampled), comparison, countHubs)
  const { matched } = index
  let next = 0
  for (let i = 0; i < compared.length; i++) {
    const other = compared[i]!
    const isSampled = sampled[next] === other
    const count = index.match(setAt(sets, other))
    for (let j = 0; j < count; j++) {
      const number = matched[j]!
      const one = sampled[number]!
      if (sides !== undefined && one !== other && !areCompared(sides, one, other)) continue
      similarWeights[number]! += weights[other]!
      if (isSampled) areSimilar[number * sampled.length + next] = 1
    }
    if (isSampled) next++
  }
  return { similarWeights, areSimilar }
}
