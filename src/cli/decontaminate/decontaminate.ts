import { needsOf } from '../../dedup/needs.js'
import { count, counted, percent } from '../../model/quantities.js'
import { openScan, type Scan } from '../../node/contamination-scan.js'
import type { ContaminationSummary } from '../../node/decontaminate-types.js'
import { writeDecontaminated } from '../../node/write-decontaminated.js'
import { chosenFields, countFiles } from '../../read/source.js'
import { inFolder } from '../../write/node-in-folder.js'
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
    {
      needs: needsOf(plan),
      onItems: (items) => context.progress.count(BENCHMARKS, items, 'item'),
    },
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
  const { summary, counts, originals, report } = await writeDecontaminated(plan, scan, {
    lifetime,
    onRead: (read) => progress.share('scanning', read, scan.search.result.documents, 'document'),
    onSearched: () => progress.step('writing'),
  })
  return outcome(
    plan,
    scan,
    summary,
    [
      ...splitOutputs(plan, counts, originals),
      { ...report, kind: 'report' },
      ...(plan.edited ? [{ kind: 'edited', path: plan.edited.path, records: summary.contaminated }] : []),
    ],
    {},
  )
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
