import type { IdOf } from '../engine/local/ids.js'
import type { PairStream } from '../engine/local/pair-stream.js'
import type { Cluster } from '../model/cluster.js'
import type { Lifetime } from '../temporary/lifetime.js'
import type { Column } from '../write/column.js'
import { idColumn, type Output } from '../write/node-output.js'
import { writeTable } from '../write/node-write-table.js'
import type { Written } from '../write/written.js'

/** Writes the pairs, by ids. */
export async function writePairs(
  output: Output,
  pairs: PairStream,
  idField: string | undefined,
  idOf: IdOf,
  lifetime: Lifetime,
): Promise<Written> {
  const id = idColumn(idField, output)
  const table = [
    { name: 'a', type: id },
    { name: 'b', type: id },
    { name: 'similarity', type: 'number' },
  ] as const
  return writeTable(output, table, lifetime, async (writer) => {
    for (const { count, a, b, similarity } of pairs.batches()) {
      for (let i = 0; i < count; i++) {
        const wait = writer.write({ a: idOf(a[i]!), b: idOf(b[i]!), similarity: similarity[i]! })
        if (wait !== undefined) await wait
      }
    }
  })
}

const CLUSTER_COLUMNS: readonly Column[] = [
  { name: 'cluster', type: 'integer' },
  { name: 'members', type: 'json' },
  { name: 'size', type: 'integer' },
  { name: 'pairs', type: 'integer' },
  { name: 'leastSimilarity', type: 'number' },
  { name: 'meanSimilarity', type: 'number' },
]

/** Writes the clusters, numbered from 0 in the order of their first members. */
export async function writeClusters(
  output: Output,
  clusters: Iterable<Cluster>,
  idOf: IdOf,
  lifetime: Lifetime,
): Promise<Written> {
  return writeTable(output, CLUSTER_COLUMNS, lifetime, async (writer) => {
    let number = 0
    for (const { members, pairs, leastSimilarity, meanSimilarity } of clusters) {
      const wait = writer.write({
        cluster: number++,
        members: members.map(idOf),
        size: members.length,
        pairs,
        leastSimilarity,
        meanSimilarity,
      })
      if (wait !== undefined) await wait
    }
  })
}
