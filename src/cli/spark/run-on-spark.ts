import { type ClusterColumns, type ClusterView, viewAt } from '../../cluster/cluster-columns.js'
import type { SparkOptions } from '../../engine/spark/spark-options.js'
import { idsOfSides } from '../../node/found-in-files.js'
import { isOfSpark, TABLE } from '../../node/spark-inputs.js'
import type { SparkFoundFiles } from '../../node/spark-search.js'
import { writeClusters, writePairs } from '../../node/write-results.js'
import type { Lifetime } from '../../temporary/lifetime.js'
import { outputKind } from '../../write/output-format.js'
import { pathsOf, type Written } from '../../write/written.js'
import type { Context } from '../context.js'
import type { SearchPlan } from '../find/plan-search.js'
import type { Outcome } from '../outcome.js'
import { type ReportedRun, type RunReport, runReport } from '../output/report.js'
import { summaryText } from '../output/summary.js'
import { withSpark } from './with-spark.js'

/** Writes an output: a file of this machine, or what only Spark can write. */
type Store = <Result>(path: string, write: (path: string) => Promise<Result>) => Promise<Result>

/** What a command does with the result while the Spark application is still running. */
type FinishOnSpark = (
  found: SparkFoundFiles,
  store: Store,
) => Promise<Partial<RunReport> & { readonly written: readonly Written[] }>

/** How outputs are written. */
interface Writing {
  readonly overwrite: boolean
  /** What `finish` will write through Spark. */
  readonly outputs?: readonly string[]
}

/** Searches on Spark, writes the requested tables of pairs and clusters, lets `finish` write more, and reports. */
export async function runOnSpark(
  plan: SearchPlan,
  spark: SparkOptions,
  context: Context,
  { overwrite, outputs = [] }: Writing,
  finish?: FinishOnSpark,
): Promise<Outcome> {
  const tables = [plan.pairs, plan.clusters].filter((output) => output !== undefined)
  const remote = tables.map(({ path }) => path).filter(isOfSpark)
  for (const path of remote) if (!TABLE.test(path)) outputKind(path)
  const { lifetime, progress } = context
  return withSpark(plan, spark, context, async ({ engine, request, control, onError, againstFields }) => {
    progress.step('planning, and starting Spark')
    const found = await engine.find(
      plan.inputs,
      { ...request, ...(onError !== undefined && { onError }) },
      control,
      {
        againstFields,
        onlyTexts: outputs.length === 0,
        ...(remote.length + outputs.length > 0 && {
          outputs: { outputs: [...outputs, ...remote], overwrite },
        }),
      },
    )
    const store: Store = (path, write) =>
      isOfSpark(path) ? engine.store(path, overwrite, write) : write(path)
    progress.step('writing')
    const written = await writeTables(plan, found, lifetime, store)
    const finished = await finish?.(found, store)
    const report = {
      inputs: plan.inputs,
      ...(plan.as !== undefined && { as: plan.as }),
      ...runReport(reportedRun(found), found.explained, plan.against?.inputs),
      engine: { name: 'spark', ...found.spark },
      ...finished,
      written: [...(finished?.written ?? []), ...written],
    }
    const { skipped } = found.summary
    return { report, text: (printer) => summaryText(report, skipped, pathsOf(report.written), printer) }
  })
}

async function writeTables(
  { pairs, clusters }: SearchPlan,
  files: SparkFoundFiles,
  lifetime: Lifetime,
  store: Store,
): Promise<Written[]> {
  if (pairs === undefined && clusters === undefined) return []
  const { found, source } = files
  const idOf = await found.idsOf([found.pairs.a, found.pairs.b, found.clusters.members])
  const written: Written[] = []
  if (pairs) {
    const sides = source.against && { boundary: found.boundary, alsoWithin: files.alsoWithin }
    const done = await store(pairs.path, (path) =>
      writePairs({ ...pairs, path }, files.pairBatches(), idsOfSides(source, idOf), { lifetime }, sides),
    )
    written.push({ ...done, path: pairs.path })
  }
  if (clusters) {
    const done = await store(clusters.path, (path) =>
      writeClusters({ ...clusters, path }, viewsOf(found.clusters), idOf, { lifetime }),
    )
    written.push({ ...done, path: clusters.path })
  }
  return written
}

function* viewsOf(clusters: ClusterColumns): Generator<ClusterView, void> {
  for (let row = 0; row < clusters.centers.length; row++) yield viewAt(clusters, row)
}

function reportedRun({ summary, source, found, alsoWithin }: SparkFoundFiles): ReportedRun {
  const { against, pairs, clusters, ...counts } = summary
  return {
    ...counts,
    source,
    pairs: { count: pairs },
    clusters: { length: clusters },
    ...(against && { against: { ...against, boundary: found.boundary, alsoWithin } }),
    unicodeFallbacks: found.answer.unicodeFallbacks,
    spilledBytes: 0,
  }
}
