import { type Decisions, parseDecisions, withKeptSources } from '../../dedup/decisions.js'
import { unknownIds, unknownText } from '../../dedup/locate-decisions.js'
import { dedupFiles } from '../../node/dedup.js'
import type { DeduplicatedFiles } from '../../node/deduplicated.js'
import type { SearchHooks } from '../../node/search.js'
import type { SearchParts } from '../../node/search-options.js'
import { isOfSpark, isReadBySpark } from '../../node/spark-inputs.js'
import { readText } from '../../read/node-read-text.js'
import { maxSmallFileBytes } from '../../read/record-limit.js'
import { inFolder } from '../../write/node-in-folder.js'
import type { Context } from '../context.js'
import { runSearch } from '../find/run-search.js'
import { writeReport } from '../find/write-report.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkAllWritable } from '../output/outputs.js'
import type { RunReport } from '../output/report.js'
import { sparkRequest } from '../spark/spark-request.js'
import { type DedupPlan, dedupOutputs, planDedup } from './plan-dedup.js'
import { checkedSplit, copiedOutputs, splitOutputs } from './split-plan.js'

/** `likewise dedup`: writes what is kept, what is removed and why, and a manifest. */
export async function dedup(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const spark = sparkRequest(values)
  const plan = await checkedSplit(inputs, values, {
    plan: (format) => planDedup(inputs, values, format),
    outputsOf: dedupOutputs,
    spark: spark && (isReadBySpark(inputs) ? 'reads and writes' : 'writes'),
  })
  if (spark !== undefined) {
    const { dedupOnSpark } = await import('../spark/dedup-on-spark.js')
    const isForced = values.force === true
    const folder = plan.folder !== undefined && isOfSpark(plan.folder) ? undefined : plan.folder
    return inFolder(folder, context.lifetime, () => dedupOnSpark(plan, spark, isForced, context))
  }
  const { decisions: file, keepSources } = plan
  const decided =
    file === undefined ? undefined : parseDecisions(file, readText(file, maxSmallFileBytes(values.memory)))
  const decisions = withKeptSources(decided, keepSources)
  if (plan.dryRun) return tryOut(plan, decisions, context)
  return inFolder(plan.folder, context.lifetime, () => run(plan, decisions, context))
}

/** Reports what would be removed, without writing anything. */
function tryOut(plan: DedupPlan, decisions: Decisions | undefined, context: Context): Promise<Outcome> {
  return runSearch(plan.search, [], context, starting(plan, decisions), async (found) => ({
    ...(await found.counts()),
    ...unknownDecisions(plan, decisions, found),
    written: [],
    wouldWrite: dedupOutputs(plan).map(({ path }) => path),
  }))
}

function starting(keep: DedupPlan, decisions: Decisions | undefined) {
  const { inputs, add } = keep
  return (parts: SearchParts, hooks: SearchHooks) =>
    dedupFiles(inputs, { parts, keep, add, decisions }, hooks)
}

/** Rejects ids in the decisions that no document has, or warns about them if bad records are skipped. */
function unknownDecisions(
  { decisions: file, search }: DedupPlan,
  decisions: Decisions | undefined,
  { unknownIds: unknown }: DeduplicatedFiles,
): Pick<RunReport, 'warnings'> {
  if (unknown.length === 0) return {}
  if (search.source.onError !== 'skip') throw unknownIds(file!, decisions!, unknown)
  return { warnings: [`${file}: ${unknownText(unknown)}`] }
}

async function run(plan: DedupPlan, decisions: Decisions | undefined, context: Context): Promise<Outcome> {
  const outputs = dedupOutputs(plan)
  checkAllWritable(outputs, [plan.manifest, plan.search.report, ...copiedOutputs(plan)])
  const { lifetime, progress, given } = context
  return runSearch(plan.search, outputs, context, starting(plan, decisions), async (found) => {
    const warnings = unknownDecisions(plan, decisions, found)
    const tables = await found.writeTables(plan.search, lifetime)
    const { counts, originals } = await found.writeFiles(plan, lifetime)
    if (plan.search.report) tables.push(await writeReport(plan.search, given, found))
    // All files are complete by now: if this is interrupted, the kept documents can be added to the index later.
    const adding = (documents: number) => progress.count('adding to the index', documents, 'document')
    const addition = plan.add ? await found.addToIndex(adding) : undefined
    return {
      ...counts,
      ...warnings,
      ...(addition && { addition }),
      written: [...splitOutputs(plan, counts, originals), ...tables],
    }
  })
}
