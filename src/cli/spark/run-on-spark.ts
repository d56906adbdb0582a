import { viewAt } from '../../cluster/cluster-columns.js'
import type { SparkOptions } from '../../engine/spark/spark-options.js'
import { idsOfSides } from '../../node/found-in-files.js'
import { openSpark, type SparkFoundFiles } from '../../node/spark-search.js'
import { writeClusters, writePairs } from '../../node/write-results.js'
import type { Lifetime } from '../../temporary/lifetime.js'
import { pathsOf, type Written } from '../../write/written.js'
import type { Context } from '../context.js'
import type { SearchPlan } from '../find/plan-search.js'
import { searchParts } from '../find/search-parts.js'
import type { Outcome } from '../outcome.js'
import { type ReportedRun, type RunReport, runReport } from '../output/report.js'
import { summaryText } from '../output/summary.js'

/** What a command does with the result while the Spark application is still running. */
type FinishOnSpark = (
  found: SparkFoundFiles,
) => Promise<Partial<RunReport> & { readonly written: readonly Written[] }>

/** Searches on Spark, writes the requested tables of pairs and clusters, lets `finish` write more, and reports. */
export async function runOnSpark(
  plan: SearchPlan,
  spark: SparkOptions,
  { lifetime, progress }: Context,
  finish?: FinishOnSpark,
): Promise<Outcome> {
  const stop = new AbortController()
  const { request, reading, against } = searchParts(plan, stop.signal, progress.show)
  const { onError, ...read } = reading
  const engine = openSpark({ ...spark, ...read })
  const release = lifetime.onEnd(async () => {
    stop.abort()
    await engine.close()
  })
  try {
    progress.step('planning, and starting Spark')
    const found = await engine.find(
      plan.inputs,
      {
        ...request,
        ...(onError !== undefined && { onError }),
        ...(against !== undefined && { against: against.source as readonly string[] }),
      },
      { signal: stop.signal, onProgress: progress.show },
      against?.fields,
    )
    progress.step('writing')
    const tables = await writeTables(plan, found, lifetime)
    const finished = await finish?.(found)
    const report = {
      inputs: plan.inputs,
      ...(plan.as !== undefined && { as: plan.as }),
      ...runReport(reportedRun(found), found.explained, plan.against?.inputs),
      engine: { name: 'spark', ...found.spark },
      ...finished,
      written: [...(finished?.written ?? []), ...tables],
    }
    const { skipped } = found.summary
    return { report, text: (printer) => summaryText(report, skipped, pathsOf(report.written), printer) }
  } finally {
    release()
    await engine.close()
  }
}

async function writeTables(
  { pairs, clusters }: SearchPlan,
  files: SparkFoundFiles,
  lifetime: Lifetime,
): Promise<Written[]> {
  if (pairs === undefined && clusters === undefined) return []
  const { found, source } = files
  const idOf = await found.idsOf([...found.pairs.a, ...found.pairs.b, ...found.clusters.members])
  const written: Written[] = []
  if (pairs) {
    const sides = source.against && { boundary: found.boundary, alsoWithin: files.alsoWithin }
    written.push(await writePairs(pairs, files.pairBatches(), idsOfSides(source, idOf), { lifetime }, sides))
  }
  if (clusters) {
    const views = Array.from(found.clusters.centers, (_, row) => viewAt(found.clusters, row))
    written.push(await writeClusters(clusters, views, idOf, { lifetime }))
  }
  return written
}

function reportedRun({ summary, source, found, alsoWithin }: SparkFoundFiles): ReportedRun {
  const { against, pairs, clusters, ...counts } = summary
  return {
    ...counts,
    source,
    pairs: { count: pairs },
    clusters: { length: clusters },
    ...(against && { against: { ...against, boundary: found.boundary, alsoWithin } }),
    unicodeFallbacks: 0,
    spilledBytes: 0,
  }
}
