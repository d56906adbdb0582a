import { recluster as reclusterRun } from '../../engine/local/node-recluster.js'
import { count, counted, percent } from '../../model/quantities.js'
import { checkWritable } from '../../write/node-open-table.js'
import type { Context } from '../context.js'
import { writeClusters, writePairs } from '../find/write-results.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkDistinct, checkStdout, isJsonLines, type Output } from '../output/outputs.js'
import { processCost } from '../output/process-cost.js'
import { recallReport } from '../output/report.js'
import { row, writtenRows } from '../output/rows.js'
import { writeTable } from '../output/write-table.js'
import { pathsOf, type Written } from '../output/written.js'
import { UsageError } from '../usage-error.js'
import { checkRemembered, chooseRemembered } from './choose-remembered.js'

/** `likewise recluster`: clusters and survivors of a finished run at another threshold. */
export async function recluster(
  [folder]: readonly string[],
  values: OptionValues,
  { lifetime }: Context,
): Promise<Outcome> {
  const { threshold, survivor = 'first' } = values
  if (threshold === undefined) throw new UsageError('no threshold is given', 'add --threshold, such as 0.9')
  const clusterBy = values['cluster-by']
  const outputs = outputsOf(values)
  checkStdout(outputs, values.json === true)
  checkDistinct(outputs, [])
  for (const { path } of outputs) checkWritable(path)

  const found = reclusterRun(folder!, { threshold, ...(clusterBy && { clusters: clusterBy }) })
  checkRemembered(survivor, found)
  const idOf = (position: number) => found.memory.at(position).id
  const idType = (output: Output) =>
    found.idField === undefined ? 'integer' : isJsonLines(output) ? 'json' : 'string'
  let removed = 0
  const written: Written[] = []
  for (const output of outputs) {
    if (output.option === '--pairs')
      written.push(await writePairs(output, found.pairs, idType, idOf, lifetime))
    if (output.option === '--clusters')
      written.push(await writeClusters(output, found.clusters, idOf, lifetime))
    if (output.option === '--removed') {
      const columns = [
        { name: 'id', type: idType(output) },
        { name: 'survivor', type: idType(output) },
      ] as const
      const table = await writeTable(output, columns, lifetime, async (writer) => {
        for (const cluster of found.clusters) {
          const kept = chooseRemembered(cluster, survivor, found)
          for (const member of cluster.members) {
            if (member === kept) continue
            const wait = writer.write({ id: idOf(member), survivor: idOf(kept) })
            if (wait !== undefined) await wait
          }
        }
      })
      written.push(table)
    }
  }
  for (const { members } of found.clusters) removed += members.length - 1
  const { documents, empty, identical, pairs, pairsOmitted, clusters, promised, plan } = found
  const report = {
    inputs: [folder!],
    written,
    fields: { id: found.idField ?? null },
    threshold,
    documents,
    empty,
    identical,
    pairs: pairs.count,
    pairsOmitted,
    clusters: clusters.length,
    kept: documents - removed,
    removed,
    recall: recallReport({ wished: plan.recall, promised }),
    ...processCost(),
    plan,
  }
  return {
    report,
    text: () =>
      [
        row('documents', count(documents)),
        row('pairs', `${count(pairs.count)} at ${threshold} or above`),
        row('clusters', count(clusters.length)),
        row('removed', `${count(removed)}, ${counted(documents - removed, 'document')} kept`),
        row('recall', `≥ ${percent(promised)} at similarity ${threshold}`),
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
