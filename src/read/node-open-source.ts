/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { checkChoice } from '../model/check.js'
import { type BadRecord, UnreadableInput } from '../model/errors.js'
import { BadRecords, type OnError } from './bad-records.js'
import type { DelimitedLayout, DelimitedOptions } from './delimited-layout.js'
import { DELIMITERS, detectDelimiter } from './delimiter.js'
import type { Encoding } from './encoding.js'
import { FORMATS, type Format, isDelimited, isOneDocument } from './format.js'
import { isBlank } from './json-list.js'
import { spansLines } from './json-objects.js'
import { LineCopier } from './line-splitter.js'
import { collectBytes, type OpenedBytes, openBytes, openUnpacked } from './node-bytes.js'
import { detectIdField } from './node-detect-id.js'
import { readFault } from './node-fault.js'
import { checkUnchanged, stampInputs } from './node-input-stamps.js'
import { findInputs, type Input } from './node-inputs.js'
import { inspectLines } from './node-inspect-lines.js'
import { keptCopies } from './node-kept-copies.js'
import { readCsv } from './node-read-csv.js'
import { readDocument } from './node-read-document.js'
import { readJson } from './node-read-json.js'
import { readLines } from './node-read-lines.js'
import { type ParquetOptions, parquetColumns, readParquet } from './node-read-parquet.js'
import { Spool, TemporaryFolder } from './node-spool.js'
import { ownOutput } from './own-output.js'
import { parseRecord } from './parse-line.js'
import { RecordGate } from './record-gate.js'
import { maxRecordBytes } from './record-limit.js'
import type { FileLayout, Source, SourceFile } from './source.js'
import { fieldsOf, TextField, type WantedFields } from './text-field.js'

export interface SourceOptions extends DelimitedOptions {
  /** The fields that hold the text, names or paths (`doc.body.text`). Default: one, found by the first record. */
  readonly text?: readonly string[]
  /**
   * The field that holds the id; false: none, the number of the record is its id. Default: `path` where every input is a
   * text or HTML file, else a field that is named like an id and whose values are distinct, if there is one.
   */
  readonly id?: string | false
  /** What the inputs hold. Default: by their extensions; JSON Lines for stdin and pipes. */
  readonly format?: Format
  /** How text is encoded. Default: detected. */
  readonly encoding?: Encoding
  /** Patterns of files and folders that are left out where a folder or a glob finds them. */
  readonly exclude?: readonly string[]
  /** What a bad record does. Default: `stop`. */
  readonly onError?: OnError
  /** The folder for temporary files. Default: the system's. */
  readonly temporary?: string
  /**
   * Fields that are needed besides text and id: of Parquet, nothing else is read. Default: all. A name is that of a
   * column, or a path into structs (`doc.body.text`).
   */
  readonly fields?: readonly string[]
  /**
   * Whether rows of delimited text are copied later as they are written: what can be read only once is then stored, and a
   * file without records stays one of the files.
   */
  readonly copiesRows?: boolean
  /** Bytes of memory that the whole process may use. Default: no limit. */
  readonly memory?: number
  /** Chooses what is read of HTML files, after it has seen all of them. Default: all their text. */
  readonly pages?: PageReader
}

/** Makes texts of HTML pages. It sees all pages in order, then each again, by its number. */
interface PageReader {
  see(html: string): void
  text(page: number, html: string): string
}

/** The part of the memory that a page of Parquet may take: it is held packed and unpacked, with values made of it. */
const PAGE_SHARE = 0.25

/** What came of one input, or of a run of files that are one document each. */
interface Part {
  /** Undefined: there is nothing to read in it. */
  readonly file?: SourceFile
  readonly skipped: readonly BadRecord[]
}

const NOTHING: Part = { skipped: [] }

/**
 * Opens documents for reading: paths, globs, folders, `-` for stdin. JSON Lines files are used where they are; all else
 * is turned into JSON Lines in temporary files, which `close` removes. Throws `UnreadableInput` for what cannot be read
 * as a whole, and `BadRecord` for a record, unless bad ones are skipped.
 *
 * @example const source = await openSource(['news/*.jsonl.gz'], { text: ['body'] })
 */
export async function openSource(inputs: readonly string[], options: SourceOptions = {}): Promise<Source> {
  const { format, exclude } = options
  if (format !== undefined) checkChoice('format', format, FORMATS)
  checkChoice('onError', options.onError ?? 'stop', ['stop', 'skip'])
  const found = await findInputs(inputs, { format, exclude })
  const folder = new TemporaryFolder(options.temporary)
  try {
    const opener = new Opener(folder, options)
    for (const run of found.runs) opener.ownFiles.set(run, 'a run directory')
    const parts = await opener.open(found.inputs)
    const read = found.inputs.filter(({ name }) => !opener.ownFiles.has(name))
    const stamps = stampInputs(read)
    opener.text.checkSeen(inputs)
    const files = parts.flatMap(({ file }) => file ?? [])
    checkUnchanged({ inputs: stamps, files })
    const areTexts = read.every((input) => isOneDocument(input.format))
    return {
      files,
      inputs: stamps.length === read.length ? stamps : undefined,
      textFields: opener.text.names,
      ...chooseId(options.id, areTexts, files, opener.text.names),
      skipped: parts.flatMap(({ skipped }) => skipped),
      notes: {
        layouts: opener.layouts,
        emptyFiles: opener.emptyFiles,
        unknownFiles: found.unknown,
        ownFiles: opener.ownFiles,
      },
      async close() {
        folder.remove()
      },
    }
  } catch (error) {
    folder.remove()
    throw error
  }
}

