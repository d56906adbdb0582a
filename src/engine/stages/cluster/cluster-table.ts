// Clusters as columns, which take a tenth of the memory of objects and can be stored in blocks.

import { type ClusterColumns, type ClusterView, clusterAt, viewAt } from '../../../cluster/cluster-columns.js'
import { sliceClusters } from '../../../cluster/cluster-slices.js'
import { NONE } from '../../../cluster/grouping.js'
import type { Cluster } from '../../../model/cluster.js'
import type { BlockReader } from '../../ports.js'
import type { Segment } from '../blocks/block-layout.js'
import { findSegment, numbersOf, wordsOf } from '../blocks/segments.js'
import type { CopiesOfDocuments } from '../identical/copies.js'

const TAGS = { offsets: 32, members: 33, centers: 34, pairs: 35, min: 36, mean: 37, overEvery: 38 } as const

/** Clusters, ordered by their first members. */
export class ClusterTable implements Iterable<Cluster> {
  #columns: ClusterColumns | (() => ClusterColumns)
  readonly length: number

  /** @param columns a function that returns them is called when they are first needed, if ever */
  constructor(columns: ClusterColumns)
  constructor(columns: () => ClusterColumns, length: number)
  constructor(columns: ClusterColumns | (() => ClusterColumns), length?: number) {
    this.#columns = columns
    this.length = length ?? (columns as ClusterColumns).centers.length
  }

  /** Turns clusters of document numbers into clusters of positions, and adds the copies of each document. */
  static withCopies(columns: ClusterColumns, copies: CopiesOfDocuments): ClusterTable {
    const { documents, counts } = copies
    const { offsets: starts, members: numbers } = columns
    const offsets = new Uint32Array(starts.length)
    let end = 0
    for (let i = 0; i < numbers.length; i++) end += counts[numbers[i]!]!
    const members = new Uint32Array(end)
    end = 0
    for (let row = 0, i = 0; row + 1 < offsets.length; row++) {
      let hasCopies = false
      for (const last = starts[row + 1]!; i < last; i++) {
        const number = numbers[i]!
        if (counts[number] === 1) members[end++] = documents[number]!
        else {
          hasCopies = true
          members.set(copies.of(number), end)
          end += counts[number]!
        }
      }
      offsets[row + 1] = end
      if (hasCopies) members.subarray(offsets[row]!, end).sort()
    }
    const centers = new Uint32Array(columns.centers)
    for (let row = 0; row < centers.length; row++) {
      if (centers[row] !== NONE) centers[row] = documents[centers[row]!]!
    }
    return new ClusterTable({ ...columns, offsets, members, centers })
  }

  /** Merges several tables into one, ordered by first members. */
  static merge(tables: readonly ClusterTable[]): ClusterTable {
    const length = tables.reduce((sum, table) => sum + table.length, 0)
    return new ClusterTable(() => mergeColumns(tables.map(({ columns }) => columns)), length)
  }

  static read(reader: BlockReader): ClusterTable {
    const words = (tag: number) => wordsOf(reader.read(findSegment(reader, tag)!))
    const numbers = (tag: number) => numbersOf(reader.read(findSegment(reader, tag)!))
    return new ClusterTable({
      offsets: words(TAGS.offsets),
      members: words(TAGS.members),
      centers: words(TAGS.centers),
      pairs: numbers(TAGS.pairs),
      min: numbers(TAGS.min),
      mean: numbers(TAGS.mean),
      overEvery: words(TAGS.overEvery),
    })
  }

  segments(): Segment[] {
    const names = Object.keys(TAGS) as (keyof typeof TAGS)[]
    return names.map((name) => ({ tag: TAGS[name], bytes: this.columns[name] }))
  }

  /** By positions. */
  get columns(): ClusterColumns {
    if (typeof this.#columns === 'function') this.#columns = this.#columns()
    return this.#columns
  }

  /** The same in batches of bounded size. */
  batches(): Generator<ClusterColumns, void> {
    return sliceClusters(this.columns)
  }

  /** The number of members of the largest cluster; 0 without clusters. */
  get largest(): number {
    const { offsets } = this.columns
    let largest = 0
    for (let row = 0; row < this.length; row++) largest = Math.max(largest, offsets[row + 1]! - offsets[row]!)
    return largest
  }

  at(row: number): Cluster {
    return clusterAt(this.columns, row)
  }

  /** All clusters, with their members as views. */
  *views(): Generator<ClusterView, void> {
    for (let row = 0; row < this.length; row++) yield viewAt(this.columns, row)
  }

  *[Symbol.iterator](): Iterator<Cluster> {
    for (let row = 0; row < this.length; row++) yield this.at(row)
  }
}

function mergeColumns(tables: readonly ClusterColumns[]): ClusterColumns {
  const tableStarts = [0]
  for (const { centers } of tables) tableStarts.push(tableStarts.at(-1)! + centers.length)
  const length = tableStarts.at(-1)!
  const order = orderByFirst(tables, length)
  const merged = {
    offsets: new Uint32Array(length + 1),
    members: new Uint32Array(tables.reduce((sum, { members }) => sum + members.length, 0)),
    centers: new Uint32Array(length),
    pairs: new Float64Array(length),
    min: new Float64Array(length),
    mean: new Float64Array(length),
    overEvery: new Uint32Array(length),
  }
  for (let i = 0; i < length; i++) {
    const index = order[i]!
    const table = tableAt(tableStarts, index)
    const from = tables[table]!
    const row = index - tableStarts[table]!
    let end = merged.offsets[i]!
    for (let j = from.offsets[row]!; j < from.offsets[row + 1]!; j++) merged.members[end++] = from.members[j]!
    merged.offsets[i + 1] = end
    merged.centers[i] = from.centers[row]!
    merged.pairs[i] = from.pairs[row]!
    merged.min[i] = from.min[row]!
    merged.mean[i] = from.mean[row]!
    merged.overEvery[i] = from.overEvery[row]!
  }
  return merged
}

/** The rows of all tables, numbered consecutively, ordered by their first members. */
function orderByFirst(tables: readonly ClusterColumns[], length: number): Float64Array {
  const keys = new Float64Array(length)
  let end = 0
  for (const { offsets, members, centers } of tables) {
    for (let row = 0; row < centers.length; row++) {
      keys[end] = members[offsets[row]!]! * length + end
      end++
    }
  }
  return keys.sort().map((key) => key % length)
}

function tableAt(starts: readonly number[], index: number): number {
  let low = 0
  let high = starts.length - 1
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (starts[middle]! <= index) low = middle
    else high = middle
  }
  return low
}
