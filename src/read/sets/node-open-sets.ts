/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DocumentId } from '../../model/document.js'
import { BadRecord, InvalidOption, UnreadableInput } from '../../model/errors.js'
import { INVALID_UTF8 } from '../../model/invalid-utf8.js'
import { BadRecords, type OnError } from '../bad-records.js'
import { type DelimitedOptions, layoutOf } from '../delimited-layout.js'
import type { Encoding } from '../encoding.js'
import { formatByEnding } from '../format.js'
import { isBlank, JsonListSplitter } from '../json-list.js'
import { LineSplitter, type VisitLine } from '../line-splitter.js'
import { type Chunks, openBytes, type WatchedReading } from '../node-bytes.js'
import { readFault } from '../node-fault.js'
import type { Input } from '../node-inputs.js'
import { feedSplitter } from '../node-read-json.js'
import { visitParquetRows } from '../node-read-parquet.js'
import { withoutSeparatorLine } from '../node-separator-line.js'
import { Spool, type TemporaryFolder } from '../node-spool.js'
import { parseRecord } from '../parse-line.js'
import { maxRecordBytes, recordTooLong } from '../record-limit.js'
import type { FileLayout } from '../source.js'
import { visitCsvRecords } from './node-csv-records.js'
import { KNOWN_SET_ENDINGS, type SetFormat, setFormatByEnding } from './set-format.js'
import { SetGatherer, type TakeSets } from './set-gatherer.js'
import { type NumberReader, SetLines } from './set-lines.js'
import {
  ListRecords,
  LongRecords,
  type RecordTaker,
  type SetFields,
  type UsedSetFields,
} from './set-records.js'
import type { TokenNumbers } from './token-numbers.js'

export interface SetsOptions extends SetFields, DelimitedOptions, WatchedReading {
  /** Default: by the ending; one set a line for stdin and pipes. */
  readonly format?: SetFormat
  /** Whether repeats count: the k-th copy of an element is an element of its own. Default: sets. */
  readonly bag?: boolean
  /** How text is encoded. Default: detected. */
  readonly encoding?: Encoding | undefined
  /** What a bad record does. Default: `stop`. */
  readonly onError?: OnError
  /** Bytes of memory that the whole process may use. Default: no limit. */
  readonly memory?: number
  /** Reads whole numbers off lines of sets in less time. */
  readonly numbers?: NumberReader
}

/** What is known of a file of sets after it was read. */
export interface ReadSets {
  /** The ids of the sets by position; undefined where they are the positions. */
  readonly ids: readonly DocumentId[] | undefined
  readonly used: UsedSetFields
  readonly skipped: readonly BadRecord[]
  /** How the file was read, if it is delimited text or not in UTF-8. */
  readonly layouts: readonly FileLayout[]
}

/**
 * Reads the sets of a file, or of stdin for `-`, and hands them over as they come. Elements are numbered by `tokens`, which
 * all files of a join share. Throws `UnreadableInput` for what cannot be read as a whole, and `BadRecord` for a record,
 * unless bad ones are skipped.
 */
export async function readSets(
  name: string,
  options: SetsOptions,
  tokens: TokenNumbers,
  folder: TemporaryFolder,
  take: TakeSets,
): Promise<ReadSets> {
  const limit = maxRecordBytes(options.memory)
  const input = inputOf(name, options.format)
  const bad = new BadRecords(options.onError ?? 'stop')
  const sets = new SetGatherer(tokens, options.bag === true || options.copies !== undefined, take)
  if (input.format === 'sets') {
    if (namesFields(options)) {
      throw new UnreadableInput(
        name,
        'it has one set a line and no fields',
        'name no field, or another format',
      )
    }
    const refuse = (line: number) => bad.add(recordTooLong(input.name, line, limit))
    const lines = new SetLines(tokens, sets, options.numbers, limit, refuse)
    const encoding = await readLines(input, options, lines)
    sets.end()
    const ids = lines.skipped.length === 0 ? undefined : numbersWithout(lines.skipped, sets.count)
    const used = { elements: undefined, id: undefined }
    return { ids, used, skipped: bad.list, layouts: otherEncoding(name, encoding) }
  }
  const taker = takerOf(options, tokens, sets)
  const layouts = await readRecords(input, options, taker, bad, folder, limit)
  taker.end()
  return { ids: taker.ids, used: taker.used, skipped: bad.list, layouts }
}

type SetsInput = Omit<Input, 'format'> & { readonly format: SetFormat }

function inputOf(name: string, wished: SetFormat | undefined): SetsInput {
  if (name === '-') {
    const format = wished ?? 'sets'
    return {
      name: 'stdin',
      path: undefined,
      format,
      compression: undefined,
      isRegular: false,
      isNamed: true,
      bytes: 0,
      modified: 0,
    }
  }
  let stats: ReturnType<typeof statSync>
  try {
    stats = statSync(name)
  } catch (error) {
    throw readFault(name, error)
  }
  if (stats.isDirectory()) throw new UnreadableInput(name, 'it is a folder', 'name a file of sets')
  const isRegular = stats.isFile()
  const format = wished ?? setFormatByEnding(name) ?? (isRegular ? undefined : 'sets')
  if (format === undefined) {
    throw new UnreadableInput(
      name,
      'unknown file extension',
      `name its format (--format), or rename it to one of ${KNOWN_SET_ENDINGS}`,
    )
  }
  const { compression } = formatByEnding(name)
  return {
    name,
    path: resolve(name),
    format,
    compression,
    isRegular,
    isNamed: true,
    bytes: stats.size,
    modified: stats.mtimeMs,
  }
}