/** The id field that is named, or detected. */
function chooseId(
  id: SourceOptions['id'],
  areTexts: boolean,
  files: readonly SourceFile[],
  textFields: readonly string[],
): Pick<Source, 'idField' | 'isIdDetected' | 'rejectedId'> {
  if (id !== undefined) return { idField: id || undefined }
  if (areTexts) return { idField: 'path' }
  return detectIdField(files, textFields)
}

function parquetOptions({ fields, memory, id }: SourceOptions): ParquetOptions {
  return {
    fields,
    detectsId: id === undefined,
    pageBytes: memory === undefined ? undefined : memory * PAGE_SHARE,
  }
}

class Opener {
  readonly text: TextField
  readonly layouts: FileLayout[] = []
  readonly emptyFiles: string[] = []
  readonly ownFiles = new Map<string, string>()
  readonly #folder: TemporaryFolder
  readonly #options: SourceOptions
  readonly #onError: OnError
  readonly #parquet: ParquetOptions
  readonly #limit: number
  /** The number of each page that was seen. */
  readonly #pages = new Map<Input, number>()

  constructor(folder: TemporaryFolder, options: SourceOptions) {
    this.text = new TextField(options.text, options.id || undefined)
    this.#folder = folder
    this.#options = options
    this.#onError = options.onError ?? 'stop'
    this.#limit = maxRecordBytes(options.memory)
    this.#parquet = parquetOptions(options)
  }

  /** A part for each input in order; files that are one document each share one, for there may be very many. */
  async open(given: readonly Input[]): Promise<Part[]> {
    const inputs = await this.#seePages(given)
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

  /** Lets the reader of pages see each; what can be read only once is stored. Pages that cannot be read are reported later. */
  async #seePages(inputs: readonly Input[]): Promise<readonly Input[]> {
    const { pages, encoding } = this.#options
    if (pages === undefined) return inputs
    const stored: Input[] = []
    for (const input of inputs) {
      const page = input.format === 'html' && !input.isRegular ? await this.#stored(input) : input
      stored.push(page)
      if (page.format !== 'html') continue
      const { chunks } = await openBytes(page, encoding)
      const bytes = await collectBytes(chunks, this.#limit)
      if (bytes === undefined || !isUtf8(bytes)) continue
      pages.see(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
      this.#pages.set(page, this.#pages.size)
    }
    return stored
  }

  /** What becomes of the HTML of an input. */
  #pageText(input: Input): ((html: string) => string) | undefined {
    const page = this.#pages.get(input)
    return page === undefined ? undefined : (html) => this.#options.pages!.text(page, html)
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
      const own = ownOutput(Buffer.from(head.subarray(0, OWN_HEAD)).toString())
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
    // The columns of an output are named as in the first row of CSV.
    const own = ownOutput(`${columns.join(',')}\n`)
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
    const { path, format, compression } = input
    const { encoding } = opened
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

  async #openJson(input: Input, { head, chunks, isAsStored }: OpenedBytes): Promise<Part> {
    const isList = input.format === 'json' && head.find((byte) => !isBlank(byte)) === OPEN_LIST
    if (isList || spansLines(head)) {
      const { bad, gate } = this.#gate(input)
      const shape = isList ? 'list' : 'objects'
      const file = await this.#spool(input, (spool) =>
        readJson(input.name, shape, chunks, spool, gate, this.#limit),
      )
      return gate.records === 0 ? this.#empty(input) : { file, skipped: bad.list }
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
    const hasRecords = inspectLines(file, this.text, this.#onError, this.#limit)
    return hasRecords || bad.list.length > 0 ? { file, skipped: bad.list } : this.#blank(input)
  }

  async #openDocuments(run: readonly Input[]): Promise<Part> {
    const bad = new BadRecords(this.#onError)
    const fields = { id: this.#options.id || 'path', text: this.text.name }
    const name = run.length === 1 ? run[0]!.name : `${run[0]!.name} and ${run.length - 1} more`
    const file = await this.#spool({ name }, async (spool) => {
      for (const input of run) {
        const { chunks, encoding } = await openBytes(input, this.#options.encoding)
        if (encoding !== 'utf-8') this.layouts.push({ name: input.name, encoding })
        const problem = await readDocument(input, chunks, spool, fields, this.#limit, this.#pageText(input))
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

const OPEN_LIST = 0x5b
/** Bytes by which the output of this program is recognized. */
const OWN_HEAD = 4096

/** Whether documents come without fields, so that theirs may be called what those of others are. */
function hasNoFields(format: Format): boolean {
  return isOneDocument(format) || format === 'lines'
}

/** Standard input has no extension: what is no JSON is most likely a table or plain lines. */
function checkJsonLines(name: string, head: Uint8Array): void {
  const first = head.find((byte) => !isBlank(byte))
  if (first === 0x7b) return
  const guess =
    first === OPEN_LIST ? 'json' : detectDelimiter({ head, isWhole: false }, DELIMITERS) ? 'csv' : 'lines'
  throw new UnreadableInput(
    name,
    'it is not JSON Lines, which is the default for standard input and pipes',
    `add --format ${guess}, or the format that it has`,
  )
}

/** Neighbours that are one document each, together; every other input alone. */
function runsOf(inputs: readonly Input[]): Input[][] {
  const runs: Input[][] = []
  for (const input of inputs) {
    const last = runs.at(-1)
    const joins = last !== undefined && isOneDocument(input.format) && isOneDocument(last[0]!.format)
    if (joins) last.push(input)
    else runs.push([input])
  }
  return runs
}
