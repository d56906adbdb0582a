import { checkWritable } from '../../write/node-open-table.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkDistinct, checkOverwrite } from '../output/outputs.js'
import type { Written } from '../output/written.js'
import { planSearch, tablesOf } from './plan-search.js'
import { runSearch } from './run-search.js'
import { idColumns, idsOfFound, writeClusters, writePairs } from './write-results.js'

/** `likewise find`: pairs and clusters. */
export async function find(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const plan = planSearch(inputs, values)
  const outputs = tablesOf(plan)
  checkDistinct(outputs, inputs)
  checkOverwrite(outputs, values)
  for (const { path } of outputs) checkWritable(path)
  return runSearch(plan, outputs, context, async ({ source, result }) => {
    const written: Written[] = []
    if (outputs.length === 0) return { written }
    const idOf = idsOfFound(source, result)
    const { lifetime } = context
    if (plan.pairs)
      written.push(await writePairs(plan.pairs, result.pairs, idColumns(source), idOf, lifetime))
    if (plan.clusters) written.push(await writeClusters(plan.clusters, result.clusters, idOf, lifetime))
    return { written }
  })
}
