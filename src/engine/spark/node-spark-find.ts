import type { AuditResult } from '../../audit/judge-audit.js'
import type { ClusterColumns } from '../../cluster/cluster-columns.js'
import { BadRecord } from '../../model/errors.js'
import { type Candidates, type PairBatch, PairBuilder } from '../../model/pair.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import { duplicateId } from '../../model/record-problems.js'
import { isJaccardOpen } from '../../model/similarity.js'
import type { FindRequest, FindSummary, RunControl } from '../engine.js'
import { bucketsOf } from '../oversized/large-buckets.js'
import { concatenateWords } from '../stages/threads/shared-words.js'
import { judgeSample, sampleDocuments, type TrueNeighbors } from './audit-found.js'
import type { VerifiedPairs } from './distinct-pairs.js'
import { type ListedPairs, recallOf, summaryOf } from './found-summary.js'
import { findAllLarge, type LargeByRelation } from './large-documents.js'
import {
  clusterFound,
  countUnlisted,
  type FoundSides,
  listFound,
  pairsWithin,
  type SimilarityOf,
} from './list-found.js'
import type { FindAnswer, MatchAnswer, RowsMessage, SentColumns } from './messages.js'
import { PairComparison } from './node-compare-pairs.js'
import { FoundRows } from './node-found-rows.js'
import { idsOf, lengthsOf } from './node-look-up.js'
import { words } from './node-packed-numbers.js'
import type { SparkSession } from './node-spark-session.js'
import type { SparkSource } from './node-spark-source.js'
import { distinctPositions } from './positions.js'
import { type RemovedRows, removeFound } from './remove-found.js'

interface SparkFindOptions extends Pick<FindRequest, 'audit' | 'clusters' | 'onError'>, RunControl {
  readonly plan: Plan
  readonly alsoWithin?: boolean
  /** Whether `dedup` will not write any records. */
  readonly onlyTexts?: boolean
}

/** The result of a search on Spark, which keeps the data for ids and survivors until `release`. */
export interface SparkFound {
  readonly summary: FindSummary
  readonly pairs: PairBatch
  readonly clusters: ClusterColumns
  readonly boundary: number
  readonly answer: FindAnswer
  /** The ids of positions in several lists. */
  idsOf(positions: readonly Uint32Array[]): Promise<(position: number) => string | number>
  /** What `dedup` removes; undefined if Spark can decide that because all pairs are listed. */
  removed(survivor: 'first' | 'longest'): Promise<RemovedRows | undefined>
  release(): Promise<void>
}

/** Runs a plan on Spark. */
export async function sparkFind(
  session: SparkSession,
  source: SparkSource,
  options: SparkFindOptions,
): Promise<SparkFound> {
  const { plan, onError = 'stop', alsoWithin = false } = options
  const rows = new FoundRows()
  const { sides: read } = source
  const buckets = bucketsOf(plan) ?? null
  const answer = await session.request<FindAnswer>(
    { do: 'find', sides: read, plan, buckets, onError, alsoWithin, onlyTexts: options.onlyTexts === true },
    hooksOf(rows, options),
    options.signal,
  )
  const skipped = badRecords(source, answer, rows)
  if (answer.isStopped === true) throw skipped[0]
  try {
    return await matchFound(session, source, options, answer, skipped, rows)
  } catch (error) {
    await session.release(answer.search).catch(() => {})
    throw error
  }
}

/** Verifies what a search found, and lists and clusters it. */
async function matchFound(
  session: SparkSession,
  source: SparkSource,
  options: SparkFindOptions,
  answer: FindAnswer,
  skipped: readonly BadRecord[],
  rows: FoundRows,
): Promise<SparkFound> {
  const { plan, alsoWithin = false, clusters: method = 'components', signal } = options
  const { search, boundary, count } = answer
  const isAcross = source.sides.length > 1
  const sides: FoundSides = { boundary, isWithin: !isAcross || alsoWithin, isAcross }
  const large = await findAllLarge(session, answer, rows.large, rows.copies, plan, signal)
  const { candidates, compared } = await session.request<MatchAnswer>(
    { do: 'match', search, oversized: relationsWithOversized(large), withSizes: needsSizes(plan) },
    { ...hooksOf(rows, options), columns: oversizedColumns(large) },
    signal,
  )
  const verified = rows.verified()
  const relations = listFound(verified, plan, sides, large)
  const comparison = new PairComparison(session, search, plan)
  const compare = (wanted: Candidates) => comparison.larger(wanted, signal)
  const clusters = await clustersOf(compare, verified, plan, method, sides)
  const omitted = await countUnlisted(relations, verified, plan, clusters, boundary, large, compare)
  const listed = { pairs: relations.pairs, omitted }
  const audit =
    options.audit === undefined
      ? undefined
      : await auditOf(session, search, plan, options.audit, verified, listed, { ...sides, count }, signal)
  return {
    summary: summaryOf(
      plan,
      { ...answer, candidates, compared },
      listed,
      recallOf(plan, listed, rows, large, boundary),
      clusters,
      audit,
      [...source.skipped, ...skipped],
    ),
    pairs: listed.pairs,
    clusters,
    boundary,
    answer,
    idsOf: (positions) => idsOf(session, source, answer, positions),
    async removed(survivor) {
      if (omitted.count === 0) return undefined
      const facts = { plan, sides, pairs: listed.pairs, omitted, copies: rows.copies }
      const lengths = (positions: Uint32Array) => lengthsOf(session, search, positions)
      return removeFound(facts, {
        compare: (pairs) => comparison.directed(pairs),
        ...(survivor === 'longest' && { lengths }),
      })
    },
    release: () => session.release(search),
  }
}

