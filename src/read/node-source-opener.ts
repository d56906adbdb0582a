/// <reference types="node" />
import { type BadRecord, UnreadableInput } from '../model/errors.js'
import { BadRecords, type OnError } from './bad-records.js'
import { checkJsonLines } from './check-json-lines.js'
import type { DelimitedLayout } from './delimited-layout.js'
import { fieldsOf } from './field.js'
import { isDelimited, isOneDocument } from './format.js'
import { hasNoFields, runsOf } from './input-runs.js'
import { isBlank } from './json-list.js'
import { spansLines } from './json-objects.js'
import { LineCopier } from './line-splitter.js'
import { type OpenedBytes, openBytes, openUnpacked } from './node-bytes.js'
import { readFault } from './node-fault.js'
import type { Input } from './node-inputs.js'
import { inspectLines } from './node-inspect-lines.js'
import { keptCopies } from './node-kept-copies.js'
import { readCsv } from './node-read-csv.js'
import { readDocument } from './node-read-document.js'
import { readJson } from './node-read-json.js'
import { readLines } from './node-read-lines.js'
import { type ParquetOptions, parquetColumns, readParquet } from './node-read-parquet.js'
import { SeenPages } from './node-seen-pages.js'
import { Spool, type TemporaryFolder } from './node-spool.js'
import { kindOfNames, ownOutput } from './own-output.js'
import { parseRecord } from './parse-line.js'
import { RecordGate } from './record-gate.js'
import { maxRecordBytes } from './record-limit.js'
import type { FileLayout, SourceFile } from './source.js'
import type { SourceOptions } from './source-options.js'
import { TextField, type WantedFields } from './text-field.js'

const OPEN_LIST = 0x5b

/** The part of the memory that a page of Parquet may take: it is held packed and unpacked, with values made of it. */
const PAGE_SHARE = 0.25

/** What came of one input, or of a run of files that are one document each. */
interface Part {
  /** Undefined: there is nothing to read in it. */
  readonly file?: SourceFile
  readonly skipped: readonly BadRecord[]
}

const NOTHING: Part = { skipped: [] }

function parquetOptions({ fields, memory, id }: SourceOptions): ParquetOptions {
  return {
    fields,
    detectsId: id === undefined,
    pageBytes: memory === undefined ? undefined : memory * PAGE_SHARE,
  }
}

/** Opens the inputs of a source, one after the other. */
export class SourceOpener {
  readonly text: TextField
  readonly layouts: FileLayout[] = []
  readonly emptyFiles: string[] = []
  readonly ownFiles = new Map<string, string>()
  readonly #folder: TemporaryFolder
  readonly #options: SourceOptions
  readonly #onError: OnError
  readonly #parquet: ParquetOptions
  readonly #limit: number
  readonly #pages: SeenPages

  constructor(folder: TemporaryFolder, options: SourceOptions) {
    this.text = new TextField(options.text, options.id || undefined)
    this.#folder = folder
    this.#options = options
    this.#onError = options.onError ?? 'stop'
    this.#limit = maxRecordBytes(options.memory)
    this.#parquet = parquetOptions(options)
    this.#pages = new SeenPages(options, this.#limit, (input) => this.#stored(input))
  }

  /** A part for each input in order; files that are one document each share one, for there may be very many. */
  async open(given: readonly Input[]): Promise<Part[]> {
    const inputs = await this.#pages.see(given)
    const copies = keptCopies(inputs)
    const runs = runsOf(inputs)
    const parts: Part[] = []
    // Texts come last: they get the text field that the others have.
    for (const isText of [false, true]) {
      for (const [at, run] of runs.entries()) {
        const [first] = run
        if (hasNoFields(first!.format) !== isText) continue
        if (isOneDocument(first!.format)) parts[at] = await this.#openDocuments(run)
        else if (!first!.isNamed && copies.has(first!.path!)) {
          this.ownFiles.set(first!.name, 'documents kept by dedup, whose originals are read')
          parts[at] = NOTHING
        } else parts[at] = await this.#openRecords(first!)
      }
    }
    return parts
  }

