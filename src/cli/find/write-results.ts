import { type IdOf, readIds } from '../../engine/local/ids.js'
import type { LocalResult } from '../../engine/local/local-engine.js'
import type { PairStream } from '../../engine/local/pair-stream.js'
import type { Cluster } from '../../model/cluster.js'
import { checkUnchanged } from '../../read/node-input-stamps.js'
import type { Source } from '../../read/source.js'
import type { Column } from '../../write/column.js'
import type { Lifetime } from '../lifetime.js'
import { isJsonLines, type Output } from '../output/outputs.js'
import { writeTable } from '../output/write-table.js'
import type { Written } from '../output/written.js'

/** Writes the pairs, by ids. */
export async function writePairs(
  output: Output,
  pairs: PairStream,
  columns: IdColumns,
  idOf: IdOf,
  lifetime: Lifetime,
): Promise<Written> {
  const id = columns(output)
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

/** The ids of all documents that are in a pair or a cluster. */
export function idsOfFound(source: Source, { places, pairs, clusters }: LocalResult): IdOf {
  const idOf = readIds(source, places, (want) => {
    for (const { a, b } of pairs.batches()) {
      for (const list of [a, b]) for (const position of list) want(position)
    }
    for (const { members } of clusters) for (const position of members) want(position)
  })
  checkUnchanged(source)
  return idOf
}

export type IdColumns = (output: Output) => Column['type']

/** In JSON Lines an id is as it was; the other formats want one type for all, which is text unless ids are numbers. */
export function idColumns({ idField }: Source): IdColumns {
  return (output) => (idField === undefined ? 'integer' : isJsonLines(output) ? 'json' : 'string')
}
