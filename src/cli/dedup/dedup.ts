import { checkWritable } from '../../write/node-open-table.js'
import { checkFolder } from '../../write/node-sink.js'
import type { Context } from '../context.js'
import { runSearch } from '../find/run-search.js'
import { idColumns, idsOfFound, writeClusters, writePairs } from '../find/write-results.js'
import type { OptionValues } from '../options/table.js'
import { inFolder } from '../output/make-folder.js'
import { checkDistinct } from '../output/outputs.js'
import { divide } from './divide.js'
import { type DedupPlan, dedupOutputs, planDedup } from './plan-dedup.js'

/** `likewise dedup`: what is kept, what is removed and why, and a manifest. */
export async function dedup(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<void> {
  const plan = planDedup(inputs, values)
  checkDistinct(dedupOutputs(plan), inputs)
  await inFolder(plan.folder, context.lifetime, () => run(plan, context))
}

async function run(plan: DedupPlan, context: Context): Promise<void> {
  const outputs = dedupOutputs(plan)
  for (const output of outputs) {
    if (output === plan.manifest) checkFolder(output.path)
    else checkWritable(output.path)
  }
  await runSearch(plan.search, outputs, context, async (search) => {
    const { source, result } = search
    const idOf = idsOfFound(source, result)
    const { pairs, clusters } = plan.search
    if (pairs) await writePairs(pairs, result.pairs, idColumns(source), idOf, context.lifetime)
    if (clusters) await writeClusters(clusters, result.clusters, idOf, context.lifetime)
    return divide(plan, search, idOf, context.lifetime)
  })
}
