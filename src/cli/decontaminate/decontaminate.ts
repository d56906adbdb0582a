import { needsOf } from '../../dedup/needs.js'
import { partition } from '../../dedup/partition.js'
import { parseLine } from '../../dedup/writers.js'
import { count, counted, percent } from '../../model/quantities.js'
import { type ContaminatedDocument, openScan, type Scan } from '../../node/contamination-scan.js'
import type { ContaminationSummary } from '../../node/decontaminate-types.js'
import { chosenFields, countFiles } from '../../read/source.js'
import { inFolder } from '../../write/node-in-folder.js'
import { openLines } from '../../write/node-open-table.js'
import { idColumn, type Output } from '../../write/node-output.js'
import { writeTable } from '../../write/node-write-table.js'
import { pathsOf, type Written } from '../../write/written.js'
import type { Context } from '../context.js'
import { checkedSplit, copiedOutputs, splitOutputs } from '../dedup/split-plan.js'
import { inputReport } from '../input/input-report.js'
import { inputRows } from '../input/input-rows.js'
import { sourceRequest } from '../input/source-request.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkAllWritable } from '../output/outputs.js'
import { processCost } from '../output/process-cost.js'
import { row, skippedRows, writtenRows } from '../output/rows.js'
import { UsageError } from '../usage-error.js'
import { withoutSpans, withText } from './edit-record.js'
import { type DecontaminatePlan, outputsOf, planDecontaminate } from './plan-decontaminate.js'

const BENCHMARKS = 'reading the benchmarks'

/** `likewise decontaminate`: finds benchmark items in training documents, and writes the documents without them. */
export async function decontaminate(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const plan = await checkedSplit(inputs, values, {
    plan: (format) => planDecontaminate(inputs, values, format),
    outputsOf,
    alsoRead: ({ benchmarks }) => benchmarks,
  })
  const { fields: _, copiesRows: __, memory, ...documents } = sourceRequest(values)
  context.progress.step(BENCHMARKS)
  await using scan = await openScan(
    inputs,
    {
      ...documents,
      benchmarks: plan.benchmarks,
      benchmarkFields: plan.benchmarkFields,
      matchShortItems: plan.matchShortItems,
      ...(plan.minOverlap !== undefined && { minOverlap: plan.minOverlap }),
      ...(plan.k !== undefined && { k: plan.k }),
      ...(memory !== undefined && { memory }),
      ...(values.workers !== undefined && { workers: values.workers }),
      onProgress: context.progress.show,
    },
    needsOf(plan),
    (items) => context.progress.count(BENCHMARKS, items, 'item'),
  )
  if (plan.edited !== undefined && scan.search.source.textFields.length > 1)
    throw new UsageError('--remove spans requires a single text field', 'name it with --text')
  if (plan.dryRun) return await tryOut(plan, scan, context)
  return await inFolder(plan.folder, context.lifetime, () => run(plan, scan, context))
}

async function tryOut(plan: DecontaminatePlan, scan: Scan, { progress }: Context): Promise<Outcome> {
  const { summary } = await scan.run(
    () => {},
    (read) => progress.share('scanning', read, scan.search.result.documents, 'document'),
  )
  return outcome(plan, scan, summary, [], { wouldWrite: outputsOf(plan).map(({ path }) => path) })
}

async function run(plan: DecontaminatePlan, scan: Scan, { lifetime, progress }: Context): Promise<Outcome> {
  checkAllWritable(outputsOf(plan), [plan.manifest, ...copiedOutputs(plan)])
  const edited = plan.edited && (await openEdited(plan.edited, scan))
  const release = lifetime.onEnd(() => edited?.abort())
  let scanned: Awaited<ReturnType<Scan['run']>> | undefined
  let written: Written
  try {
    const columns = reportColumns(plan.report)
    written = await writeTable(plan.report, columns, lifetime, async (writer) => {
      scanned = await scan.run(
        async (document) => {
          for (const { position, document: id, benchmark, item, overlap, start, end } of document.spans)
            await writer.write({
              status: 'contained',
              benchmark,
              item,
              document: id,
              position,
              overlap,
              start,
              end,
            })
          await edited?.write(document)
        },
        (read) => progress.share('scanning', read, scan.search.result.documents, 'document'),
      )
      for (const { benchmark, id } of scan.items.tooShort)
        await writer.write({ status: 'too-short', benchmark, item: id })
    })
    await edited?.close()
  } catch (error) {
    await edited?.abort()
    throw error
  } finally {
    release()
  }
  const { removal, idOf, summary } = scanned!
  progress.step('writing')
  const hooks = { lifetime, reason: 'contaminated' } as const
  const { counts, originals } = await partition(plan, scan.search, removal, idOf, hooks)
  return outcome(
    plan,
    scan,
    summary,
    [
      ...splitOutputs(plan, counts, originals),
      { ...written, kind: 'report' },
      ...(plan.edited ? [{ kind: 'edited', path: plan.edited.path, records: summary.contaminated }] : []),
    ],
    {},
  )
}

function reportColumns(output: Output) {
  return [
    { name: 'status', type: 'string' },
    { name: 'benchmark', type: 'string' },
    { name: 'item', type: idColumn('item', output) },
    { name: 'document', type: idColumn('document', output) },
    { name: 'position', type: 'integer' },
    { name: 'overlap', type: 'number' },
    { name: 'start', type: 'integer' },
    { name: 'end', type: 'integer' },
  ] as const
}

/** Writes documents without the spans of benchmark items. */
async function openEdited(output: Output, { search: { source } }: Scan) {
  const lines = await openLines(output.path)
  return {
    async write({ line, text, spans }: ContaminatedDocument): Promise<void> {
      const record = withText(parseLine(line), source.textFields[0]!, withoutSpans(text, spans))
      await lines.write(Buffer.from(JSON.stringify(record)))
    },
    close: () => lines.close(),
    abort: () => lines.abort(),
  }
}

function outcome(
  plan: DecontaminatePlan,
  { search, skippedItems, notes }: Scan,
  { tooShort, ...summary }: ContaminationSummary,
  written: readonly Written[],
  more: { readonly wouldWrite?: readonly string[] },
): Outcome {
  const { documents, contaminated, items, itemsFound, spans } = summary
  const skipped = [...search.result.skipped, ...skippedItems]
  const input = inputReport(notes)
  const report = {
    inputs: plan.inputs,
    written,
    benchmarks: plan.benchmarks,
    filesRead: countFiles(search.source),
    fields: chosenFields(search.source),
    input,
    ...summary,
    itemsTooShort: tooShort.length,
    kept: documents - contaminated,
    removed: contaminated,
    skipped: skipped.length,
    ...more,
    ...processCost(),
  }
  return {
    report,
    text: () =>
      [
        row('read', `${counted(documents, 'document')}, ${counted(items, 'benchmark item')}`),
        ...inputRows(input).map(([name, text]) => row(name, text)),
        ...skippedRows(skipped),
        ...(tooShort.length === 0
          ? []
          : [
              row(
                'too short',
                `${counted(tooShort.length, 'item')}, listed in the report but not searched for`,
              ),
            ]),
        row(
          'documents',
          `${count(contaminated)} contaminated${documents > 0 ? ` (${percent(contaminated / documents)})` : ''}`,
        ),
        row('items', `${count(itemsFound)} found, in ${counted(spans, 'span')}`),
        ...writtenRows(pathsOf(written)),
        ...(more.wouldWrite
          ? [row('dry run', `nothing written; would write ${more.wouldWrite.join(', ')}`)]
          : []),
      ].join(''),
  }
}