  async #openRecords(input: Input): Promise<Part> {
    const { format } = input
    const copiesRows = this.#copiesRows(input)
    if (input.isRegular && input.bytes === 0 && !copiesRows) return this.#blank(input)
    if (format === 'parquet') return this.#openParquet(input)
    if (copiesRows && !input.isRegular) return this.#openRecords(await this.#stored(input))
    const opened = await openBytes(input, this.#options.encoding)
    try {
      const { head, isWhole } = opened
      if (isWhole && head.every(isBlank) && !copiesRows) return this.#blank(input)
      const own = ownOutput(Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString())
      if (own !== undefined && !this.#holdsText(head)) return this.#passOver(input, own)
      if (opened.encoding !== 'utf-8' && !isDelimited(format)) {
        this.layouts.push({ name: input.name, encoding: opened.encoding })
      }
      if (isDelimited(format)) return await this.#openDelimited({ ...input, format }, opened)
      if (format === 'lines') return await this.#openLines(input, opened)
      return await this.#openJson(input, opened)
    } finally {
      await opened.close()
    }
  }

  async #openParquet(input: Input): Promise<Part> {
    const { bad, gate } = this.#gate(input)
    const path = await this.#regularPath(input)
    const columns = await parquetColumns(input.name, path, this.#parquet)
    const own = kindOfNames(columns)
    const isText = this.#options.text?.every((name) => columns.includes(name)) ?? false
    if (own !== undefined && !isText) return this.#passOver(input, own)
    const file = await this.#spool(input, (spool) =>
      readParquet(input.name, path, spool, gate, this.#parquet),
    )
    return gate.records === 0 ? this.#empty(input) : { file: { ...file, parquet: path }, skipped: bad.list }
  }

  async #openDelimited(
    input: Input & { readonly format: 'csv' | 'tsv' },
    opened: OpenedBytes,
  ): Promise<Part> {
    const bad = new BadRecords(this.#onError)
    let records = 0
    let layout: DelimitedLayout | undefined
    const file = await this.#spool(input, async (spool) => {
      const read = await readCsv(input, opened, spool, this.#options, this.#wanted, bad, this.#limit)
      records = read.records
      layout = read.layout
      this.layouts.push({ name: input.name, encoding: opened.encoding, ...read.layout })
    })
    if (!this.#copiesRows(input)) return records === 0 ? this.#empty(input) : { file, skipped: bad.list }
    if (records === 0) this.emptyFiles.push(input.name)
    const { path, format } = input
    const { encoding, compression } = opened
    const delimited = { path: path!, format, compression, encoding, layout: layout!, limit: this.#limit }
    return { file: { ...file, delimited }, skipped: bad.list }
  }

  async #openLines(input: Input, { chunks }: OpenedBytes): Promise<Part> {
    const bad = new BadRecords(this.#onError)
    const file = await this.#spool(input, async (spool) => {
      await readLines(input.name, chunks, spool, this.text.name, bad, this.#limit)
    })
    return { file, skipped: bad.list }
  }

  async #openJson(input: Input, opened: OpenedBytes): Promise<Part> {
    const { head, chunks, isAsStored } = opened
    const isList = input.format === 'json' && head.find((byte) => !isBlank(byte)) === OPEN_LIST
    if (isList || spansLines(head)) {
      const { bad, gate } = this.#gate(input)
      const shape = isList ? 'list' : 'objects'
      const file = await this.#spool(input, (spool) =>
        readJson(input.name, shape, chunks, spool, gate, this.#limit),
      )
      if (gate.records === 0) return this.#empty(input)
      return { file: { ...file, ...this.#jsonOrigin(input, opened, shape) }, skipped: bad.list }
    }
    if (input.path === undefined && this.#options.format === undefined) checkJsonLines(input.name, head)
    const bad = new BadRecords(this.#onError)
    const file =
      input.isRegular && isAsStored
        ? { name: input.name, path: input.path!, bytes: input.bytes, modified: input.modified }
        : await this.#spool(input, async (spool) => {
            const lines = new LineCopier(input.name, this.#limit, spool, (error) => bad.add(error))
            for await (const chunk of chunks) lines.push(chunk)
          })
    const hasRecords = inspectLines(file, this.#wanted, this.#onError, this.#limit)
    if (!hasRecords && bad.list.length === 0) return this.#blank(input)
    // Lines that were too long are not in the copy.
    const isWhole = !isAsStored && bad.list.length === 0
    return { file: { ...file, ...(isWhole && this.#jsonOrigin(input, opened)) }, skipped: bad.list }
  }

  /** What is known of a text of JSON that can be read again. */
  #jsonOrigin(
    { isRegular, path }: Input,
    { encoding, compression }: OpenedBytes,
    shape?: 'list' | 'objects',
  ): Pick<SourceFile, 'json'> {
    return isRegular ? { json: { path: path!, compression, encoding, shape, limit: this.#limit } } : {}
  }

  async #openDocuments(run: readonly Input[]): Promise<Part> {
    const bad = new BadRecords(this.#onError)
    const fields = { id: this.#options.id || 'path', text: this.text.name }
    const name = run.length === 1 ? run[0]!.name : `${run[0]!.name} and ${run.length - 1} more`
    const file = await this.#spool({ name }, async (spool) => {
      for (const input of run) {
        const { chunks, encoding } = await openBytes(input, this.#options.encoding)
        if (encoding !== 'utf-8') this.layouts.push({ name: input.name, encoding })
        const problem = await readDocument(
          input,
          chunks,
          spool,
          fields,
          this.#limit,
          this.#pages.textOf(input),
        )
        if (problem !== undefined) bad.add(problem)
      }
    })
    return { file: { ...file, holdsFiles: true }, skipped: bad.list }
  }

  get #wanted(): WantedFields {
    return { text: this.text, id: this.#options.id || undefined }
  }

  #gate(input: Input): { readonly bad: BadRecords; readonly gate: RecordGate } {
    const bad = new BadRecords(this.#onError)
    return { bad, gate: new RecordGate(input.name, this.#wanted, bad) }
  }

  #empty({ name }: Input): Part {
    this.emptyFiles.push(name)
    return NOTHING
  }

  /** A blank file of JSON Lines stays one of the files, so that the inputs can be put together again from them. */
  #blank(input: Input): Part {
    const { name, path, format, compression, isRegular, bytes, modified } = input
    this.emptyFiles.push(name)
    const isLines = (format === 'json' || format === 'jsonl') && isRegular && compression === undefined
    return isLines ? { file: { name, path: path!, bytes, modified }, skipped: [] } : NOTHING
  }

  /** Whether the first line is a record with the text field that was named. */
  #holdsText(head: Uint8Array): boolean {
    if (this.#options.text === undefined) return false
    const [line = ''] = Buffer.from(head).toString().trimStart().split('\n', 1)
    const { value } = parseRecord(line)
    return value !== undefined && this.text.isIn(fieldsOf(value))
  }

  /** What this program has written is no input, unless somebody names the field that is meant. */
  #passOver({ name, isNamed }: Input, kind: string): Part {
    if (isNamed) {
      throw new UnreadableInput(
        name,
        `it is ${kind}, written by this program`,
        'name the documents instead, or the field that holds the text with --text',
      )
    }
    this.ownFiles.set(name, kind)
    return NOTHING
  }

  /** Parquet is read from its end, so it must be a file, and not packed as a whole. */
  async #regularPath(input: Input): Promise<string> {
    if (input.isRegular && input.compression === undefined) return input.path!
    const { chunks } = await openBytes(input)
    const file = await this.#spool(input, async (spool) => {
      for await (const chunk of chunks) spool.write(chunk)
    })
    return file.path
  }

  #copiesRows({ format }: Input): boolean {
    return this.#options.copiesRows === true && isDelimited(format)
  }

  /** An input that can be read only once, as a file. */
  async #stored(input: Input): Promise<Input> {
    const { chunks } = await openUnpacked(input)
    const { path, bytes } = await this.#spool(input, async (spool) => {
      for await (const chunk of chunks) spool.write(chunk)
    })
    return { ...input, path, bytes, compression: undefined, isRegular: true }
  }

  async #spool(input: { readonly name: string }, fill: (spool: Spool) => Promise<void>): Promise<SourceFile> {
    const spool = new Spool(this.#folder.newPath('jsonl'))
    try {
      await fill(spool)
      return spool.finish(input.name)
    } catch (error) {
      spool.abandon()
      throw readFault(input.name, error)
    }
  }
}
