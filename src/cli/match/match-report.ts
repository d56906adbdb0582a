import type { FieldCheck } from '../../apps/entities/check-field.js'
import { type Interval, WIDE } from '../../apps/entities/expectations.js'
import type { RecordMatches } from '../../apps/entities/match-tuned.js'
import { counted } from '../../model/quantities.js'
import { joinNotes } from '../../read/source.js'
import type { Table } from '../../read/tables/node-read-table.js'
import type { Written } from '../../write/written.js'
import { type InputReport, inputReport } from '../input/input-report.js'
import type { Report } from '../outcome.js'
import { processCost } from '../output/process-cost.js'
import { type ClusterSize, countSizes, isTooLarge } from './cluster-sizes.js'
import type { RecordIds } from './write-matches.js'

/** The object that `--json` prints, and that the summary shows as text. */
export interface MatchReport
  extends Report,
    Omit<
      RecordMatches,
      | 'fields'
      | 'pairs'
      | 'clusters'
      | 'explain'
      | 'suggest'
      | 'agreement'
      | 'model'
      | 'threshold'
      | 'candidates'
      | 'precisionInterval'
      | 'recallInterval'
      | 'check'
    > {
  readonly filesRead: number
  readonly precisionInterval?: ReportedInterval
  readonly recallInterval?: ReportedInterval
  readonly check?: ReportedCheck
  readonly fields: {
    /** The id field of the first table; null: the record number. */
    readonly id: string | null
    readonly compared: RecordMatches['fields']
  }
  readonly input: InputReport
  readonly threshold: number
  /** The number of records in all tables. */
  readonly records: number
  readonly sides: readonly {
    /** The input, as named on the command line. */
    readonly inputs: readonly [string]
    readonly fields: { readonly id: string | null }
    readonly records: number
  }[]
  readonly candidates: number
  readonly pairs: number
  /** With one table only; the records of two tables form pairs, but no clusters. */
  readonly clusters?: number
  /** How many clusters have how many records, the smallest first. */
  readonly clusterSizes?: readonly ClusterSize[]
  /** The number of records in the largest cluster; 0 if there is none. */
  readonly largestCluster?: number
  /** What to check before using the result. */
  readonly warnings: readonly string[]
  /** The number of records of either table that are in more than one pair. */
  readonly multipleMatches: number
}

/** A 95 % confidence interval. */
export interface ReportedInterval {
  readonly low: number
  readonly high: number
}

/** What a field that was not compared shows about the pairs. */
export type ReportedCheck = Omit<FieldCheck, 'found'> & { readonly reported: FieldCheck['found'] }

export function matchReport(
  inputs: readonly string[],
  tables: readonly Table[],
  ids: readonly RecordIds[],
  { fields, pairs, clusters, explain: _, suggest: __, model: ___, agreement: ____, ...result }: RecordMatches,
  written: readonly Written[],
  hasLabels = false,
): MatchReport {
  const sides = tables.map(({ records }, i) => ({
    inputs: [inputs[i]!] as const,
    fields: { id: ids[i]!.field ?? null },
    records: records.length,
  }))
  const { precisionInterval, recallInterval, check, ...counts } = result
  const clusterSizes = countSizes(clusters)
  const largestCluster = clusterSizes.at(-1)?.records ?? 0
  const total = sides.reduce((sum, { records }) => sum + records, 0)
  return {
    inputs,
    written,
    fields: { id: ids[0]!.field ?? null, compared: fields },
    input: inputReport(joinNotes(tables.map(({ notes }) => notes))),
    records: total,
    sides,
    skipped: tables.reduce((sum, { skipped }) => sum + skipped.length, 0),
    ...counts,
    ...(precisionInterval && { precisionInterval: lowAndHigh(precisionInterval) }),
    ...(recallInterval && { recallInterval: lowAndHigh(recallInterval) }),
    ...(check && { check: reportedCheck(check) }),
    filesRead: tables.reduce((sum, { filesRead }) => sum + filesRead, 0),
    pairs: pairs.count,
    ...(tables.length === 1 && { clusters: clusters.length, clusterSizes, largestCluster }),
    warnings: [
      ...remappedColumns(fields, tables[1]),
      ...warningsOf(
        { ...result, hasLabels },
        {
          pairs: pairs.count,
          largestCluster,
          records: total,
          smaller: Math.min(...sides.map(({ records }) => records)),
        },
      ),
    ],
    multipleMatches: tables.length === 1 ? 0 : repeated(pairs.a) + repeated(pairs.b),
    ...processCost(),
  }
}

function lowAndHigh([low, high]: Interval): ReportedInterval {
  return { low, high }
}

function reportedCheck({ found: reported, ...check }: FieldCheck): ReportedCheck {
  return { ...check, reported }
}

/** With fewer pairs per record of the smaller table than this, the scores say little. */
const FEW_PAIRS = 0.005
/** If the expected precision or recall is below this, the pairs should be checked. */
const LOW_EXPECTATION = 0.7

/** If more than this share of the pairs rests on a single field, there is a warning. */
const UNCHECKED_SHARE = 0.2

