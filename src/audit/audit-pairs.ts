import { DEFAULT_SEED } from '../hash/mix.js'
import { UniformRandom } from '../hash/uniform-random.js'
import { checkNames, checkShare, checkWhole } from '../model/check.js'
import { countUp } from '../model/count-up.js'
import { type Candidates, PairBuilder } from '../model/pair.js'
import { collectSortedSets, type SetCollection, setAt, sizeAt } from '../model/set-collection.js'
import { type DocumentSimilarity, similarityReaches } from '../model/similarity.js'
import { AuditIndex } from './audit-index.js'
import { connectionsOf } from './connections.js'
import { type AuditResult, judgeAudit } from './judge-audit.js'
import type { LimitedList } from './listed-recall.js'

/** What to audit. */
export interface AuditOptions {
  /** The threshold of the run. */
  readonly threshold: number
  /** How the run compares documents; if that has a direction, a pair counts once. Default: `jaccard`. */
  readonly similarity?: DocumentSimilarity
  /** The number of documents to sample, uniformly among those that are not empty. Default: 1000. */
  readonly documents?: number
  /** A 32-bit number. Default: 1. */
  readonly seed?: number
  /** What the list of pairs omits on purpose, because of the limit for groups. Default: nothing. */
  readonly limited?: LimitedList | undefined
  /** If the first sets were compared with the others, documents are sampled from the first. Default: all are compared with each other. */
  readonly sides?: AuditedSides
}

/** Two sides of a collection. If the similarity has a direction, sets before the boundary are contained in sets after it. */
interface AuditedSides {
  /** The first position of the second side. */
  readonly boundary: number
  /** Whether those of the first are compared with each other, too. */
  readonly alsoWithin: boolean
}

/** The number of documents that an audit samples by default. */
const DEFAULT_DOCUMENTS = 1000

/**
 * Audits the pairs found in a collection in memory: samples documents, finds their true neighbors by comparing them with all
 * sets, and returns the share of these that is among the pairs, with its 95 % confidence interval.
 *
 * @example auditPairs(collection, pairs, { threshold: 0.8, documents: 500 }).measured // 0.987
 */
export function auditPairs(collection: SetCollection, pairs: Candidates, options: AuditOptions): AuditResult {
  checkNames(options, ['threshold', 'similarity', 'documents', 'seed', 'limited', 'sides'])
  const {
    threshold,
    similarity,
    documents = DEFAULT_DOCUMENTS,
    seed = DEFAULT_SEED,
    limited,
    sides,
  } = options
  checkShare('threshold', threshold)
  checkWhole('documents', documents, 1, 2 ** 32)
  const all = countUp(collection.count)
  const filled = all.filter((i) => sizeAt(collection, i) > 0)
  const { boundary, alsoWithin } = sides ?? { boundary: collection.count, alsoWithin: true }
  const own = filled.filter((i) => i < boundary)
  const sampled = new UniformRandom(seed).draw(own.length, documents).map((number) => own[number]!)
  const sets = collectSortedSets(Array.from(sampled, (position) => setAt(collection, position)))
  const index = new AuditIndex(sets, threshold, similarity)
  const truth = new PairBuilder()
  for (const position of filled) {
    if (position < boundary && !alsoWithin) continue
    const probe = setAt(collection, position)
    index.probe(probe, (number, _, overlap) => {
      const isTrue =
        position < boundary ||
        reachesInReverse(similarity, threshold, sizeAt(sets, number), probe.length, overlap)
      if (isTrue) truth.add(number, position)
    })
  }
  return judgeAudit({
    sampled,
    documents: own.length,
    truth: truth.candidates(),
    reported: [pairs],
    isConnected: connectionsOf(collection.count, [pairs]),
    limited,
  })
}

/** Whether a set that shares this many elements with a probe reaches the threshold in the other direction: the set in the probe. */
export function reachesInReverse(
  similarity: DocumentSimilarity = 'jaccard',
  threshold: number,
  size: number,
  probeSize: number,
  overlap: number,
): boolean {
  return similarityReaches(similarity, overlap, size, probeSize, threshold)
}
