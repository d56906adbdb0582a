import type { StoredPolicy } from '../../cluster/survivor-policy.js'
import { policyOf } from '../../dedup/dedup-request.js'
import { SPARK_FORMAT } from '../../dedup/manifest.js'
import type { SparkOptions } from '../../engine/spark/spark-options.js'
import { isOfSpark, TABLE } from '../../node/spark-inputs.js'
import { checkFolder } from '../../write/node-sink.js'
import { writeWhole } from '../../write/node-write-whole.js'
import type { Context } from '../context.js'
import { type DedupPlan, dedupOutputs } from '../dedup/plan-dedup.js'
import { splitOutputs } from '../dedup/split-plan.js'
import type { Outcome } from '../outcome.js'
import { UsageError } from '../usage-error.js'
import { runOnSpark } from './run-on-spark.js'

/** The policies that Spark supports. */
function isPossible(policy: StoredPolicy): policy is 'first' | 'longest' {
  return policy === 'first' || policy === 'longest'
}

/** `likewise dedup --engine spark`: Spark writes what is kept and removed, each as a folder of part files. */
export async function dedupOnSpark(
  plan: DedupPlan,
  spark: SparkOptions,
  overwrite: boolean,
  context: Context,
): Promise<Outcome> {
  const { kept, removed, manifest, inputs, dryRun } = plan
  if (plan.survivor !== undefined && !isPossible(plan.survivor)) {
    throw new UsageError(
      'Spark supports only --survivor first and --survivor longest',
      'use one of them, or --engine node',
    )
  }
  for (const { option, path } of [kept, removed]) {
    if (!TABLE.test(path) && !/\.(jsonl|json|parquet|csv)$/.test(path))
      throw new UsageError(
        `Spark cannot write the format of ${option} ${path}`,
        'use a name that ends with .jsonl, .parquet or .csv, or table:NAME',
      )
  }
  if (TABLE.test(manifest.path))
    throw new UsageError('the manifest must be a file', 'use a name that ends with .json')
  if (!dryRun && !isOfSpark(manifest.path)) checkFolder(manifest.path)
  const outputs = [kept.path, removed.path, ...[manifest.path].filter(isOfSpark)]
  const writing = { overwrite, ...(!dryRun && { outputs }) }
  return runOnSpark(plan.search, spark, context, writing, async (found, store) => {
    const files = { kept: kept.path, removed: removed.path, overwrite }
    const policy = policyOf(plan, found.summary.plan)
    const survivor = isPossible(policy) ? policy : 'first'
    const counts = await found.dedup({ survivor, ...(dryRun ? {} : { files }) })
    if (dryRun) return { ...counts, written: [], wouldWrite: dedupOutputs(plan).map(({ path }) => path) }
    const { plan: followed } = found.summary
    const content = {
      format: SPARK_FORMAT,
      version: 2,
      inputs,
      kept: { path: kept.path, documents: counts.kept },
      removed: { path: removed.path, documents: counts.removed },
      survivor,
      plan: followed,
      spark: found.spark,
    }
    const text = JSON.stringify(content, null, 1)
    await store(manifest.path, (path) => writeWhole(path, `${text}\n`))
    return {
      ...counts,
      written: splitOutputs(plan, counts, undefined),
    }
  })
}
