/// <reference types="node" />
import type { NodeFindResult } from '../engine/node/node-engine-options.js'
import { UnreadableInput } from '../model/errors.js'
import { REMOVAL_COLUMNS } from '../model/own-tables.js'
import type { RowGroup } from '../parquet/footer.js'
import { ParquetFile } from '../parquet/node-parquet-file.js'
import type { Leaf } from '../parquet/schema.js'
import { type RowRun, selectRows } from '../parquet/select-rows.js'
import { ParquetFault } from '../parquet/thrift.js'
import { valuePage } from '../parquet/value-page.js'
import { type ExtraColumn, wrappedFooter, wrappedLeaves } from '../parquet/wrapped-schema.js'
import type { Source } from '../read/source.js'
import type { Output } from '../write/node-output.js'
import { type ColumnParts, ParquetCopy } from '../write/node-parquet-copy.js'
import { openSink } from '../write/node-sink.js'
import type { CopiedRows } from './copied-rows.js'
import type { ManifestInput } from './manifest.js'
import { type SkippedLines, skippedLines } from './skipped-lines.js'
import type { Removal } from './writers.js'

/** The struct in a removed row that contains the document. */
const DOCUMENT = 'document'

/** The number of removed rows written together. */
const BATCH_ROWS = 1 << 16

const KEPT = 0
const REMOVED = 1

type RemovedRow = { readonly [Name in keyof Removal]: Removal[Name] | null | 'skipped' }

/**
 * Copies the rows of Parquet files, as they are stored, to the files of kept and removed rows. Skipped rows go to the removed ones,
 * marked only as skipped. Memory holds the decisions for one row group, and one page.
 */
export class StoredRows implements CopiedRows {
  readonly #inputs: Iterator<StoredGroup, undefined>
  readonly #kept: ParquetCopy | undefined
  readonly #removed: { readonly copy: ParquetCopy; readonly leaves: readonly Leaf[] } | undefined
  readonly #files: OpenFile[]
  readonly #rowGroups: readonly (readonly number[])[]
  #group: StoredGroup | undefined
  #marks = new Uint8Array(0)
  #row = 0
  #batchStart = 0
  #batch: RemovedRow[] = []

  private constructor(
    files: OpenFile[],
    kept: ParquetCopy | undefined,
    removed: { readonly copy: ParquetCopy; readonly leaves: readonly Leaf[] } | undefined,
  ) {
    this.#files = files
    this.#rowGroups = files.map(({ file }) => file.footer.groups.map(({ rows }) => rows))
    this.#kept = kept
    this.#removed = removed
    this.#inputs = groupsOf([...files])
    this.#nextGroup()
  }

  /** @param outputs those of the two outputs that are written as Parquet */
  static async open(
    source: Source,
    result: NodeFindResult,
    outputs: { readonly kept: Output | undefined; readonly removed: Output | undefined },
    idType: 'string' | 'integer',
  ): Promise<StoredRows> {
    const files: OpenFile[] = []
    const copies: ParquetCopy[] = []
    try {
      for (const { name, parquet } of source.files) {
        const file = await ParquetFile.open(parquet!)
        const skipped = allSkipped(file.footer.rows, skippedLines(source, result, name))
        files.push({ name, file, skipped })
      }
      const { struct } = files[0]!.file.footer
      const open = async (path: string, footer: typeof struct) => {
        const copy = await ParquetCopy.open(openSink(path), footer)
        copies.push(copy)
        return copy
      }
      const kept = outputs.kept && (await open(outputs.kept.path, struct))
      const footer = wrappedFooter(struct, removalColumns(idType), DOCUMENT)
      const removed = outputs.removed && {
        copy: await open(outputs.removed.path, footer),
        leaves: wrappedLeaves(footer),
      }
      return new StoredRows(files, kept, removed)
    } catch (error) {
      for (const copy of copies) await copy.abort()
      for (const { file } of files) file.close()
      throw error
    }
  }

