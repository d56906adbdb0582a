// Clusters as columns: a tenth of what objects take, and blocks can hold them.

import type { Cluster } from '../../model/cluster.js'
import type { Segment } from './blocks/block-layout.js'
import type { BlockReader } from './blocks/node-block-file.js'
import { numbersOf, placeOf, wordsOf } from './blocks/segments.js'

interface Columns {
  /** Where the members of each begin; one more entry than clusters. */
  readonly offsets: Uint32Array
  readonly members: Uint32Array
  /** `NONE` where a cluster has no centre. */
  readonly centres: Uint32Array
  readonly pairs: Float64Array
  readonly least: Float64Array
  readonly mean: Float64Array
  /** 1: the similarities are over every pair. */
  readonly overEvery: Uint32Array
}

const NONE = 0xffffffff
const TAGS = { offsets: 32, members: 33, centres: 34, pairs: 35, least: 36, mean: 37, overEvery: 38 } as const

/** Clusters in the order of their first members. */
export class ClusterTable implements Iterable<Cluster> {
  readonly #columns: Columns

  constructor(columns: Columns) {
    this.#columns = columns
  }

  static from(clusters: readonly Cluster[]): ClusterTable {
    const offsets = new Uint32Array(clusters.length + 1)
    clusters.forEach(({ members }, i) => {
      offsets[i + 1] = offsets[i]! + members.length
    })
    const members = new Uint32Array(offsets.at(-1)!)
    for (const [i, cluster] of clusters.entries()) members.set(cluster.members, offsets[i]!)
    const column = (of: (cluster: Cluster) => number) => Float64Array.from(clusters, of)
    return new ClusterTable({
      offsets,
      members,
      centres: Uint32Array.from(clusters, ({ centre }) => centre ?? NONE),
      pairs: column(({ pairs }) => pairs),
      least: column(({ leastSimilarity }) => leastSimilarity),
      mean: column(({ meanSimilarity }) => meanSimilarity),
      overEvery: Uint32Array.from(clusters, ({ cohesionOver }) => (cohesionOver === 'every-pair' ? 1 : 0)),
    })
  }

  /** One table of several, in the order of the first members. */
  static merge(tables: readonly ClusterTable[]): ClusterTable {
    const all = tables.map((table) => table.#columns)
    const length = tables.reduce((sum, table) => sum + table.length, 0)
    const members = all.reduce((sum, table) => sum + table.members.length, 0)
    const order = orderByFirst(all, length)
    const merged = {
      offsets: new Uint32Array(length + 1),
      members: new Uint32Array(members),
      centres: new Uint32Array(length),
      pairs: new Float64Array(length),
      least: new Float64Array(length),
      mean: new Float64Array(length),
      overEvery: new Uint32Array(length),
    }
    const tableStarts = [0]
    for (const table of tables) tableStarts.push(tableStarts.at(-1)! + table.length)
    order.forEach((place, i) => {
      const table = tableAt(tableStarts, place)
      const [from, row] = [all[table]!, place - tableStarts[table]!]
      const list = from.members.subarray(from.offsets[row]!, from.offsets[row + 1]!)
      merged.members.set(list, merged.offsets[i]!)
      merged.offsets[i + 1] = merged.offsets[i]! + list.length
      for (const name of ['centres', 'pairs', 'least', 'mean', 'overEvery'] as const) {
        merged[name][i] = from[name][row]!
      }
    })
    return new ClusterTable(merged)
  }

  static read(reader: BlockReader): ClusterTable {
    const words = (tag: number) => wordsOf(reader.read(placeOf(reader, tag)!))
    const numbers = (tag: number) => numbersOf(reader.read(placeOf(reader, tag)!))
    return new ClusterTable({
      offsets: words(TAGS.offsets),
      members: words(TAGS.members),
      centres: words(TAGS.centres),
      pairs: numbers(TAGS.pairs),
      least: numbers(TAGS.least),
      mean: numbers(TAGS.mean),
      overEvery: words(TAGS.overEvery),
    })
  }

  segments(): Segment[] {
    const names = Object.keys(TAGS) as (keyof typeof TAGS)[]
    return names.map((name) => ({ tag: TAGS[name], bytes: this.#columns[name] }))
  }

  get length(): number {
    return this.#columns.centres.length
  }

  at(row: number): Cluster {
    const { offsets, members, centres, pairs, least, mean, overEvery } = this.#columns
    return {
      members: Array.from(members.subarray(offsets[row]!, offsets[row + 1]!)),
      ...(centres[row] !== NONE && { centre: centres[row]! }),
      pairs: pairs[row]!,
      leastSimilarity: least[row]!,
      meanSimilarity: mean[row]!,
      cohesionOver: overEvery[row] === 1 ? 'every-pair' : 'verified-pairs',
    }
  }

  *[Symbol.iterator](): Iterator<Cluster> {
    for (let row = 0; row < this.length; row++) yield this.at(row)
  }
}

/** The rows of all tables, counted through, by their first members. */
function orderByFirst(tables: readonly Columns[], length: number): Float64Array {
  const keys = new Float64Array(length)
  let end = 0
  for (const { offsets, members, centres } of tables) {
    for (let row = 0; row < centres.length; row++) {
      keys[end] = members[offsets[row]!]! * length + end
      end++
    }
  }
  return keys.sort().map((key) => key % length)
}

function tableAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (starts[middle]! <= place) low = middle
    else high = middle
  }
  return low
}
