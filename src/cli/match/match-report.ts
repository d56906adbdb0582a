import type { FieldCheck } from '../../apps/entities/check-field.js'
import type { Interval } from '../../apps/entities/expectations.js'
import type { RecordMatches } from '../../apps/entities/match-tuned.js'
import { joinNotes } from '../../read/source.js'
import type { Table } from '../../read/tables/node-read-table.js'
import type { Written } from '../../write/written.js'
import { type InputReport, inputReport } from '../input/input-report.js'
import type { Report } from '../outcome.js'
import { processCost } from '../output/process-cost.js'
import { type ClusterSize, countSizes } from './cluster-sizes.js'
import { fewPairsWarning } from './few-pairs.js'
import {
  answerWarning,
  doubtfulMaps,
  type ModelUse,
  remappedColumns,
  repeatedIds,
  sameTable,
  warningsOf,
} from './match-warnings.js'
import type { RecordIds } from './write-matches.js'

/** The object that `--json` prints, and that the summary shows as text. */
export interface MatchReport
  extends Report,
    Omit<
      RecordMatches,
      | 'fields'
      | 'answers'
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
    /** Columns that were not compared because they are named like answers. */
    readonly answers: RecordMatches['answers']
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
  {
    fields,
    answers,
    pairs,
    clusters,
    explain: _,
    suggest: __,
    model: ___,
    agreement: ____,
    ...result
  }: RecordMatches,
  written: readonly Written[],
  used: ModelUse & {
    readonly skippedLabels: number
    readonly mapped: ReadonlyMap<string, string> | undefined
  },
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
    fields: { id: ids[0]!.field ?? null, compared: fields, answers },
    input: inputReport(joinNotes(tables.map(({ notes }) => notes))),
    records: total,
    sides,
    skipped: tables.reduce((sum, { skipped }) => sum + skipped.length, used.skippedLabels),
    ...counts,
    ...(precisionInterval && { precisionInterval: lowAndHigh(precisionInterval) }),
    ...(recallInterval && { recallInterval: lowAndHigh(recallInterval) }),
    ...(check && { check: reportedCheck(check) }),
    filesRead: tables.reduce((sum, { filesRead }) => sum + filesRead, 0),
    pairs: pairs.count,
    ...(tables.length === 1 && { clusters: clusters.length, clusterSizes, largestCluster }),
    warnings: [
      ...sameTable(inputs),
      ...tables.flatMap((table, i) => repeatedIds(ids[i]!, table)),
      ...remappedColumns(fields, tables[1], used.mapped),
      ...doubtfulMaps(used.mapped, tables),
      ...answerWarning(answers),
      ...warningsOf(
        { ...result, ...used },
        {
          pairs: pairs.count,
          largestCluster,
          records: total,
          smaller: Math.min(...sides.map(({ records }) => records)),
          fewPairs: () => fewPairsWarning(tables, fields),
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

/** How many of the numbers occur more than once. */
function repeated(positions: Uint32Array): number {
  const counts = new Map<number, number>()
  for (const position of positions) counts.set(position, (counts.get(position) ?? 0) + 1)
  return [...counts.values()].filter((count) => count > 1).length
}
