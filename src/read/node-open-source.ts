/// <reference types="node" />
import { checkChoice } from '../model/check.js'
import { BadRecords, type OnError } from './bad-records.js'
import { FORMATS, type Format, isOneDocument } from './format.js'
import { isBlank } from './json-list.js'
import { LineGuard } from './line-splitter.js'
import { openBytes } from './node-bytes.js'
import { readFault } from './node-fault.js'
import { checkUnchanged, stampInputs } from './node-input-stamps.js'
import { type Input, listInputs } from './node-inputs.js'
import { inspectLines } from './node-inspect-lines.js'
import { readCsv } from './node-read-csv.js'
import { readDocument } from './node-read-document.js'
import { readJsonList } from './node-read-json-list.js'
import { type ParquetOptions, readParquet } from './node-read-parquet.js'
import { Spool, TemporaryFolder } from './node-spool.js'
import { emptyFile, RecordGate } from './record-gate.js'
import { maxRecordBytes } from './record-limit.js'
import type { Source, SourceFile } from './source.js'
import { TextField } from './text-field.js'

export interface SourceOptions {
  /** The field that holds the text. Default: found by the first record. */
  readonly text?: string
  /** The field that holds the id. Default: none; `path` where every input is a text or HTML file. */
  readonly id?: string
  /** What the inputs hold. Default: by their endings; JSON Lines for stdin and pipes. */
  readonly format?: Format
  /** What a bad record does. Default: `stop`. */
  readonly onError?: OnError
  /** The folder for temporary files. Default: the system's. */
  readonly temporary?: string
  /**
   * Fields that are needed besides text and id: of Parquet, nothing else is read. Default: all. A name is that of a
   * column, or a path into structs (`doc.body.text`).
   */
  readonly fields?: readonly string[]
  /** Bytes of memory that the whole process may use. Default: no limit. */
  readonly memory?: number
}

/** The part of the memory that a page of Parquet may take: it is held packed and unpacked, with values made of it. */
const PAGE_SHARE = 0.25

/** What came of one input, or of a run of files that are one document each. */
interface Part {
  readonly file: SourceFile
  readonly bad: BadRecords
}

/**
 * Opens documents for reading: paths, globs, folders, `-` for stdin. JSON Lines files are used where they are; all else
 * is turned into JSON Lines in temporary files, which `close` removes. Throws `UnreadableInput` for what cannot be read
 * as a whole, and `BadRecord` for a record, unless bad ones are skipped.
 *
 * @example const source = await openSource(['news/*.jsonl.gz'], { text: 'body' })
 */
export async function openSource(inputs: readonly string[], options: SourceOptions = {}): Promise<Source> {
  const { text: wished, id, format, onError = 'stop' } = options
  if (format !== undefined) checkChoice('format', format, FORMATS)
  checkChoice('onError', onError, ['stop', 'skip'])
  const found = await listInputs(inputs, format)
  const folder = new TemporaryFolder(options.temporary)
  try {
    const inputs = stampInputs(found)
    const opener = new Opener(folder, new TextField(wished, id), id, onError, options)
    const parts = await opener.open(found)
    const files = parts.map(({ file }) => file)
    checkUnchanged({ inputs, files })
    return {
      files,
      inputs: inputs.length === found.length ? inputs : undefined,
      textField: opener.text.name,
      idField: id ?? (found.every((input) => isOneDocument(input.format)) ? 'path' : undefined),
      skipped: parts.flatMap(({ bad }) => bad.list),
      async close() {
        folder.remove()
      },
    }
  } catch (error) {
    folder.remove()
    throw error
  }
}

function parquetOptions({ fields, memory }: SourceOptions): ParquetOptions {
  return { fields, pageBytes: memory === undefined ? undefined : memory * PAGE_SHARE }
}

class Opener {
  readonly text: TextField
  readonly #folder: TemporaryFolder
  readonly #id: string | undefined
  readonly #onError: OnError
  readonly #parquet: ParquetOptions
  readonly #limit: number

  constructor(
    folder: TemporaryFolder,
    text: TextField,
    id: string | undefined,
    onError: OnError,
    options: SourceOptions,
  ) {
    this.#limit = maxRecordBytes(options.memory)
    this.text = text
    this.#folder = folder
    this.#id = id
    this.#onError = onError
    this.#parquet = parquetOptions(options)
  }

  /** One part for each input in order; files that are one document each share one, for there may be very many. */
  async open(inputs: readonly Input[]): Promise<Part[]> {
    const runs = runsOf(inputs)
    const parts: Part[] = []
    // Texts come last: they get the text field that the others have.
    for (const isText of [false, true]) {
      for (const [at, run] of runs.entries()) {
        if (isOneDocument(run[0]!.format) !== isText) continue
        parts[at] = isText ? await this.#openDocuments(run) : await this.#openRecords(run[0]!)
      }
    }
    return parts
  }

  async #openRecords(input: Input): Promise<Part> {
    const bad = new BadRecords(this.#onError)
    const wanted = { text: this.text, id: this.#id }
    const gate = new RecordGate(input.name, wanted, bad)
    if (input.format === 'parquet') {
      const path = await this.#regularPath(input)
      const file = await this.#spool(input, (spool) =>
        readParquet(input.name, path, spool, gate, this.#parquet),
      )
      return { file: { ...file, parquet: path }, bad }
    }
    const { head, chunks, isAsStored, close } = await openBytes(input)
    try {
      if (head.length === 0) throw emptyFile(input.name)
      if (input.format === 'csv' || input.format === 'tsv') {
        return {
          file: await this.#spool(input, (spool) => readCsv(input, chunks, spool, wanted, bad, this.#limit)),
          bad,
        }
      }
      if (input.format === 'json' && head.find((byte) => !isBlank(byte)) === 0x5b) {
        return {
          file: await this.#spool(input, (spool) =>
            readJsonList(input.name, chunks, spool, gate, this.#limit),
          ),
          bad,
        }
      }
      const file =
        input.isRegular && isAsStored
          ? { name: input.name, path: input.path!, bytes: input.bytes, modified: input.modified }
          : await this.#spool(input, async (spool) => {
              const lines = new LineGuard(input.name, this.#limit)
              for await (const chunk of chunks) {
                lines.check(chunk)
                spool.write(chunk)
              }
            })
      inspectLines(file, this.text, this.#onError, this.#limit)
      return { file, bad }
    } finally {
      await close()
    }
  }

  async #openDocuments(run: readonly Input[]): Promise<Part> {
    const bad = new BadRecords(this.#onError)
    const fields = { id: this.#id ?? 'path', text: this.text.name }
    const name = run.length === 1 ? run[0]!.name : `${run[0]!.name} and ${run.length - 1} more`
    const file = await this.#spool({ name }, async (spool) => {
      for (const input of run) {
        const { chunks } = await openBytes(input)
        const problem = await readDocument(input, chunks, spool, fields, this.#limit)
        if (problem !== undefined) bad.add(problem)
      }
    })
    return { file, bad }
  }

  /** Parquet is read from its end, so it must be a file, and not packed as a whole. */
  async #regularPath(input: Input): Promise<string> {
    if (input.isRegular && input.compression === undefined) return input.path!
    const { head, chunks } = await openBytes(input)
    if (head.length === 0) throw emptyFile(input.name)
    const file = await this.#spool(input, async (spool) => {
      for await (const chunk of chunks) spool.write(chunk)
    })
    return file.path
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