function namesFields({ list, separator, set, element, copies, id }: SetsOptions): boolean {
  return [list, separator, set, element, copies, id || undefined].some((field) => field !== undefined)
}

/** What makes sets of records, by the fields that are named. */
export function takerOf(options: SetsOptions, tokens: TokenNumbers, sets: SetGatherer): RecordTaker {
  const { set, element, copies, list, id } = options
  if (set === undefined && element === undefined) {
    if (copies !== undefined) throw new InvalidOption('copies', copies, 'it together with set and element')
    return new ListRecords(tokens, sets, options)
  }
  if (set === undefined || element === undefined) {
    throw new InvalidOption(
      set === undefined ? 'set' : 'element',
      undefined,
      'both the field that names the set and the one that holds the element',
    )
  }
  if (list !== undefined || typeof id === 'string') {
    throw new InvalidOption(
      list === undefined ? 'id' : 'list',
      list ?? id,
      'a list for each record, or one element a record: not both',
    )
  }
  return new LongRecords(tokens, sets, { ...options, set, element })
}

function otherEncoding(name: string, encoding: Encoding): FileLayout[] {
  return encoding === 'utf-8' ? [] : [{ name, encoding }]
}

/** The first `count` whole numbers from 0 that are not in a rising list. */
function numbersWithout(missing: readonly number[], count: number): number[] {
  let passed = 0
  return Array.from({ length: count }, (_, i) => {
    while (missing[passed] === i + passed) passed++
    return i + passed
  })
}

async function readLines(input: SetsInput, options: SetsOptions, lines: SetLines): Promise<Encoding> {
  const { head, chunks, encoding, close } = await openBytes(asInput(input, options), options.encoding)
  try {
    if (head.includes(0)) {
      throw new UnreadableInput(input.name, 'it is no text: it holds zero bytes', 'name its format')
    }
    for await (const chunk of chunks) lines.push(chunk)
    lines.end()
    return encoding
  } finally {
    await close()
  }
}

async function readRecords(
  input: SetsInput,
  options: SetsOptions,
  taker: RecordTaker,
  bad: BadRecords,
  folder: TemporaryFolder,
  limit: number,
): Promise<FileLayout[]> {
  const { name, format } = input
  const refuse = (line: number, problem: string) => bad.add(new BadRecord(name, line, problem))
  const take = (line: number, record: Readonly<Record<string, unknown>>) => {
    const problem = taker.take(record)
    if (problem !== undefined) refuse(line, problem)
  }
  if (input.isRegular && input.bytes === 0) return []
  if (format === 'parquet') await visitParquetRows(name, await regularPath(input, folder), take, refuse)
  else {
    const opened = await openBytes(asInput(input, options), options.encoding)
    const { head, chunks, encoding, close } = opened
    try {
      if (format === 'csv' || format === 'tsv') {
        const rows = withoutSeparatorLine(opened, options.delimiter)
        const layout = layoutOf(input, rows, { ...options, delimiter: rows.delimiter })
        await visitCsvRecords(name, layout, rows.chunks, take, refuse, limit, bad.onError === 'skip')
        return [{ name, encoding, ...layout }]
      } else {
        const isList = format === 'json' && head.find((byte) => !isBlank(byte)) === 0x5b
        const parse = (line: number, bytes: Uint8Array) => {
          const { value, problem } = isUtf8(bytes)
            ? parseRecord(Buffer.from(bytes).toString())
            : { value: undefined, problem: INVALID_UTF8 }
          if (value === undefined) refuse(line, problem)
          else take(line, value)
        }
        const refuseLong = (line: number) => bad.add(recordTooLong(name, line, limit))
        if (isList) await feedSplitter(name, new JsonListSplitter(parse, limit, refuseLong), chunks)
        else await visitJsonLines(name, chunks, parse, bad, limit)
        return otherEncoding(name, encoding)
      }
    } finally {
      await close()
    }
  }
  return []
}

/** Sets on lines are text like any other. */
function asInput(input: SetsInput, { onRead }: WatchedReading = {}): Input & WatchedReading {
  return { ...input, onRead, format: input.format === 'sets' ? 'lines' : input.format }
}

/** Parquet is read from its end, so it must be a file, and not packed as a whole. */
async function regularPath(input: SetsInput, folder: TemporaryFolder): Promise<string> {
  if (input.isRegular && input.compression === undefined) {
    return input.path!
  }
  const { chunks } = await openBytes(asInput(input))
  const spool = new Spool(folder.newPath('parquet'))
  try {
    for await (const chunk of chunks) spool.write(chunk)
    return spool.finish(input.name).path
  } catch (error) {
    spool.abandon()
    throw readFault(input.name, error)
  }
}

async function visitJsonLines(
  name: string,
  chunks: Chunks,
  visit: VisitLine,
  bad: BadRecords,
  limit: number,
): Promise<void> {
  const visitFilled: VisitLine = (line, bytes) => {
    if (!bytes.every(isBlank)) visit(line, bytes)
  }
  const lines = new LineSplitter(name, limit, visitFilled, (error) => bad.add(error))
  for await (const chunk of chunks) lines.push(chunk)
  lines.end()
}
