import { count, counted, percent } from '../../model/quantities.js'
import { reclusterFiles } from '../../node/recluster.js'
import { writeClusters, writePairs } from '../../node/write-results.js'
import { idColumn, type Output } from '../../write/node-output.js'
import { writeTable } from '../../write/node-write-table.js'
import { pathsOf, type Written } from '../../write/written.js'
import type { Context } from '../context.js'
import { idRow } from '../input/input-rows.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkOutputs, checkStdout } from '../output/outputs.js'
import { processCost } from '../output/process-cost.js'
import { omittedReport } from '../output/report.js'
import { row, writtenRows } from '../output/rows.js'
import { omittedText, thresholdText } from '../output/summary.js'
import { UsageError } from '../usage-error.js'

/** `likewise recluster`: recomputes clusters and survivors of a finished run at another threshold. */
export async function recluster(
  [folder]: readonly string[],
  values: OptionValues,
  { lifetime, progress }: Context,
): Promise<Outcome> {
  const { threshold } = values
  if (threshold === undefined)
    throw new UsageError('--threshold is required', 'add one, such as --threshold 0.9')
  const clusterBy = values['cluster-by']
  const perCluster = values['one-per-cluster'] === true
  if (values.survivor === 'center' && !perCluster) {
    throw new UsageError('--survivor center requires --one-per-cluster', 'add --one-per-cluster')
  }
  const outputs = outputsOf(values)
  checkStdout(outputs, values.json === true)
  checkOutputs(outputs, [], values)

  progress.step('reading the run')
  const { found, survivorOf, result } = await reclusterFiles(folder!, {
    threshold,
    ...(clusterBy && { clusters: clusterBy }),
    ...(values.survivor && { survivor: values.survivor }),
    onePerCluster: perCluster,
    onProgress: progress.show,
  })
  progress.step('writing')
  const idOf = (position: number) => found.memory.at(position).id
  const written: Written[] = []
  for (const output of outputs) {
    if (output.option === '--pairs')
      written.push(
        await writePairs(output, found.pairs.batches(), [{ idField: found.idField, idOf }], { lifetime }),
      )
    if (output.option === '--clusters')
      written.push(await writeClusters(output, found.clusters.views(), idOf, { lifetime }))
    if (output.option === '--removed') {
      const columns = [
        { name: 'id', type: idColumn(found.idField, output) },
        { name: 'survivor', type: idColumn(found.idField, output) },
      ] as const
      const table = await writeTable(output, columns, lifetime, async (writer) => {
        for (const [position, kept] of survivorOf.entries()) {
          if (position === kept) continue
          const wait = writer.write({ id: idOf(position), survivor: idOf(kept) })
          if (wait !== undefined) await wait
        }
      })
      written.push(table)
    }
  }
  const { plan, pairsOmitted, ...counts } = result.summary
  const { documents, empty, identical, equal, pairs, clusters, kept, removed, recall } = counts
  const report = {
    inputs: [folder!],
    written,
    filesRead: found.filesRead,
    fields: { id: found.idField ?? null },
    threshold,
    documents,
    empty,
    identical,
    equal,
    pairs,
    ...omittedReport(pairsOmitted),
    clusters,
    kept,
    removed,
    recall,
    ...processCost(),
    plan,
  }
  return {
    report,
    text: () =>
      [
        row('documents', count(documents)),
        row(...idRow({ id: found.idField ?? null })),
        row(
          'pairs',
          `${count(pairs)} at ${thresholdText(plan, threshold)} or above${omittedText(report, plan)}`,
        ),
        row('clusters', count(clusters)),
        row('removed', `${counted(removed, 'document')}; ${count(kept)} kept`),
        row(
          'recall',
          `${recall.guaranteed === 1 ? '' : '≥ '}${percent(recall.guaranteed)} at ${plan.similarity ?? 'similarity'} ${threshold}`,
        ),
        ...writtenRows(pathsOf(written)),
      ].join(''),
  }
}

function outputsOf(values: OptionValues): Output[] {
  return (['pairs', 'clusters', 'removed'] as const).flatMap((name) => {
    const path = values[name]
    return path === undefined ? [] : [{ option: `--${name}`, path }]
  })
}
