/// <reference types="node" />
import { shapeOf } from '../../apps/entities/fields.js'
import { parseNicknames } from '../../apps/entities/nicknames.js'
import { joinInKernel } from '../../kernel/join-in-kernel.js'
import { UnreadableInput } from '../../model/errors.js'
import { matchTables } from '../../node/match/match-tables.js'
import { writeClusters } from '../../node/write-results.js'
import { checkAnyRead } from '../../read/all-skipped.js'
import { missingId } from '../../read/id-field.js'
import { readText } from '../../read/node-read-text.js'
import { maxSmallFileBytes } from '../../read/record-limit.js'
import { readTable, type Table } from '../../read/tables/node-read-table.js'
import { matchReportData } from '../../report/match-report.js'
import { reportPage } from '../../report/node-report-page.js'
import { writeWhole } from '../../write/node-write-whole.js'
import { pathsOf, type Written } from '../../write/written.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkOutputs } from '../output/outputs.js'
import { readingProgress } from '../output/reading-progress.js'
import { exampleText } from './examples.js'
import { matchReport } from './match-report.js'
import { matchSummary } from './match-summary.js'
import { outputsOf, planMatch } from './plan-match.js'
import { readLabels, readModel } from './read-labels.js'
import { type RecordIds, writeMatches } from './write-matches.js'
import { writeSuggestions } from './write-suggestions.js'

/** What the stages count. */
const UNITS: Readonly<Record<string, string>> = { 'choosing candidates': 'record', comparing: 'pair' }

/** `likewise match`: finds records of the same entity. */
export async function match(
  operands: readonly string[],
  values: OptionValues,
  { lifetime, progress }: Context,
): Promise<Outcome> {
  const plan = planMatch(operands, values)
  const outputs = outputsOf(plan)
  checkOutputs(outputs, plan.tables, values, [plan.savedModel, plan.report])
  const nicknames = readNicknames(plan.nicknamesFile, values.memory)
  const { onRead, onRecords } = readingProgress(progress, 'reading the tables', plan.tables, 'record')
  const tables: Table[] = []
  for (const name of plan.tables) {
    const before = tables.reduce((sum, { records }) => sum + records.length, 0)
    const watch = { onRead, onRecords: (records: number) => onRecords(before + records) }
    tables.push(await readTable(name, { ...plan.read, ...watch }))
  }
  checkAnyRead(
    Math.min(...tables.map(({ records }) => records.length)),
    tables.flatMap(({ records, skipped }) => (records.length === 0 ? skipped : [])),
  )
  const [a, b] = tables as [Table, Table | undefined]
  const ids = tables.map((table, i) => idsOf(table, plan.ids && (plan.ids[i] ?? plan.ids[0])))
  const model = plan.modelFile === undefined ? undefined : readModel(plan.modelFile, values.memory)
  const labeled =
    plan.labelsFile === undefined
      ? undefined
      : await readLabels(plan.labelsFile, labeledSides(tables, ids), plan.read)
  // The matching itself ignores detected ids, unless they are a key to both tables.
  const ignore = [...(plan.match.ignore ?? []), ...(plan.ids === false ? [] : plan.ids)]
  const { workers, memory } = values
  const options = {
    ...plan.match,
    join: joinInKernel,
    onProgress: (stage: string, done: number, total: number) =>
      progress.share(stage, done, total, UNITS[stage]),
    ...(nicknames !== undefined && { nicknames }),
    ...(plan.match.fields === undefined && model === undefined && { ignore }),
    ...(model !== undefined && { model }),
    ...(labeled !== undefined && { labels: labeled.labels }),
  }
  const result = await matchTables(a.records, b?.records, options, { workers, memory })
  progress.step('writing')
  const [idsOfA, idsOfB = idsOfA] = ids as [RecordIds, RecordIds | undefined]
  const written: Written[] = []
  if (plan.pairs !== undefined) {
    const withWhy = plan.explain
    written.push(await writeMatches(plan.pairs, result, idsOfA, idsOfB, { withWhy }, lifetime))
  }
  if (plan.clusters !== undefined)
    written.push(await writeClusters(plan.clusters, result.clusters, idsOfA.idOf, { lifetime }))
  if (plan.suggestions !== undefined) {
    const sides = [a.records, b?.records ?? a.records] as const
    written.push(await writeSuggestions(plan.suggestions, result, sides, [idsOfA, idsOfB], lifetime))
  }
  if (plan.savedModel !== undefined) {
    await writeWhole(plan.savedModel.path, `${JSON.stringify(result.model, null, 1)}\n`)
    written.push({ kind: 'model', path: plan.savedModel.path })
  }
  const skippedLabels = labeled?.skipped ?? []
  const report = matchReport(plan.tables, tables, ids, result, written, {
    hasLabels: (labeled?.labels.length ?? 0) > 0,
    hasModel: model !== undefined,
    mapped: values.map,
    skippedLabels: skippedLabels.length,
    savedProblem: plan.savedModel === undefined ? undefined : result.model.problem,
  })
  if (plan.report !== undefined) {
    const named = (table: Table, { idOf }: RecordIds) => ({ name: table.name, records: table.records, idOf })
    const sides = [named(a, idsOfA), ...(b === undefined ? [] : [named(b, idsOfB)])]
    await writeWhole(plan.report.path, reportPage(matchReportData(result, sides, report.warnings)))
    written.push({ kind: 'report', path: plan.report.path })
  }
  const examples = () => exampleText(result, a.records, b?.records ?? a.records, idsOfA, idsOfB)
  return {
    report,
    text: () =>
      `${plan.explain ? examples() : ''}${matchSummary(report, tables, skippedLabels, pathsOf(written))}`,
  }
}

/** Both tables, or the only one twice, with the ids of their records. */
function labeledSides(tables: readonly Table[], ids: readonly RecordIds[]) {
  const [one, other] = tables.map(({ records }, i) => ({ ids: ids[i]!, records: records.length }))
  return [one!, other ?? one!] as const
}

/** The ids of the records of a table: from a field that is requested or detected, otherwise their numbers from 0. */
function idsOf({ name, records }: Table, requested: string | false | undefined): RecordIds {
  if (requested === false) return { field: undefined, idOf: (position) => position }
  const { columns, id } = shapeOf(records)
  if (requested !== undefined && !columns.includes(requested)) {
    const fields = columns.map((column) => ({ name: column, kind: 'string' as const, length: 0 }))
    throw missingId(name, requested, fields)
  }
  const field = requested ?? id
  return field === undefined
    ? { field, idOf: (position) => position }
    : { field, idOf: (position) => records[position]?.[field] ?? position }
}

function readNicknames(file: string | undefined, memory: number | undefined): string[][] | undefined {
  if (file === undefined) return undefined
  const text = readText(file, maxSmallFileBytes(memory))
  const groups = parseNicknames(text)
  if (groups.length > 0) return groups
  throw new UnreadableInput(
    file,
    'no line has two names',
    'write one group per line, with names separated by commas',
  )
}
