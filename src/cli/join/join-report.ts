import type { JoinResult } from '../../engine/stages/join/join-engine.js'
import type { BadRecord } from '../../model/errors.js'
import { DEFAULT_MAX_GROUP, type MaxGroup } from '../../model/plan.js'
import { bytes, count, counted, duration } from '../../model/quantities.js'
import type { Similarity } from '../../model/similarity.js'
import type { UsedFields } from '../../node/set-facts.js'
import type { OpenedSets } from '../../node/set-input.js'
import { joinNotes } from '../../read/source.js'
import type { Written } from '../../write/written.js'
import { type InputReport, inputReport } from '../input/input-report.js'
import { idRow, inputRows } from '../input/input-rows.js'
import type { Report } from '../outcome.js'
import { processCost } from '../output/process-cost.js'
import { emptyRows, row, skippedRows, writtenRows } from '../output/rows.js'
import type { JoinPlan } from './plan-join.js'

/** The object that `--json` prints for a join, and that the summary shows as text. */
export interface JoinReport extends Report {
  /** The number of sets in all files. */
  readonly sets: number
  readonly empty: number
  readonly filesRead: number
  /** How sets were compared. */
  readonly measure: Similarity
  readonly top?: number
  /** The maximum size of a group of equal sets whose pairs are all listed; not with `top`. */
  readonly maxEqual?: MaxGroup
  /** The file of a, and that of b if it is a different one. */
  readonly sides: readonly {
    /** The input, as named on the command line. */
    readonly inputs: readonly [string]
    readonly fields: UsedFields
    readonly sets: number
    readonly empty: number
    /** The number of blocks it was split into to save memory. */
    readonly blocks: number
  }[]
  /** The fields of the file of a. */
  readonly fields: UsedFields
  readonly input: InputReport
  readonly pairs: number
  /** True pairs that are not listed because they are within very large groups of equal sets. */
  readonly pairsOmitted: number
}

export function joinReport(
  { inputs, similarity, threshold, top, maxEqual }: JoinPlan,
  { sets, empty, pairs, pairsOmitted, blocks }: JoinResult,
  opened: readonly OpenedSets[],
  written: readonly Written[],
): JoinReport {
  return {
    inputs,
    written,
    fields: opened[0]!.fields,
    input: inputReport(joinNotes(opened.map(({ notes }) => notes))),
    filesRead: sum(opened.map(({ filesRead }) => filesRead)),
    measure: similarity,
    ...(threshold !== undefined && { threshold }),
    ...(top === undefined ? { maxEqual: maxEqual ?? DEFAULT_MAX_GROUP } : { top }),
    sets: sum(sets),
    empty: sum(empty),
    skipped: sum(opened.map(({ skipped }) => skipped.length)),
    sides: sets.map((count, i) => ({
      inputs: [inputs[i]!],
      fields: opened[i]!.fields,
      sets: count,
      empty: empty[i]!,
      blocks: blocks[i]!,
    })),
    pairs,
    pairsOmitted,
    ...processCost(),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

export function joinSummary(
  report: JoinReport,
  skipped: readonly BadRecord[],
  written: readonly string[],
): string {
  const { sides, empty, pairs, pairsOmitted, maxEqual, measure: similarity, threshold, top } = report
  const requested = [
    ...(threshold === undefined ? [] : [`at ${similarity} ${threshold} or above`]),
    ...(top === undefined
      ? []
      : [
          `up to ${counted(top, 'pair')} per set, the most similar${threshold === undefined ? ` by ${similarity}` : ''}`,
        ]),
  ]
  const blocks = sum(sides.map((side) => side.blocks))
  return [
    row('read', sides.map(({ sets }) => counted(sets, 'set')).join(' and ')),
    ...fieldRows(sides.map(({ fields }) => fields)),
    ...inputRows(report.input).map(([name, text]) => row(name, text)),
    ...emptyRows(empty, 'set'),
    ...skippedRows(skipped),
    row(
      'pairs',
      `${count(pairs)}${threshold === undefined ? ':' : ''} ${requested.join('; ')}${typeof maxEqual === 'number' && pairsOmitted > 0 ? `; ${count(pairsOmitted)} more in groups of more than ${counted(maxEqual, 'equal set')}, where only connecting pairs are listed (--max-equal)` : ''}`,
    ),
    ...(blocks > sides.length ? [row('blocks', `${count(blocks)}, to stay within the memory budget`)] : []),
    row('time', duration(report.seconds)),
    row('peak memory', bytes(report.peakMemoryBytes)),
    ...writtenRows(written),
  ].join('')
}

/** The fields that were used; nothing for sets on lines, which have no fields. */
function fieldRows(sides: readonly UsedFields[]): string[] {
  const texts = sides.flatMap(({ text = [] }) => text)
  const elements = sides.flatMap((side) => side.elements ?? [])
  if (texts.length + elements.length === 0) return []
  return [
    ...(texts.length > 0 ? [row('text', `field ${[...new Set(texts)].join(', ')}`)] : []),
    ...(elements.length > 0 ? [row('elements', `field ${[...new Set(elements)].join(', ')}`)] : []),
    row('ids', [...new Set(sides.map((side) => idRow(side)[1]))].join(' and ')),
  ]
}
