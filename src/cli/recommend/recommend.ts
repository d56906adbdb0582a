import { chooseTreatment } from '../../apps/recommend/choose-treatment.js'
import { groupItems } from '../../apps/recommend/item-groups.js'
import { makePreferences } from '../../apps/recommend/preferences.js'
import { Recommender } from '../../apps/recommend/recommender.js'
import { joinInKernel } from '../../kernel/join-in-kernel.js'
import type { Cluster } from '../../model/cluster.js'
import type { OnProgress } from '../../model/on-progress.js'
import { writeClusters } from '../../node/write-results.js'
import { pathsOf, type Written } from '../../write/written.js'
import type { Context } from '../context.js'
import { inputReport } from '../input/input-report.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkDistinct, checkOutputs } from '../output/outputs.js'
import { processCost } from '../output/process-cost.js'
import { readingProgress } from '../output/reading-progress.js'
import { asUsage, UsageError } from '../usage-error.js'
import { evaluate } from './evaluate.js'
import { outputsOf, planRecommend, type RecommendPlan, SCALE_FLAGS } from './plan-recommend.js'
import { readEvents } from './read-events.js'
import { findTitles, type Titles } from './read-titles.js'
import { type RecommendReport, reportText } from './report.js'
import { writeRecommendations, writeSimilar } from './write-preferences.js'

/** The number of customers shown if none is requested. */
const SHOWN = 3

/** `likewise recommend`: finds customers with similar preferences, items that go together, and what a customer might like next. */
export async function recommend(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const plan = planRecommend(inputs, values)
  const outputs = outputsOf(plan)
  checkOutputs(outputs, inputs, values)
  const { progress } = context
  const read = await readEvents(plan.inputs, plan, (files) =>
    readingProgress(progress, 'reading', files, 'event'),
  )
  checkDistinct(outputs, read.files)
  const { histories } = read
  checkNamed('--for', plan.customer, histories.customers)
  checkNamed('--like', plan.like, histories.items)
  const onProgress: OnProgress = (stage, done, total) => progress.share(stage, done, total)
  const groupOptions = {
    join: joinInKernel,
    ...(plan.groupThreshold !== undefined && { threshold: plan.groupThreshold }),
  }
  progress.step('comparing items')
  const { by } = plan
  const treatment = asUsage(
    () => chooseTreatment(histories, plan.scale, { by, groups: groupOptions }),
    SCALE_FLAGS,
  )
  const { scale, fading } = treatment
  const preferences = asUsage(() => makePreferences(histories, scale), SCALE_FLAGS)
  const recommender = new Recommender(preferences, { by, groups: groupOptions, ...fading })
  const titles = await findTitles(plan.titles, inputs, preferences.items, {
    onError: plan.onError,
    memory: plan.read.memory,
  })
  const groups = plan.clusters === undefined ? undefined : groupItems(preferences, groupOptions)
  const answers = answersOf(plan, recommender)
  const measured = plan.evaluate
    ? evaluate(plan, histories, { by, groups: groupOptions }, onProgress)
    : undefined
  const written = await writeTables(plan, recommender, titles, groups, context)

  const report: RecommendReport = {
    inputs,
    filesRead: read.files.length,
    written,
    fields: read.columns ?? {},
    input: inputReport(read.notes),
    events: read.count,
    customers: preferences.customers.length,
    items: preferences.items.length,
    counted: preferences.incidence.sets.elements.length,
    dropped: preferences.dropped,
    repeated: preferences.repeated,
    skipped: read.skipped.length,
    ...(Number.isFinite(preferences.scale.max) && { scale: preferences.scale }),
    by,
    ...(fading.fade !== undefined && { fade: fading.fade }),
    ...(treatment.tried.length > 0 && {
      validation: { customers: treatment.customers, tried: treatment.tried },
    }),
    ...answers,
    ...(groups !== undefined && { clusters: groups.length }),
    ...(measured !== undefined && { evaluation: measured }),
    ...processCost(),
  }
  const isSingleQuery = plan.customer !== undefined || plan.like !== undefined
  const paths = pathsOf(written)
  return {
    report,
    text: () => reportText(report, { titles, skipped: read.skipped, written: paths, isSingleQuery }),
  }
}

/** The requested answers: for a customer, for an item or, if neither was named, for a few sample customers. */
function answersOf(
  { customer, like, top }: RecommendPlan,
  recommender: Recommender,
): Pick<RecommendReport, 'recommendations' | 'similarCustomers' | 'like' | 'similarItems'> {
  const few =
    customer === undefined && like === undefined ? recommender.preferences.customers.slice(0, SHOWN) : []
  const shown = customer === undefined ? few : [customer]
  return {
    recommendations: shown.map((one) => ({
      customer: one,
      recommended: recommender
        .recommend(one, customer === undefined ? SHOWN : top)
        .map(({ customers: similarCustomers, ...recommendation }) => ({
          ...recommendation,
          similarCustomers,
        })),
    })),
    ...(customer !== undefined && { similarCustomers: recommender.similarCustomers(customer, top) }),
    ...(like !== undefined && { like, similarItems: recommender.similarItems(like, top) }),
  }
}

async function writeTables(
  plan: RecommendPlan,
  recommender: Recommender,
  titles: Titles,
  groups: readonly Cluster[] | undefined,
  { lifetime, progress }: Context,
): Promise<Written[]> {
  const { recommendations, similarCustomers, similarItems, clusters, top } = plan
  const { customers, items } = recommender.preferences
  const written: Written[] = []
  if (recommendations)
    written.push(
      await writeRecommendations(recommendations, recommender, top, titles, lifetime, (done) =>
        progress.share('writing recommendations', done, customers.length, 'customer'),
      ),
    )
  if (similarCustomers) {
    const similarTo = (name: string, done: number) => {
      progress.share('writing similar customers', done, customers.length, 'customer')
      return recommender.similarCustomers(name, top)
    }
    written.push(await writeSimilar(similarCustomers, 'customer', customers, lifetime, similarTo))
  }
  if (similarItems) {
    const similarTo = (name: string, done: number) => {
      progress.share('writing similar items', done, items.length, 'item')
      return recommender.similarItems(name, top)
    }
    written.push(await writeSimilar(similarItems, 'item', items, lifetime, similarTo))
  }
  if (clusters && groups)
    written.push(await writeClusters(clusters, groups, (item) => items[item]!, { lifetime }))
  return written
}

/** Rejects an unknown customer or item as a mistake on the command line. */
function checkNamed(option: string, name: string | undefined, known: readonly string[]): void {
  if (name === undefined || known.includes(name)) return
  throw new UsageError(`${option}: ${JSON.stringify(name)} is not in the input`, 'check the spelling')
}
