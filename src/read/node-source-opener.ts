/// <reference types="node" />
import { type BadRecord, UnreadableInput } from '../model/errors.js'
import { BadRecords, type OnError } from './bad-records.js'
import { checkJsonLines } from './check-json-lines.js'
import type { DelimitedLayout, DelimitedOptions } from './delimited-layout.js'
import { partsOf } from './file-parts.js'
import { type AnyFormat, isDelimited, isJson, isOneDocument } from './format.js'
import { shapeOfJson } from './formats/node-json.js'
import { parquetColumns } from './formats/node-parquet.js'
import type { OpenInput, ReadingOptions } from './formats/reader.js'
import { hasNoFields, runsOf } from './input-runs.js'
import { isBlank } from './json-list.js'
import { LineCopier } from './line-splitter.js'
import { type OpenedBytes, openUnpacked } from './node-bytes.js'
import { readFault } from './node-fault.js'
import { spoolInThreads } from './node-file-threads.js'
import type { Input } from './node-inputs.js'
import { inspectLines } from './node-inspect-lines.js'
import { OpenedInput } from './node-open-input.js'
import { ownFile } from './node-own-files.js'
import { SeenPages } from './node-seen-pages.js'
import { Spool, type TemporaryFolder } from './node-spool.js'
import { type FileOptions, spoolFiles } from './node-spool-files.js'
import { neededColumns, spoolRecords } from './node-spool-records.js'
import { hasText, type OwnOutput, ownOutput, ownTable } from './own-output.js'
import { RecordGate } from './record-gate.js'
import { maxCopyBytes, maxPageBytes, maxRecordBytes } from './record-limit.js'
import type { FileLayout, SourceFile } from './source.js'
import type { SourceOptions } from './source-options.js'
import { TextField, type WantedFields } from './text-field.js'

/** The result of opening one input, or a group of files that are one document each. */
interface Part {
  /** Undefined if it contains nothing to read. */
  readonly file?: SourceFile
  readonly skipped: readonly BadRecord[]
}

const NOTHING: Part = { skipped: [] }

/** A line as a row. */
const ONE_FIELD: DelimitedLayout = { delimiter: '\t', quoting: 'none', hasHeader: false }

/** The name of some files together, in messages. */
function nameOf([first, ...others]: readonly Input[]): string {
  return others.length === 0 ? first!.name : `${first!.name} and ${others.length} more`
}

function pickDelimited({ delimiter, header }: DelimitedOptions): DelimitedOptions {
  return { delimiter, header }
}

/** Opens the inputs of a source, one after the other. */
export class SourceOpener {
  readonly text: TextField
  readonly layouts: FileLayout[] = []
  readonly emptyFiles: string[] = []
  readonly #folder: TemporaryFolder
  readonly #options: SourceOptions
  readonly #onError: OnError
  readonly #pageBytes: number | undefined
  readonly #limit: number
  readonly #pages: SeenPages
  #records = 0

  constructor(folder: TemporaryFolder, options: SourceOptions) {
    this.text = new TextField(options.text, options.id || undefined)
    this.#folder = folder
    this.#options = options
    this.#onError = options.onError ?? 'stop'
    this.#limit = maxRecordBytes(options.memory)
    this.#pageBytes = maxPageBytes(options.memory)
    this.#pages = new SeenPages(options, this.#limit, (input) => this.#stored(input))
  }