/** Columns compared with a column of a different name, because of their values. */
function remappedColumns(fields: RecordMatches['fields'], other: Table | undefined): string[] {
  const columns = new Set(other?.records.slice(0, 1).flatMap((record) => Object.keys(record)))
  return fields
    .filter(({ a, b }) => a !== b && columns.has(a))
    .map(
      ({ a, b }) =>
        `judging by its values, the column ${a} of the first table corresponds to ${b} of the second, not to ${a}: use --map if that is wrong`,
    )
}

function isWide(interval: Interval | undefined): boolean {
  return interval !== undefined && interval[1] - interval[0] > WIDE
}

/** Problems of the learned model, and pairs that are uncertain. */
function problemsOf(
  { method, modelProblem, uncheckedPairs, relatedPairs, relatedFields, hasLabels }: Learned,
  pairs: number,
): string[] {
  const instead =
    method === 'mutual-best'
      ? '; instead, each pair consists of two records that are the best match for each other by their words and letters, and scores are cosines'
      : ''
  return [
    ...(modelProblem === 'collapsed'
      ? [`the fields do not separate matches from other pairs, so nothing could be learned${instead}`]
      : []),
    ...(modelProblem === 'few-matches' && method === 'mutual-best'
      ? [`the learned model finds almost no likely pairs${instead}`]
      : []),
    ...(modelProblem === 'single-field' && method === 'mutual-best'
      ? [`no other field checks what the model learned from a single one${instead}`]
      : []),
    ...(modelProblem === 'missed-many' ? [`the learned model misses many pairs${instead}`] : []),
    ...(relatedPairs > UNCHECKED_SHARE * pairs
      ? [
          `${relatedPairs} of ${counted(pairs, 'pair')} ${relatedPairs === 1 ? 'disagrees' : 'disagree'} in fields that differ too often for errors (${relatedFields.join(', ')}): such records may be related, like members of a household, and not the same${hasLabels ? '' : '; label some pairs with --suggest-labels and --labels'}`,
        ]
      : []),
    ...(uncheckedPairs > UNCHECKED_SHARE * pairs
      ? [
          `${uncheckedPairs} of ${counted(pairs, 'pair')} can be compared in only one field, so no other field confirms ${uncheckedPairs === 1 ? 'it' : 'them'}: ${uncheckedPairs === 1 ? 'it may not be a match' : 'they may not be matches'}`,
        ]
      : []),
  ]
}

type Learned = Pick<
  RecordMatches,
  | 'expectedPrecision'
  | 'expectedRecall'
  | 'precisionInterval'
  | 'recallInterval'
  | 'uncheckedPairs'
  | 'relatedPairs'
  | 'relatedFields'
  | 'method'
  | 'modelProblem'
> & { readonly hasLabels: boolean }

function warningsOf(
  result: Learned,
  {
    pairs,
    largestCluster,
    records,
    smaller,
  }: {
    readonly pairs: number
    readonly largestCluster: number
    readonly records: number
    /** The number of records in the smaller table, or in the only one. */
    readonly smaller: number
  },
): string[] {
  const { expectedPrecision, expectedRecall } = result
  return [
    ...problemsOf(result, pairs),
    ...(pairs < FEW_PAIRS * smaller
      ? ['almost nothing was found: check the compared fields, and whether the tables overlap at all']
      : []),
    ...((expectedPrecision ?? 1) < LOW_EXPECTATION
      ? ['many of the pairs are doubtful: check them with --explain, or raise --threshold']
      : []),
    ...((expectedRecall ?? 1) < LOW_EXPECTATION && pairs > 0
      ? ['many matches are likely to be missed: compare more columns, or lower --threshold']
      : []),
    ...withheldWarning(result, pairs),
    ...(isTooLarge(largestCluster, records)
      ? [`the largest cluster has ${largestCluster} records: check whether they are the same thing`]
      : []),
  ]
}

/** Which expected values are not given, and why. */
function withheldWarning(result: Learned, pairs: number): string[] {
  const withheld = [
    ...(isWide(result.precisionInterval) ? ['precision'] : []),
    ...(isWide(result.recallInterval) ? ['recall'] : []),
  ]
  if (withheld.length === 0) return []
  const advice = result.hasLabels
    ? 'check some with --explain'
    : 'label some with --suggest-labels and --labels'
  return [
    `the fields cannot show the ${withheld.join(' and ')} of the pairs, because ${reasonOf(result, pairs)}: ${advice}`,
  ]
}

function reasonOf({ modelProblem, relatedPairs, uncheckedPairs }: Learned, pairs: number): string {
  if (modelProblem === 'collapsed') return 'they do not separate matches from other pairs'
  if (relatedPairs > UNCHECKED_SHARE * pairs) return 'many of them may be related records'
  if (uncheckedPairs > UNCHECKED_SHARE * pairs) return 'many of them rest on a single field'
  return 'the fields contradict each other, or there are too few pairs'
}

/** How many of the numbers occur more than once. */
function repeated(positions: Uint32Array): number {
  const counts = new Map<number, number>()
  for (const position of positions) counts.set(position, (counts.get(position) ?? 0) + 1)
  return [...counts.values()].filter((count) => count > 1).length
}
