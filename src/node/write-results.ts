import type { ClusterView } from '../cluster/cluster-columns.js'
import type { IdOf } from '../engine/stages/read/ids.js'
import type { AgainstSides } from '../engine/stages/run-result.js'
import type { Cluster } from '../model/cluster.js'
import type { PairBatch } from '../model/pair.js'
import type { Lifetime } from '../temporary/lifetime.js'
import type { Column } from '../write/column.js'
import { LongList } from '../write/long-list.js'
import type { TableWriter } from '../write/node-open-table.js'
import { idColumn, type Output } from '../write/node-output.js'
import { RowBytes } from '../write/node-row-bytes.js'
import { writeTable } from '../write/node-write-table.js'
import type { Written } from '../write/written.js'

/** The ids of the documents or sets of one side of pairs. */
export interface IdsOfSide {
  /** Undefined: ids are the numbers of the records. */
  readonly idField: string | undefined
  readonly idOf: IdOf
}

/** What writing takes place in. */
export interface Writing {
  readonly lifetime: Lifetime
  /** Called now and then to free memory, where that is bounded. */
  readonly collect?: () => void
}

/**
 * Writes the pairs, by ids; those of b are those of a where they are not named.
 *
 * @param sides where b may be of either side: a column tells which
 */
export async function writePairs(
  output: Output,
  batches: Iterable<PairBatch> | AsyncIterable<PairBatch>,
  [idsA, idsB = idsA]: readonly [IdsOfSide, IdsOfSide?],
  { lifetime, collect }: Writing,
  sides?: Pick<AgainstSides, 'boundary' | 'alsoWithin'>,
): Promise<Written> {
  const isMixed = sides?.alsoWithin === true
  const table: Column[] = [
    { name: 'a', type: idColumn(idsA.idField, output) },
    { name: 'b', type: idColumn(idsB.idField, output) },
    { name: 'similarity', type: 'number' },
    ...(isMixed ? [{ name: 'against', type: 'boolean' } as const] : []),
  ]
  return writeTable(output, table, lifetime, async (writer) => {
    const idOf = [idsA.idOf, idsB.idOf] as const
    const boundary = isMixed ? sides.boundary : undefined
    const rows = writer.text && new RowBytes(writer.text)
    for await (const batch of batches) {
      if (rows === undefined) await writePairRows(writer, batch, idOf, boundary)
      else await writePairLines(rows, batch, idOf, boundary)
      collect?.()
    }
    await rows?.flush()
  })
}

/** The ids of a and of b. */
type IdsOfPairs = readonly [IdOf, IdOf]

async function writePairRows(
  writer: Pick<TableWriter, 'write'>,
  { count, a, b, similarity }: PairBatch,
  [idOfA, idOfB]: IdsOfPairs,
  boundary: number | undefined,
): Promise<void> {
  for (let i = 0; i < count; i++) {
    const pair = { a: idOfA(a[i]!), b: idOfB(b[i]!), similarity: similarity[i]! }
    const wait = writer.write(boundary === undefined ? pair : { ...pair, against: b[i]! >= boundary })
    if (wait !== undefined) await wait
  }
}

async function writePairLines(
  rows: RowBytes,
  batch: PairBatch,
  idOf: IdsOfPairs,
  boundary: number | undefined,
): Promise<void> {
  for (let from = 0; from < batch.count; ) {
    from = addPairs(rows, batch, from, idOf, boundary)
    if (rows.isFull) await rows.flush()
  }
}

/** Adds pairs until there are enough of them to be written, and returns the number of the next one. */
function addPairs(
  rows: RowBytes,
  { count, a, b, similarity }: PairBatch,
  from: number,
  [idOfA, idOfB]: IdsOfPairs,
  boundary: number | undefined,
): number {
  let i = from
  for (; i < count && !rows.isFull; i++) {
    rows.add(idOfA(a[i]!))
    rows.add(idOfB(b[i]!))
    rows.add(similarity[i]!)
    if (boundary !== undefined) rows.add(b[i]! >= boundary)
    rows.endRow()
  }
  return i
}

/** Members beyond which those of a cluster are written one after the other. */
const LONG_CLUSTER = 10_000

const CLUSTER_COLUMNS: readonly Column[] = [
  { name: 'cluster', type: 'integer' },
  { name: 'members', type: 'json' },
  { name: 'size', type: 'integer' },
  { name: 'pairs', type: 'integer' },
  { name: 'minSimilarity', type: 'number' },
  { name: 'meanSimilarity', type: 'number' },
]

/** Writes the clusters, numbered from 0 in the order of their first members. */
export async function writeClusters(
  output: Output,
  clusters: Iterable<Cluster | ClusterView>,
  idOf: IdOf,
  { lifetime, collect }: Writing,
): Promise<Written> {
  const nameOf = (members: ArrayLike<number>) => (i: number) => {
    if (i % LONG_CLUSTER === 0) collect?.()
    return idOf(members[i]!)
  }
  return writeTable(output, CLUSTER_COLUMNS, lifetime, async (writer) => {
    let number = 0
    for (const { members, pairs, minSimilarity, meanSimilarity } of clusters) {
      const wait = writer.write({
        cluster: number++,
        members:
          members.length > LONG_CLUSTER
            ? new LongList(members.length, nameOf(members))
            : Array.from(members, (member) => idOf(member)),
        size: members.length,
        pairs,
        minSimilarity,
        meanSimilarity,
      })
      if (wait !== undefined) await wait
    }
  })
}