  /** Opens the inputs in order, one part for each; files that are one document each share parts, because there may be very many. */
  async open(given: readonly Input[]): Promise<Part[]> {
    const inputs = await this.#pages.see(given)
    const runs = runsOf(inputs)
    const parts: Part[][] = []
    // Texts come last, because they get the same text field as the others.
    for (const isText of [false, true]) {
      for (const [at, run] of runs.entries()) {
        const [first] = run
        if (hasNoFields(first!.format) !== isText) continue
        parts[at] = isOneDocument(first!.format)
          ? await this.#openDocuments(run)
          : [await this.#openRecords(first!)]
      }
    }
    return parts.flat()
  }

  async #openRecords(input: Input): Promise<Part> {
    const copiesRows = this.#copiesRows(input)
    if (input.isRegular && input.bytes === 0 && !copiesRows) return this.#blank(input)
    if (copiesRows && !input.isRegular) return this.#openRecords(await this.#stored(input))
    const { encoding } = this.#options
    const opened = await OpenedInput.open(input, { encoding, folder: this.#folder })
    try {
      if (opened.format === 'parquet') return await this.#openParquet(input, opened)
      const { head, isWhole } = opened.text
      if (isWhole && head.every(isBlank) && !copiesRows) return this.#blank(input)
      this.#refuseOwn(input, ownOutput(Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString()))
      if (opened.text.encoding !== 'utf-8' && !isDelimited(opened.format)) {
        this.layouts.push({ name: input.name, encoding: opened.text.encoding })
      }
      if (isDelimited(opened.format)) return await this.#openDelimited(input, opened)
      if (isJson(opened.format)) return await this.#openJson(input, opened)
      return await this.#openOther(input, opened)
    } finally {
      await opened.close()
    }
  }

  async #openParquet(input: Input, opened: OpenedInput): Promise<Part> {
    const path = await opened.path(maxCopyBytes(this.#options.memory))
    const columns = await parquetColumns(input.name, path, this.#pageBytes)
    this.#refuseOwn(input, ownTable(columns))
    const gate = this.#gate(input)
    const file = await this.#read(
      { name: input.name, format: 'parquet', text: opened.text, path: async () => path },
      gate,
      {
        choose: (table) => neededColumns(table, gate, this.#options),
        pageBytes: this.#pageBytes,
      },
    )
    return gate.records === 0
      ? this.#empty(input)
      : { file: { ...file, parquet: path }, skipped: gate.skipped }
  }

  async #openDelimited(input: Input, opened: OpenedInput): Promise<Part> {
    const gate = this.#gate(input)
    let layout: DelimitedLayout | undefined
    const file = await this.#read(opened, gate, pickDelimited(this.#options), (read) => {
      layout = read
      this.layouts.push({ name: input.name, encoding: opened.text.encoding, ...read })
    })
    if (!this.#copiesRows(input))
      return gate.records === 0 ? this.#empty(input) : { file, skipped: gate.skipped }
    if (gate.records === 0) this.emptyFiles.push(input.name)
    const { encoding, compression } = opened.text
    const format = opened.format as 'csv' | 'tsv'
    const origin = { path: input.path!, format, compression, encoding, layout: layout!, limit: this.#limit }
    return { file: { ...file, delimited: origin }, skipped: gate.skipped }
  }

  /** Opens a format of which only the records are needed. */
  async #openOther(input: Input, opened: OpenedInput): Promise<Part> {
    const gate = this.#gate(input)
    const file = await this.#read(opened, gate)
    if (!this.#copiesRows(input))
      return gate.records === 0 ? this.#empty(input) : { file, skipped: gate.skipped }
    if (gate.records === 0) this.emptyFiles.push(input.name)
    const { encoding, compression } = opened.text
    const origin = { path: input.path!, compression, encoding, layout: ONE_FIELD, limit: this.#limit }
    return { file: { ...file, delimited: { ...origin, format: 'lines' } }, skipped: gate.skipped }
  }

  async #openJson(input: Input, opened: OpenedInput): Promise<Part> {
    const { chunks, isAsStored } = opened.text
    const shape = shapeOfJson(opened)
    if (shape !== 'lines') {
      const gate = this.#gate(input)
      const file = await this.#read(opened, gate)
      if (gate.records === 0) {
        const empty = this.#empty(input)
        // Without records, too, it is restored.
        if (this.#options.copiesRows !== true || !input.isRegular) return empty
      }
      return { file: { ...file, ...this.#jsonOrigin(input, opened.text, shape) }, skipped: gate.skipped }
    }
    if (!input.isFormatKnown) checkJsonLines(input.name, opened.text.head)
    const bad = new BadRecords(this.#onError)
    const file =
      input.isRegular && isAsStored
        ? { name: input.name, path: input.path!, bytes: input.bytes, modified: input.modified }
        : await this.#spool(input, async (spool) => {
            const lines = new LineCopier(input.name, this.#limit, spool, (error) => bad.add(error))
            for await (const chunk of chunks) {
              lines.push(chunk)
              if (this.#options.onRecords !== undefined) this.#count(newlinesIn(chunk))
            }
          })
    const hasRecords = inspectLines(file, this.#wanted, this.#onError, this.#limit)
    if (!hasRecords && bad.list.length === 0) return this.#blank(input)
    // Lines that were too long are not in the copy.
    const isWhole = !isAsStored && bad.list.length === 0
    return { file: { ...file, ...(isWhole && this.#jsonOrigin(input, opened.text)) }, skipped: bad.list }
  }

  /** The origin of JSON text that can be read again. */
  #jsonOrigin(
    { isRegular, path }: Input,
    { encoding, compression }: OpenedBytes,
    shape?: 'list' | 'objects',
  ): Pick<SourceFile, 'json'> {
    return isRegular ? { json: { path: path!, compression, encoding, shape, limit: this.#limit } } : {}
  }

  /** Opens files that are one document each: several threads read them if there are very many. */
  async #openDocuments(run: readonly Input[]): Promise<Part[]> {
    for (const input of run) if (input.isNamed) this.#refuseOwn(input, await ownFile(input))
    const parts = partsOf(run)
    const spooled = await this.#readInThreads(parts)
    const opened: Part[] = []
    for (const [part, inputs] of parts.entries()) {
      const { path, done } = spooled[part] ?? {}
      if (path === undefined || done === undefined) opened.push(await this.#openFiles(inputs))
      else {
        this.layouts.push(...done.layouts)
        const file = { name: nameOf(inputs), path, bytes: done.bytes, holdsFiles: inputs.length }
        opened.push({ file, skipped: [] })
      }
    }
    return opened
  }

  /**
   * The results of threads for parts; empty if threads do not pay off, would exceed limited memory, or cannot know what to read of a page.
   */
  async #readInThreads(parts: readonly (readonly Input[])[]) {
    const { workers, memory, pages } = this.#options
    const isAlone = parts.length === 1 || workers === 1 || memory !== undefined || pages !== undefined
    if (isAlone || parts.some((inputs) => inputs.some(({ isRegular }) => !isRegular))) return []
    const options = this.#fileOptions
    const jobs = parts.map((inputs) => ({ inputs, path: this.#folder.newPath('jsonl'), options }))
    const results = await spoolInThreads(jobs, workers)
    return jobs.map(({ path }, part) => ({ path, done: results[part] }))
  }

  async #openFiles(inputs: readonly Input[]): Promise<Part> {
    const bad = new BadRecords(this.#onError)
    const file = await this.#spool({ name: nameOf(inputs) }, async (spool) => {
      const layouts = await spoolFiles(inputs, spool, this.#fileOptions, {
        folder: this.#folder,
        bad: (error) => bad.add(error),
        pageText: (input) => this.#pages.textOf(input),
      })
      this.layouts.push(...layouts)
    })
    this.#count(inputs.length)
    return { file: { ...file, holdsFiles: inputs.length }, skipped: bad.list }
  }

  get #fileOptions(): FileOptions {
    return { ...this.#reading, encoding: this.#options.encoding }
  }

  #read(
    opened: OpenInput & { readonly format: AnyFormat },
    gate: RecordGate,
    options: Partial<ReadingOptions> = {},
    onLayout?: (layout: DelimitedLayout) => void,
  ): Promise<SourceFile> {
    return this.#spool(opened, (spool) =>
      spoolRecords(opened, spool, gate, { ...this.#reading, ...options }, onLayout),
    )
  }

  get #reading(): ReadingOptions {
    return { limit: this.#limit, named: { id: this.#options.id || 'path', text: this.text.name } }
  }

  get #wanted(): WantedFields {
    return { text: this.text, id: this.#options.id || undefined }
  }

  #gate({ name }: Input): RecordGate {
    return new RecordGate(name, this.#wanted, new BadRecords(this.#onError), (more) => this.#count(more))
  }

  #count(more: number): void {
    this.#records += more
    this.#options.onRecords?.(this.#records)
  }

  #empty({ name }: Input): Part {
    this.emptyFiles.push(name)
    return NOTHING
  }

  /** A blank JSON Lines file is kept as a file, so that the inputs can be restored from the files. */
  #blank(input: Input): Part {
    const { name, path, format, compression, isRegular, bytes, modified } = input
    this.emptyFiles.push(name)
    const isLines = (format === 'json' || format === 'jsonl') && isRegular && compression === undefined
    return isLines ? { file: { name, path: path!, bytes, modified }, skipped: [] } : NOTHING
  }

  /** An output of this program is not an input, unless the user names the field. Those in folders and globs were skipped before. */
  #refuseOwn({ name }: Input, own: OwnOutput | undefined): void {
    if (own === undefined || hasText(own, this.#options.text)) return
    throw new UnreadableInput(
      name,
      `it is ${own.kind}, written by this program`,
      'name the documents instead, or the field that holds the text with `text`',
    )
  }

  #copiesRows({ format }: Input): boolean {
    return this.#options.copiesRows === true && (isDelimited(format) || format === 'lines')
  }

  /** Writes an input that can be read only once to a file. */
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

function newlinesIn(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count++
  return count
}
