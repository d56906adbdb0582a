/// <reference types="node" />
import { UnreadableInput } from '../model/errors.js'
import { BadRecords, type OnError } from './bad-records.js'
import { checkJsonLines } from './check-json-lines.js'
import type { DelimitedLayout, DelimitedOptions } from './delimited-layout.js'
import { type AnyFormat, isDelimited, isJson, isOneDocument } from './format.js'
import { shapeOfJson } from './formats/node-json.js'
import type { OpenInput, ReadingOptions } from './formats/reader.js'
import type { Input } from './input.js'
import { hasNoFields, runsOf } from './input-runs.js'
import { isBlank } from './json-list.js'
import { LineCopier } from './line-splitter.js'
import { type OpenedBytes, openUnpacked } from './node-bytes.js'
import { openDocumentFiles } from './node-document-files.js'
import { inspectLines } from './node-inspect-lines.js'
import { OpenedInput } from './node-open-input.js'
import { ownFile } from './node-own-files.js'
import { SeenPages } from './node-seen-pages.js'
import { spoolTo, type TemporaryFolder } from './node-spool.js'
import { neededColumns, spoolRecords } from './node-spool-records.js'
import { hasText, type OwnOutput, ownOutput, ownTable } from './own-output.js'
import { RecordGate } from './record-gate.js'
import { maxCopyBytes, maxPageBytes, maxRecordBytes } from './record-limit.js'
import type { FileLayout, SourceFile } from './source.js'
import type { SourceOptions } from './source-options.js'
import { NOTHING_READ, type SourcePart } from './source-part.js'
import { TextField, type WantedFields } from './text-field.js'

/** A line as a row. */
const ONE_FIELD: DelimitedLayout = { delimiter: '\t', quoting: 'none', hasHeader: false }

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
  async open(given: readonly Input[]): Promise<SourcePart[]> {
    const inputs = await this.#pages.see(given)
    const runs = runsOf(inputs)
    const parts: SourcePart[][] = []
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

  async #openRecords(input: Input): Promise<SourcePart> {
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

  async #openParquet(input: Input, opened: OpenedInput): Promise<SourcePart> {
    const path = await opened.path(maxCopyBytes(this.#options.memory))
    const { parquetColumns } = await import('./formats/node-parquet.js')
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
    if (gate.records === 0) {
      const empty = this.#empty(input)
      // A file without rows has columns, which are copied.
      if (this.#options.copiesRows !== true) return empty
    }
    return { file: { ...file, parquet: path }, skipped: gate.skipped }
  }

  async #openDelimited(input: Input, opened: OpenedInput): Promise<SourcePart> {
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
  async #openOther(input: Input, opened: OpenedInput): Promise<SourcePart> {
    const gate = this.#gate(input)
    const file = await this.#read(opened, gate)
    if (!this.#copiesRows(input))
      return gate.records === 0 ? this.#empty(input) : { file, skipped: gate.skipped }
    if (gate.records === 0) this.emptyFiles.push(input.name)
    const { encoding, compression } = opened.text
    const origin = { path: input.path!, compression, encoding, layout: ONE_FIELD, limit: this.#limit }
    return { file: { ...file, delimited: { ...origin, format: 'lines' } }, skipped: gate.skipped }
  }

  async #openJson(input: Input, opened: OpenedInput): Promise<SourcePart> {
    const { chunks, isAsStored } = opened.text
    const shape = shapeOfJson(opened)
    if (shape !== 'lines') {
      const gate = this.#gate(input)
      const file = await this.#read(opened, gate)
      if (gate.records === 0) {
        const empty = this.#empty(input)
        // A file without records is restored as well.
        if (this.#options.copiesRows !== true || !input.isRegular) return empty
      }
      return { file: { ...file, ...this.#jsonOrigin(input, opened.text, shape) }, skipped: gate.skipped }
    }
    if (!input.isFormatKnown) checkJsonLines(input.name, opened.text.head)
    const bad = new BadRecords(this.#onError)
    const file =
      input.isRegular && isAsStored
        ? { name: input.name, path: input.path!, bytes: input.bytes, modified: input.modified }
        : await spoolTo(this.#folder, input.name, async (spool) => {
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

  async #openDocuments(run: readonly Input[]): Promise<SourcePart[]> {
    for (const input of run) if (input.isNamed) this.#refuseOwn(input, await ownFile(input))
    return openDocumentFiles(run, {
      folder: this.#folder,
      options: this.#options,
      reading: { ...this.#reading, encoding: this.#options.encoding },
      layouts: this.layouts,
      pageText: (input) => this.#pages.textOf(input),
      onFiles: (files) => this.#count(files),
    })
  }

  #read(
    opened: OpenInput & { readonly format: AnyFormat },
    gate: RecordGate,
    options: Partial<ReadingOptions> = {},
    onLayout?: (layout: DelimitedLayout) => void,
  ): Promise<SourceFile> {
    return spoolTo(this.#folder, opened.name, (spool) =>
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

  #empty({ name }: Input): SourcePart {
    this.emptyFiles.push(name)
    return NOTHING_READ
  }

  /** A blank JSON Lines file is kept as a file, so that the inputs can be restored from the files. */
  #blank(input: Input): SourcePart {
    const { name, path, format, compression, isRegular, bytes, modified } = input
    this.emptyFiles.push(name)
    const isLines = (format === 'json' || format === 'jsonl') && isRegular && compression === undefined
    return isLines ? { file: { name, path: path!, bytes, modified }, skipped: [] } : NOTHING_READ
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
    const { path, bytes } = await spoolTo(this.#folder, input.name, async (spool) => {
      for await (const chunk of chunks) spool.write(chunk)
    })
    const { modified } = input
    return { ...input, path, bytes, modified, compression: undefined, isRegular: true }
  }
}

function newlinesIn(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count++
  return count
}
