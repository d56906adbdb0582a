import { chooseFading } from '../../apps/recommend/choose-fading.js'
import { groupItems } from '../../apps/recommend/item-groups.js'
import { measureRecommender } from '../../apps/recommend/measure.js'
import { Recommender } from '../../apps/recommend/recommender.js'
import { makeTastes } from '../../apps/recommend/tastes.js'
import type { Cluster } from '../../model/cluster.js'
import { InvalidOption, InvalidValue } from '../../model/errors.js'
import { checkWritable } from '../../write/node-open-table.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import { checkDistinct, STDOUT } from '../output/outputs.js'
import { UsageError } from '../usage-error.js'
import { outputsOf, planRecommend } from './plan-recommend.js'
import { readEvents, readTitles, titlesIn } from './read-events.js'
import { type RecommendReport, reportText } from './report.js'
import { writeGroups, writeRecommendations, writeSimilar } from './write-tastes.js'

/** How many customers are shown where none is asked for. */
const SHOWN = 3

/** `likewise recommend`: who has the same taste, what goes together, and what a customer would like next. */
export async function recommend(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<void> {
  const plan = planRecommend(inputs, values)
  const outputs = outputsOf(plan)
  checkDistinct(outputs, inputs)
  for (const { path } of outputs) checkWritable(path)
  const { events, columns, files, skipped } = await readEvents(plan.inputs, plan)
  checkDistinct(outputs, files)
  const { top, by } = plan
  const groupOptions = plan.groupThreshold === undefined ? {} : { threshold: plan.groupThreshold }
  const tastes = asUsage(() => makeTastes(events, plan.scale))
  const fading = plan.like === undefined ? chooseFading(events, plan.scale, { by }) : {}
  const recommender = new Recommender(tastes, { by, groups: groupOptions, ...fading })
  const titlesFile = plan.titles ?? (inputs.length === 1 ? titlesIn(inputs[0]!) : undefined)
  const titles =
    titlesFile === undefined
      ? new Map<string, string>()
      : await readTitles(titlesFile, new Set(tastes.items), plan.onError)
  const asked = plan.customer ?? (plan.like === undefined ? undefined : null)
  const shown = asked === null ? [] : asked === undefined ? tastes.customers.slice(0, SHOWN) : [asked]
  let groups: readonly Cluster[] | undefined

  const report: RecommendReport = {
    events: events.length,
    customers: tastes.customers.length,
    items: tastes.items.length,
    kept: tastes.incidence.sets.elements.length,
    dropped: tastes.dropped,
    repeated: tastes.repeated,
    skipped: skipped.length,
    columns,
    ...(Number.isFinite(tastes.scale.most) && { scale: tastes.scale }),
    by,
    ...(fading.fade !== undefined && { fade: fading.fade }),
    ...(plan.customer !== undefined && {
      similarCustomers: namedOr('--for', () => recommender.similarCustomers(plan.customer!, top)),
    }),
    ...(plan.like !== undefined && {
      like: plan.like,
      similarItems: namedOr('--like', () => recommender.similarItems(plan.like!, top)),
    }),
    recommendations: shown.map((customer) => ({
      customer,
      items: namedOr('--for', () =>
        recommender.recommend(customer, plan.customer === undefined ? SHOWN : top),
      ),
    })),
    ...(plan.evaluate && { measured: measureRecommender(events, plan.scale, { by, groups: groupOptions }) }),
  }
  if (plan.recommendations)
    await writeRecommendations(plan.recommendations, recommender, top, titles, context.lifetime)
  if (plan.similarCustomers) {
    await writeSimilar(plan.similarCustomers, 'customer', tastes.customers, context.lifetime, (name) =>
      recommender.similarCustomers(name, top),
    )
  }
  if (plan.similarItems) {
    await writeSimilar(plan.similarItems, 'item', tastes.items, context.lifetime, (name) =>
      recommender.similarItems(name, top),
    )
  }
  if (plan.clusters) {
    groups = groupItems(tastes, groupOptions)
    await writeGroups(plan.clusters, tastes.items, groups, context.lifetime)
  }
  const whole: RecommendReport = {
    ...report,
    ...(groups !== undefined && { groups: groups.length }),
    seconds: Math.round(performance.now()) / 1000,
  }
  if (!plan.quiet) {
    const carriesData = plan.json || outputs.some(({ path }) => path === STDOUT)
    const printer = carriesData ? context.terminal.err : context.terminal.out
    const written = outputs.filter(({ path }) => path !== STDOUT).map(({ path }) => path)
    printer.print(reportText(whole, { titles, skipped, written, inputs, isAsked: asked !== undefined }))
  }
  if (plan.json) context.terminal.out.print(`${JSON.stringify(whole)}\n`)
}

/** What the ratings themselves show to be a wrong option. */
function asUsage<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw error instanceof InvalidOption ? UsageError.from(error) : error
  }
}

/** An unknown customer or item is a slip on the command line. */
function namedOr<Result>(option: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    throw new UsageError(
      `${option}: the input does not name ${JSON.stringify(error.value)}`,
      'check the spelling',
    )
  }
}
