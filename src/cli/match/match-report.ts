/// <reference types="node" />
import type { RecordMatches } from '../../apps/entities/match-tuned.js'
import type { Table } from '../../read/node-read-records-table.js'
import type { RecordIds } from './write-matches.js'

/** What `--json` prints, and what the summary says in words. */
export interface MatchReport extends Omit<RecordMatches, 'pairs' | 'clusters' | 'explain'> {
  /** Of each table. */
  readonly records: readonly number[]
  readonly skipped: number
  /** The id field of each table; null: the number of the record. */
  readonly ids: readonly (string | null)[]
  readonly pairs: number
  readonly clusters: number
  /** Records of either table that are in more than one pair. */
  readonly manyMatches: number
  readonly seconds: number
  readonly peakMemoryBytes: number
}

export function matchReport(
  tables: readonly Table[],
  ids: readonly RecordIds[],
  { pairs, clusters, explain: _, ...result }: RecordMatches,
): MatchReport {
  return {
    records: tables.map(({ records }) => records.length),
    skipped: tables.reduce((sum, { skipped }) => sum + skipped.length, 0),
    ids: ids.map(({ field }) => field ?? null),
    ...result,
    pairs: pairs.count,
    clusters: clusters.length,
    manyMatches: tables.length === 1 ? 0 : repeated(pairs.a) + repeated(pairs.b),
    seconds: Math.round(performance.now()) / 1000,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
  }
}

/** How many of the numbers occur more than once. */
function repeated(positions: Uint32Array): number {
  const counts = new Map<number, number>()
  for (const position of positions) counts.set(position, (counts.get(position) ?? 0) + 1)
  return [...counts.values()].filter((count) => count > 1).length
}
