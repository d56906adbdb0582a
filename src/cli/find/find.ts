import { findFiles } from '../../node/find.js'
import { isOfSpark } from '../../node/spark-inputs.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkOutputs } from '../output/outputs.js'
import { sparkRequest } from '../spark/spark-request.js'
import { planSearch, searchOutputs } from './plan-search.js'
import { runSearch } from './run-search.js'
import { writeReport } from './write-report.js'

/** `likewise find`: finds pairs and clusters. */
export async function find(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const plan = planSearch(inputs, values)
  const outputs = searchOutputs(plan)
  const spark = sparkRequest(values)
  const local = spark === undefined ? outputs : outputs.filter(({ path }) => !isOfSpark(path))
  checkOutputs(local, inputs, values, [plan.report])
  if (spark !== undefined) {
    const { runOnSpark } = await import('../spark/run-on-spark.js')
    return runOnSpark(plan, spark, context, { overwrite: values.force === true })
  }
  return runSearch(
    plan,
    outputs,
    context,
    (parts, hooks) => findFiles(inputs, parts, hooks),
    async (found) => {
      const written = await found.writeTables(plan, context.lifetime)
      if (plan.report) written.push(await writeReport(plan, context.given, found))
      return { written }
    },
  )
}
