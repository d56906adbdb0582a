import type { Removal } from '../../cluster/removal.js'
import { chooseSurvivors } from '../../dedup/choose-survivors.js'
import { type Decisions, keepDecided, parseDecisions, withKeptSources } from '../../dedup/decisions.js'
import { openSources } from '../../dedup/document-source.js'
import { locateDecisions, unknownIds, unknownText } from '../../dedup/locate-decisions.js'
import { countRemoved, partition } from '../../dedup/partition.js'
import type { IdOf } from '../../engine/stages/read/ids.js'
import { addKept, checkAddable } from '../../node/add-kept.js'
import { idsOfFound } from '../../node/found-in-files.js'
import type { Search } from '../../node/search.js'
import { isOfSpark, isReadBySpark } from '../../node/spark-inputs.js'
import { readText } from '../../read/node-read-text.js'
import { maxSmallFileBytes } from '../../read/record-limit.js'
import { survivorReason } from '../../report/survivor-reason.js'
import type { Added } from '../../store/store.js'
import { inFolder } from '../../write/node-in-folder.js'
import type { Context } from '../context.js'
import { runSearch } from '../find/run-search.js'
import { writeReport } from '../find/write-report.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { writeFound } from '../output/found-tables.js'
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
  return runSearch(plan.search, [], context, async (search) => {
    const { removal, warnings } = choose(plan, decisions, search, idsOfFound(search))
    return {
      ...(await countRemoved(plan, search, removal)),
      ...warnings,
      written: [],
      wouldWrite: dedupOutputs(plan).map(({ path }) => path),
    }
  })
}

/** The documents to remove, and what to warn about. */
interface Choice {
  readonly removal: Removal
  readonly warnings: Pick<RunReport, 'warnings'>
}

/** Chooses the documents to remove, by the policy and by the decisions of a person. */
function choose(plan: DedupPlan, decisions: Decisions | undefined, search: Search, idOf: IdOf): Choice {
  if (decisions === undefined) return { removal: chooseSurvivors(search, plan), warnings: {} }
  const { decisions: located, unknown } = locateDecisions(search, decisions, idOf)
  if (unknown.length > 0 && plan.search.source.onError !== 'skip')
    throw unknownIds(plan.decisions!, decisions, unknown)
  const removal = chooseSurvivors(search, plan, located)
  const sources = openSources(search, plan.source)
  try {
    return {
      removal: keepDecided(removal, located, sources.sourceAt),
      warnings: unknown.length === 0 ? {} : { warnings: [`${plan.decisions}: ${unknownText(unknown)}`] },
    }
  } finally {
    sources.close()
  }
}

async function run(plan: DedupPlan, decisions: Decisions | undefined, context: Context): Promise<Outcome> {
  const outputs = dedupOutputs(plan)
  checkAllWritable(outputs, [plan.manifest, plan.search.report, ...copiedOutputs(plan)])
  const finish = async (search: Search) => {
    if (plan.add) checkAddable(search)
    const idOf = idsOfFound(search)
    const { lifetime } = context
    const { removal, warnings } = choose(plan, decisions, search, idOf)
    const tables = await writeFound(plan.search, search, idOf, lifetime)
    const { counts, originals } = await partition(plan, search, removal, idOf, lifetime)
    if (plan.search.report)
      tables.push(
        await writeReport(
          plan.search,
          context.given,
          { ...search, idOf },
          { ...counts, removal, reason: survivorReason(plan, search.result.plan) },
        ),
      )
    const addition = plan.add ? await addToIndex(search, removal, context) : undefined
    return {
      ...counts,
      ...warnings,
      ...(addition && { addition }),
      written: [...splitOutputs(plan, counts, originals), ...tables],
    }
  }
  return runSearch(plan.search, outputs, context, finish, plan.add)
}

/** All files are complete by now: if this is interrupted, the kept documents can be added to the index later. */
function addToIndex(search: Search, { survivorOf }: Removal, { progress }: Context): Promise<Added> {
  return addKept(search, survivorOf, (documents) =>
    progress.count('adding to the index', documents, 'document'),
  )
}
