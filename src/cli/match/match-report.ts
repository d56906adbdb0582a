import type { RecordMatches } from '../../apps/entities/match-tuned.js'
import type { Table } from '../../read/node-read-records-table.js'
import type { Written } from '../../write/written.js'
import type { Report } from '../outcome.js'
import { processCost } from '../output/process-cost.js'
import type { RecordIds } from './write-matches.js'

/** What `--json` prints, and what the summary says in words. */
export interface MatchReport
  extends Report,
    Omit<RecordMatches, 'fields' | 'pairs' | 'clusters' | 'explain' | 'threshold' | 'candidates'> {
  readonly fields: {
    /** Of each table; null: the number of the record. */
    readonly id: readonly (string | null)[]
    readonly compared: RecordMatches['fields']
  }
  readonly threshold: number
  /** Of all tables. */
  readonly records: number
  readonly sides: readonly { readonly input: string; readonly records: number }[]
  readonly candidates: number
  readonly pairs: number
  readonly clusters: number
  /** Records of either table that are in more than one pair. */
  readonly manyMatches: number
}

export function matchReport(
  inputs: readonly string[],
  tables: readonly Table[],
  ids: readonly RecordIds[],
  { fields, pairs, clusters, explain: _, ...result }: RecordMatches,
  written: readonly Written[],
): MatchReport {
  const sides = tables.map(({ records }, i) => ({ input: inputs[i]!, records: records.length }))
  return {
    inputs,
    written,
    fields: { id: ids.map(({ field }) => field ?? null), compared: fields },
    records: sides.reduce((sum, { records }) => sum + records, 0),
    sides,
    skipped: tables.reduce((sum, { skipped }) => sum + skipped.length, 0),
    ...result,
    pairs: pairs.count,
    clusters: clusters.length,
    manyMatches: tables.length === 1 ? 0 : repeated(pairs.a) + repeated(pairs.b),
    ...processCost(),
  }
}

/** How many of the numbers occur more than once. */
function repeated(positions: Uint32Array): number {
  const counts = new Map<number, number>()
  for (const position of positions) counts.set(position, (counts.get(position) ?? 0) + 1)
  return [...counts.values()].filter((count) => count > 1).length
}