  describe(file: number): Pick<ManifestInput, 'rowGroups'> {
    return { rowGroups: this.#rowGroups[file]! }
  }

  keep(): void | Promise<void> {
    return this.#mark(undefined)
  }

  remove(removal: Removal): void | Promise<void> {
    return this.#mark(removal)
  }

  async close(): Promise<void> {
    while (this.#group !== undefined) {
      this.#markSkipped()
      if (this.#row < this.#group.group.rows) throw new Error('there are rows without a document')
      await this.#flushIfFull()
    }
    await this.#kept?.close()
    await this.#removed?.copy.close()
    this.#closeInputs()
  }

  async abort(): Promise<void> {
    await this.#kept?.abort()
    await this.#removed?.copy.abort()
    this.#closeInputs()
  }

  #closeInputs(): void {
    for (const { file } of this.#files.splice(0)) file.close()
  }

  #mark(removal: Removal | undefined): void | Promise<void> {
    this.#markSkipped()
    if (this.#row < this.#group!.group.rows && this.#batch.length < BATCH_ROWS) return this.#markRow(removal)
    return this.#flushIfFull().then(() => this.#mark(removal))
  }

  #markRow(removal: RemovedRow | undefined): void {
    if (removal !== undefined) {
      this.#marks[this.#row] = REMOVED
      this.#batch.push({ ...removal, position: this.#group!.first + this.#row })
    }
    this.#row++
  }

  #markSkipped(): void {
    const { group, source } = this.#group!
    while (this.#row < group.rows && source.skipped.has(group.first + this.#row + 1)) this.#markRow(SKIPPED)
  }

  async #flushIfFull(): Promise<void> {
    const stored = this.#group!
    try {
      if (this.#batch.length >= BATCH_ROWS) await this.#writeRemoved(stored)
      if (this.#row < stored.group.rows) return
      await this.#writeRemoved(stored)
      await this.#writeKept(stored)
    } catch (error) {
      if (!(error instanceof ParquetFault)) throw error
      throw new UnreadableInput(
        stored.source.name,
        `a column cannot be copied (${error.message})`,
        'copy or write the file again',
      )
    }
    this.#nextGroup()
  }

  async #writeKept(stored: StoredGroup): Promise<void> {
    const rows = this.#marks.reduce((count, mark) => count + (mark === KEPT ? 1 : 0), 0)
    if (rows === 0 || this.#kept === undefined) return
    await this.#kept.writeGroup(rows, this.#columns(stored, KEPT, 0, stored.source.file.footer.schema.leaves))
  }

  async #writeRemoved(stored: StoredGroup): Promise<void> {
    const batch = this.#batch
    const from = this.#batchStart
    this.#batch = []
    this.#batchStart = this.#row
    if (batch.length === 0 || this.#removed === undefined) return
    const { copy, leaves } = this.#removed
    const extras = REMOVAL_COLUMNS.map((name, i): ColumnParts => {
      const leaf = leaves[i]!
      const values = batch.map((row) => row[name] as string | number | null)
      const page = valuePage(leaf, values)
      return { leaf, codec: 0, dictionary: undefined, parts: [{ page, from: 0, to: batch.length }] }
    })
    const documents = this.#columns(stored, REMOVED, from, leaves.slice(REMOVAL_COLUMNS.length))
    await copy.writeGroup(batch.length, [...extras, ...documents])
  }

  /** The columns of the rows with this mark, from row `from` to the current row. */
  *#columns(
    stored: StoredGroup,
    mark: number,
    from: number,
    leaves: readonly Leaf[],
  ): Generator<ColumnParts> {
    const { group, source } = stored
    const to = this.#row
    for (const [i, leaf] of leaves.entries()) {
      const reader = source.file.column(group, i)
      const { dictionary, chunk } = reader
      const parts = selectRows([reader.pages(from, to)], runsOf(this.#marks, mark, from, to))
      yield { leaf, codec: chunk.codec, dictionary, parts }
    }
  }

  #nextGroup(): void {
    const { value } = this.#inputs.next()
    this.#group = value
    this.#row = 0
    this.#batchStart = 0
    this.#marks = new Uint8Array(value?.group.rows ?? 0)
  }
}

/** What is written for a row that could not be used. */
const SKIPPED: RemovedRow = { position: null, id: null, survivor: null, similarity: null, reason: 'skipped' }

interface OpenFile {
  readonly name: string
  readonly file: ParquetFile
  /** The 1-based numbers of the rows that could not be used. */
  readonly skipped: ReadonlySet<number>
}

/**
 * The numbers of all rows that could not be used: those skipped when the file was read and, among the others, those at the lines skipped
 * by the engine.
 */
function allSkipped(rows: number, { whenRead, byEngine }: SkippedLines): ReadonlySet<number> {
  if (byEngine.size === 0) return whenRead
  const all = new Set(whenRead)
  for (let row = 1, line = 0; row <= rows; row++) {
    if (!whenRead.has(row) && byEngine.has(++line)) all.add(row)
  }
  return all
}

interface StoredGroup {
  readonly source: OpenFile
  readonly group: RowGroup
  /** The number of its first row among the rows of all files. */
  readonly first: number
}

function* groupsOf(files: readonly OpenFile[]): Generator<StoredGroup, undefined> {
  let before = 0
  for (const source of files) {
    const { groups, rows } = source.file.footer
    for (const group of groups) if (group.rows > 0) yield { source, group, first: before + group.first }
    before += rows
  }
}

function* runsOf(marks: Uint8Array, mark: number, from: number, to: number): Generator<RowRun> {
  for (let row = from; row < to; ) {
    if (marks[row] !== mark) {
      row++
      continue
    }
    const start = row
    while (row < to && marks[row] === mark) row++
    yield { source: 0, from: start, to: row }
  }
}

function removalColumns(idType: 'string' | 'integer'): ExtraColumn[] {
  return [
    { name: 'position', type: 'integer' },
    { name: 'id', type: idType },
    { name: 'survivor', type: idType },
    { name: 'similarity', type: 'number' },
    { name: 'reason', type: 'string' },
  ]
}
