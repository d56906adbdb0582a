/// <reference types="node" />
import type { JoinResult } from '../../engine/local/join/join-engine.js'
import type { BadRecord } from '../../model/errors.js'
import { bytes, count, counted, duration } from '../../model/quantities.js'
import type { Similarity } from '../../model/similarity.js'
import { skippedText } from '../output/summary.js'
import type { JoinPlan } from './plan-join.js'

/** What `--json` prints of a join, and what the summary says in words. */
export interface JoinReport {
  /** Sets read: of a, and of b if that is another file. */
  readonly sets: readonly number[]
  readonly empty: readonly number[]
  readonly skipped: number
  readonly pairs: number
  readonly similarity: Similarity
  readonly threshold?: number
  readonly top?: number
  /** Into how many blocks each file was cut for the sake of memory. */
  readonly blocks: readonly number[]
  readonly seconds: number
  readonly peakMemoryBytes: number
}

/** The counts of a join; `seconds` since the process began. */
export function joinReport(
  { similarity, threshold, top }: JoinPlan,
  { sets, empty, pairs, blocks }: JoinResult,
  skipped: readonly BadRecord[],
): JoinReport {
  return {
    sets,
    empty,
    skipped: skipped.length,
    pairs,
    similarity,
    ...(threshold !== undefined && { threshold }),
    ...(top !== undefined && { top }),
    blocks,
    seconds: Math.round(performance.now()) / 1000,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
  }
}

export function joinSummary(
  report: JoinReport,
  skipped: readonly BadRecord[],
  written: readonly string[],
): string {
  const { sets, empty, pairs, similarity, threshold, top, blocks } = report
  const row = (name: string, text: string) => `  ${name.padEnd(12)}${text}\n`
  const wished = [
    ...(threshold === undefined ? [] : [`at ${threshold} or above by ${similarity}`]),
    ...(top === undefined
      ? []
      : [`the ${top} best of each set${threshold === undefined ? ` by ${similarity}` : ''}`]),
  ]
  const emptySets = empty.reduce((sum, number) => sum + number, 0)
  const cut = blocks.reduce((sum, number) => sum + number, 0)
  return [
    row('read', sets.map((number) => counted(number, 'set')).join(' and ')),
    ...(emptySets > 0 ? [row('empty', `${count(emptySets)}, which match nothing`)] : []),
    ...(skipped.length > 0 ? [row('skipped', skippedText(skipped))] : []),
    row('pairs', `${count(pairs)} ${wished.join(', ')}`),
    ...(cut > sets.length ? [row('blocks', `${count(cut)}, to keep within the memory`)] : []),
    row('time', duration(report.seconds)),
    row('peak memory', bytes(report.peakMemoryBytes)),
    ...(written.length > 0 ? [row('written', written.join(', '))] : []),
  ].join('')
}
