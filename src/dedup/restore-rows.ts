/// <reference types="node" />

import { REMOVAL_COLUMNS } from '../model/own-tables.js'
import type { RowGroup } from '../parquet/footer.js'
import { ParquetFile } from '../parquet/node-parquet-file.js'
import { TYPES } from '../parquet/schema.js'
import { type RowRun, selectRows } from '../parquet/select-rows.js'
import { ParquetFault } from '../parquet/thrift.js'
import { readFault } from '../read/node-fault.js'
import { STDOUT } from '../write/node-output.js'
import { type ColumnParts, ParquetCopy } from '../write/node-parquet-copy.js'
import { openSink } from '../write/node-sink.js'
import { StdoutSink } from '../write/node-stdout.js'
import type { ManifestInput } from './manifest.js'
import { changed } from './merged-records.js'
import type { Restoring } from './restoring.js'

/** What dedup wrote for each row group of an input: a row group of kept rows, and any number of row groups of removed ones. */
export interface StoredParts {
  readonly kept: string
  readonly removed: string
}

/** Rebuilds Parquet files, row group by row group, from the kept and removed rows. */
export async function restoreRows(
  inputs: readonly ManifestInput[],
  targets: readonly string[],
  { kept, removed }: StoredParts,
  restoring: Restoring,
): Promise<void> {
  const files: ParquetFile[] = []
  try {
    for (const path of [kept, removed]) files.push(await openStored(path))
    const parts = new Parts(kept, files[0]!, removed, files[1]!)
    for (const [i, { rowGroups }] of inputs.entries()) {
      const sink = targets[i] === STDOUT ? new StdoutSink() : openSink(targets[i]!)
      const release = restoring.lifetime.onEnd(() => sink.abort())
      try {
        const copy = await ParquetCopy.open(sink, files[0]!.footer.struct)
        for (const rows of rowGroups!) {
          if (rows > 0) await copy.writeGroup(rows, parts.next(rows))
          await restoring.add(rows)
        }
        await copy.close()
      } catch (error) {
        await sink.abort()
        throw error instanceof ParquetFault ? changed(kept, error.message) : error
      } finally {
        release()
      }
    }
  } finally {
    for (const file of files) file.close()
  }
}

async function openStored(path: string): Promise<ParquetFile> {
  try {
    return await ParquetFile.open(path)
  } catch (error) {
    throw error instanceof ParquetFault ? changed(path, error.message) : readFault(path, error)
  }
}

/** One row group after another, in the order of the inputs. */
class Parts {
  readonly #keptPath: string
  readonly #kept: ParquetFile
  readonly #removed: ParquetFile
  #keptGroup = 0
  #removedGroup = 0
  #first = 0

  constructor(keptPath: string, kept: ParquetFile, removedPath: string, removed: ParquetFile) {
    const { leaves } = removed.footer.schema
    const isRight = leaves.length === kept.footer.schema.leaves.length + REMOVAL_COLUMNS.length
    if (!isRight || leaves[0]!.type !== TYPES.INT64) throw changed(removedPath, 'its columns are others')
    this.#keptPath = keptPath
    this.#kept = kept
    this.#removed = removed
  }

  /** The columns of the next row group, which had this many rows. */
  next(rows: number): Iterable<ColumnParts> {
    const first = this.#first
    this.#first += rows
    const positions: number[] = []
    const groups: RowGroup[] = []
    for (const group of this.#removed.footer.groups.slice(this.#removedGroup)) {
      const found = positionsOf(this.#removed, group)
      if (found[0]! >= this.#first) break
      positions.push(...found)
      groups.push(group)
    }
    this.#removedGroup += groups.length
    const keptRows = rows - positions.length
    const kept = keptRows === 0 ? undefined : this.#kept.footer.groups[this.#keptGroup++]
    if ((kept?.rows ?? 0) !== keptRows) throw changed(this.#keptPath, 'rows are missing')
    const runs = [...runsOf(rows, positions, first, groups)]
    return this.#columns(kept, groups, runs)
  }

  *#columns(kept: RowGroup | undefined, removed: readonly RowGroup[], runs: readonly RowRun[]) {
    for (const [i, leaf] of this.#kept.footer.schema.leaves.entries()) {
      const readers = [
        ...(kept === undefined ? [] : [this.#kept.column(kept, i)]),
        ...removed.map((group) => this.#removed.column(group, REMOVAL_COLUMNS.length + i)),
      ]
      const [{ dictionary, chunk }] = readers as [(typeof readers)[0]]
      for (const reader of readers) reader.useDictionary(dictionary)
      // The first source is the kept rows, even if there are none.
      const pages = readers.map((reader) => reader.pages(0, reader.chunk.rows))
      const sources = kept === undefined ? [[].values(), ...pages] : pages
      yield { leaf, codec: chunk.codec, dictionary, parts: selectRows(sources, runs) }
    }
  }
}

/** The positions of the removed rows of a row group. */
function positionsOf(file: ParquetFile, group: RowGroup): number[] {
  const positions: number[] = []
  for (const { page } of file.column(group, 0).pages(0, group.rows)) {
    if ('indexes' in page.values) throw new ParquetFault('its positions are not stored plainly')
    const { bytes, count } = page.values
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let i = 0; i < count; i++) positions.push(Number(view.getBigInt64(8 * i, true)))
  }
  if (positions.length !== group.rows) throw new ParquetFault('a removed row has no position')
  return positions
}

/** The rows in their original order: runs of kept rows (source 0) and of removed ones (the following sources). */
function* runsOf(
  rows: number,
  positions: readonly number[],
  first: number,
  groups: readonly RowGroup[],
): Generator<RowRun> {
  let source = 1
  let row = 0
  let kept = 0
  let at = 0
  for (const position of positions) {
    const before = position - first - at
    if (before > 0) yield { source: 0, from: kept, to: kept + before }
    kept += before
    if (row === groups[source - 1]!.rows) {
      source++
      row = 0
    }
    yield { source, from: row, to: ++row }
    at = position - first + 1
  }
  if (at < rows) yield { source: 0, from: kept, to: kept + rows - at }
}
