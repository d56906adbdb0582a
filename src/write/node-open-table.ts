/// <reference types="node" />

import { UnwritableOutput } from '../model/errors.js'
import { type Column, checkColumns, checkRow, type Row } from './column.js'
import { LongList } from './long-list.js'
import { makePack, type Pack } from './node-pack.js'
import { checkFolder, isDevice, openSink, type Sink } from './node-sink.js'
import { StdoutSink } from './node-stdout.js'
import { TextWriter } from './node-text-writer.js'
import { type OutputKind, outputKind, unknownExtension } from './output-format.js'
import {
  csvHeader,
  csvRow,
  csvRowFormat,
  csvRowParts,
  jsonRowFormat,
  jsonRowParts,
  jsonRows,
  type RowFormat,
} from './text-row.js'

/** Writes a table row by row. */
export interface TableWriter {
  /** Adds a row. If it returns a promise, which it does at most once per many rows, await it before the next row. */
  write(row: Row): void | Promise<void>
  /** Present if rows are lines of JSON, CSV or TSV. */
  readonly text?: TextTable
  /** Completes the file and renames it to its final name. */
  close(): Promise<void>
  /** Removes what was written. Does nothing after `close`. */
  abort(): Promise<void>
}

/** Accepts rows of a table as text. */
export interface TextTable {
  readonly format: RowFormat
  /** Adds some rows, given as bytes. If it returns a promise, await it before the next row. */
  write(rows: Uint8Array, count: number): void | Promise<void>
}

/** Writes lines of JSON that are given as bytes. */
export interface LinesWriter {
  /** Adds a line, given without its newline. */
  write(line: Uint8Array): void | Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

/** Standard output as a path. */
const STDOUT = '-'

/**
 * Opens a table for writing. The extension of the path sets the format: JSON Lines (`.jsonl .ndjson`), a JSON array, CSV, TSV, each
 * optionally compressed (`.gz .zst`), or Parquet; `-` is standard output, as JSON Lines. The file is written under a temporary name and
 * renamed when it is complete. Throws `UnwritableOutput` for what cannot be written, and `InvalidValue` for a row that does not fit its
 * columns.
 *
 * @example
 * const table = await openTable('pairs.csv', [{ name: 'a', type: 'string' }, { name: 'b', type: 'string' }])
 * await table.write({ a: 'x', b: 'y' })
 * await table.close()
 */
export async function openTable(path: string, columns: readonly Column[]): Promise<TableWriter> {
  checkColumns(columns)
  const { format, compression } = kindOf(path)
  if (format === 'lines') throw unknownExtension(path)
  const pack = await makePack(compression)
  const sink = sinkFor(path)
  try {
    if (format === 'parquet') {
      const { ParquetTable } = await import('./node-parquet-table.js')
      return checked(columns, await ParquetTable.open(columns, sink))
    }
    return checked(columns, await textTable(format, columns, sink, pack))
  } catch (error) {
    await sink.abort()
    throw error
  }
}

/** Opens a JSON Lines file, compressed or not, for lines that are copied byte for byte. */
export async function openLines(path: string): Promise<LinesWriter> {
  const { format, compression } = kindOf(path)
  if (format !== 'jsonl') {
    throw new UnwritableOutput(
      path,
      'JSON lines can be copied only to JSON Lines',
      'use the extension .jsonl',
    )
  }
  const writer = await openPacked(path, compression)
  return {
    write(line) {
      const written = writer.write(line)
      const ended = writer.write(LINE_END)
      return written ?? ended
    },
    close: () => writer.close(),
    abort: () => writer.abort(),
  }
}

/** Opens a file for text as bytes, compressed or not. */
export function openText(path: string): Promise<TextWriter> {
  return openPacked(path, kindOf(path).compression)
}

async function openPacked(path: string, compression: OutputKind['compression']): Promise<TextWriter> {
  const pack = await makePack(compression)
  return new TextWriter(sinkFor(path), pack)
}

const LINE_END = Uint8Array.of(0x0a)

/** Throws `UnwritableOutput` if a table could not be written to the path, before any work is done. */
export function checkWritable(path: string): void {
  if (kindOf(path).format === 'lines') throw unknownExtension(path)
  if (path !== STDOUT) checkFolder(path)
}

function kindOf(path: string): OutputKind {
  const isPlain = path === STDOUT || isDevice(path)
  return isPlain ? { format: 'jsonl', compression: undefined } : outputKind(path)
}

function sinkFor(path: string): Sink {
  return path === STDOUT ? new StdoutSink() : openSink(path)
}

interface PositionedWriter {
  write(row: Row, position: number): void | Promise<void>
  readonly text?: TextTable
  close(): Promise<void>
  abort(): Promise<void>
}

async function textTable(
  format: 'jsonl' | 'json' | 'csv' | 'tsv',
  columns: readonly Column[],
  sink: Sink,
  pack: Pack | undefined,
): Promise<PositionedWriter> {
  const writer = new TextWriter(sink, pack)
  const delimiter = format === 'tsv' ? '\t' : ','
  const isList = format === 'json'
  const isJson = isList || format === 'jsonl'
  if (!isJson) await writer.writeText(csvHeader(columns, delimiter))
  const encode = isJson
    ? jsonRows(columns)
    : (row: Row, position: number) => csvRow(columns, row, position, delimiter)
  const encodeInParts = (row: Row, position: number) =>
    isJson ? jsonRowParts(columns, row, position) : csvRowParts(columns, row, position, delimiter)
  let isEmpty = true
  return {
    write: (row, position) => {
      const before = !isList ? '' : isEmpty ? '[\n' : ',\n'
      isEmpty = false
      if (hasLongList(columns, row)) return writeParts(writer, before, encodeInParts(row, position), isList)
      const text = encode(row, position)
      return writer.writeText(isList ? before + text.slice(0, -1) : text)
    },
    ...(!isList && {
      text: {
        format: isJson ? jsonRowFormat(columns) : csvRowFormat(columns, delimiter),
        write: (rows: Uint8Array) => writer.write(rows),
      },
    }),
    close: async () => {
      if (isList) await writer.writeText(isEmpty ? '[]\n' : '\n]\n')
      await writer.close()
    },
    abort: () => writer.abort(),
  }
}

function hasLongList(columns: readonly Column[], row: Row): boolean {
  return columns.some(({ name, type }) => type === 'json' && row[name] instanceof LongList)
}

/** @param inList whether the row is an element of a JSON array, in which the newline follows the comma */
async function writeParts(
  writer: TextWriter,
  before: string,
  parts: Iterable<string>,
  inList: boolean,
): Promise<void> {
  await writer.writeText(before)
  for (const part of parts) {
    const wait = writer.writeText(inList ? part.replace(/\n$/, '') : part)
    if (wait !== undefined) await wait
  }
}

/** Numbers the rows for messages, rejects fields without a column, and removes the file after an error. */
function checked(columns: readonly Column[], table: PositionedWriter): TableWriter {
  const byName = new Map(columns.map((column) => [column.name, column]))
  let position = 0
  return {
    write(row) {
      checkRow(byName, row, position)
      return table.write(row, position++)
    },
    ...(table.text && {
      text: withCount(table.text, (count) => {
        position += count
      }),
    }),
    async close() {
      try {
        await table.close()
      } catch (error) {
        await table.abort()
        throw error
      }
    },
    abort: () => table.abort(),
  }
}

/** The same rows, which are also counted. */
export function withCount({ format, write }: TextTable, add: (count: number) => void): TextTable {
  return {
    format,
    write(rows, count) {
      add(count)
      return write(rows, count)
    },
  }
}
