import { idsOfFound } from '../../node/found-in-files.js'
import { writeClusters, writePairs } from '../../node/write-results.js'
import { checkWritable } from '../../write/node-open-table.js'
import { checkFolder } from '../../write/node-sink.js'
import type { Written } from '../../write/written.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkDistinct, checkOverwrite } from '../output/outputs.js'
import { planSearch, searchOutputs } from './plan-search.js'
import { runSearch } from './run-search.js'
import { writeReport } from './write-report.js'

/** `likewise find`: pairs and clusters. */
export async function find(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const plan = planSearch(inputs, values)
  const outputs = searchOutputs(plan)
  checkDistinct(outputs, inputs)
  checkOverwrite(outputs, values)
  for (const output of outputs) {
    if (output === plan.report) checkFolder(output.path)
    else checkWritable(output.path)
  }
  return runSearch(plan, outputs, context, async (found) => {
    const { source, result } = found
    const written: Written[] = []
    if (outputs.length === 0) return { written }
    const idOf = idsOfFound(found)
    const writing = { lifetime: context.lifetime, collect: result.thread.collect }
    if (plan.pairs)
      written.push(
        await writePairs(plan.pairs, result.pairs.batches(), [{ idField: source.idField, idOf }], writing),
      )
    if (plan.clusters)
      written.push(await writeClusters(plan.clusters, result.clusters.views(), idOf, writing))
    if (plan.report) written.push(await writeReport(plan, { ...found, idOf }))
    return { written }
  })
}