function hooksOf(rows: FoundRows, { onProgress }: SparkFindOptions) {
  return { onRows: (message: RowsMessage) => rows.add(message), onProgress }
}

/** Whether the estimated recall depends on the sizes of sets. */
function needsSizes(plan: Plan): boolean {
  return plan.method === 'bands' && isJaccardOpen(similarityIn(plan))
}

function relationsWithOversized(large: LargeByRelation) {
  return (['within', 'across'] as const).filter((relation) => large[relation].oversized.length > 0)
}

/** The oversized documents of each relation, ascending, with their groups, and the pairs that connect them. */
function oversizedColumns(large: LargeByRelation): SentColumns {
  const columns: Record<string, Uint32Array> = {}
  for (const relation of relationsWithOversized(large)) {
    const { oversized, groups, links } = large[relation]
    columns[`${relation}.positions`] = oversized
    columns[`${relation}.groups`] = groups
    columns[`${relation}.links`] = links
  }
  return columns
}

/** The clusters. Pairs in small clusters that were not compared are compared now, to compute the cohesion. */
async function clustersOf(
  compare: (pairs: Candidates) => Promise<SimilarityOf>,
  verified: VerifiedPairs,
  plan: Plan,
  method: 'components' | 'stars',
  { boundary, isWithin }: FoundSides,
): Promise<ClusterColumns> {
  const numbered = pairsWithin(verified, isWithin ? boundary : 0)
  const wanted = new PairBuilder()
  clusterFound(numbered, plan, method, (a, b) => {
    wanted.add(a, b)
    return 1
  })
  return clusterFound(numbered, plan, method, await compare(wanted.candidates()))
}

async function auditOf(
  session: SparkSession,
  search: number,
  plan: Plan,
  documents: number,
  verified: VerifiedPairs,
  listed: ListedPairs,
  sides: FoundSides & { readonly count: number },
  signal: RunControl['signal'],
): Promise<AuditResult> {
  const excluded: Uint32Array[] = []
  await session.request(
    { do: 'excluded', search },
    { onRows: ({ columns }) => excluded.push(words(columns.position!)) },
    signal,
  )
  const sample = sampleDocuments(plan, sides.boundary, concatenateWords(excluded), documents)
  const firsts = distinctPositions([
    sample.positionsSampled.map((position) => verified.copies.firstOf(position)),
  ])
  const neighbors: TrueNeighbors[] = []
  if (firsts.length > 0) {
    await session.request(
      { do: 'audit', search, sampled: [...firsts] },
      {
        onRows: ({ columns }) =>
          neighbors.push({
            sampled: words(columns.sampled!),
            other: words(columns.other!),
            overlap: words(columns.overlap!),
            size_sampled: words(columns.size_sampled!),
            size_other: words(columns.size_other!),
          }),
      },
      signal,
    )
  }
  return judgeSample(plan, sample, verified, neighbors, listed, sides)
}

/** Bad records, and records that repeat the id of an earlier one, in input order. */
function badRecords(
  source: SparkSource,
  { files }: FindAnswer,
  { bad, repeated }: Pick<FoundRows, 'bad' | 'repeated'>,
): BadRecord[] {
  const nameOf = source.nameOf ?? ((side: number, file: number) => files[side]![file]!)
  const all = [
    ...bad,
    ...repeated.map((row) => ({
      ...row,
      problem: duplicateId(row.id, nameOf(row.side, row.firstFile), row.firstLine),
    })),
  ]
  all.sort((x, y) => x.position - y.position)
  return all.map(({ side, file, line, problem }) => new BadRecord(nameOf(side, file), line, problem))
}
