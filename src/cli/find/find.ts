import { checkWritable } from '../../write/node-open-table.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import { checkDistinct } from '../output/outputs.js'
import { planSearch, tablesOf } from './plan-search.js'
import { runSearch } from './run-search.js'
import { idColumns, idsOfFound, writeClusters, writePairs } from './write-results.js'

/** `likewise find`: pairs and clusters. */
export async function find(inputs: readonly string[], values: OptionValues, context: Context): Promise<void> {
  const plan = planSearch(inputs, values)
  const outputs = tablesOf(plan)
  checkDistinct(outputs, inputs)
  for (const { path } of outputs) checkWritable(path)
  await runSearch(plan, outputs, context, async ({ source, result }) => {
    if (outputs.length === 0) return {}
    const idOf = idsOfFound(source, result)
    if (plan.pairs) await writePairs(plan.pairs, result.pairs, idColumns(source), idOf, context.lifetime)
    if (plan.clusters) await writeClusters(plan.clusters, result.clusters, idOf, context.lifetime)
    return {}
  })
}
