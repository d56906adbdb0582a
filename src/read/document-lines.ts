import { idAsJson } from '../model/document-id.js'
import { InvalidValue } from '../model/errors.js'
import { fieldValue } from '../model/record-text.js'
import { type ItemStream, type StreamWatch, visitItems } from '../model/visit-items.js'
import { type Escaper, JsonLineBuffer } from './json-line-buffer.js'
import { LineSplitter } from './line-splitter.js'
import { maxRecordBytes, recordTooLong } from './record-limit.js'
import { layoutNotes, type Source } from './source.js'

/** Documents that a program has or produces: objects, one by one or in batches. */
export type DocumentStream = ItemStream

/** What is written to lines. */
export interface LineOptions {
  /** The fields that hold the text, names or paths. Default: `text`. */
  readonly text?: readonly string[]
  /** The field that holds the id; false: none, ids are positions. Default: `id`, if a document has one. */
  readonly id?: string | false
  /** Whether to store whole documents, not only the text and the id. Default: false. */
  readonly whole?: boolean
  /** Bytes of memory that the whole process may use. Default: no limit. */
  readonly memory?: number
  /** A faster escaper for texts. */
  readonly escaper?: Escaper
  /** The name of the documents in messages. Default: `documents`. */
  readonly name?: string
}

/** The name, in messages, of documents that come from a program: "documents, line 3". */
const NAME = 'documents'
/** Bytes that are written at a time, while the next are prepared. */
const CHUNK = 1 << 20

/** Receives lines as bytes. */
export interface LineSink {
  /** The number of bytes written so far. */
  readonly bytes: number
  /** Writes bytes, which must not change until the next call, or `finish`, has returned. */
  write(bytes: Uint8Array): Promise<void>
  finish(): Promise<void>
  /** Changes everything that was written, once it is finished. */
  rewrite(change: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>): Promise<void>
}

/** Adds the JSON of a document, given the document and its position. */
type AddLine = (buffer: JsonLineBuffer, document: object, position: number) => void

/** Writes documents as lines of JSON to a sink as they arrive. */
export class DocumentLines {
  readonly #sink: LineSink
  readonly #options: LineOptions
  readonly #textFields: readonly string[]
  readonly #limit: number
  /** Undefined until the first document has arrived. */
  #idField: string | false | undefined
  /** Documents before the first one with an id, if any has one. */
  #withoutIds = 0
  #addLine: AddLine | undefined
  /** The buffer being filled, and the one that may still be being written. */
  #buffers: readonly [JsonLineBuffer, JsonLineBuffer]
  #count = 0

  constructor(sink: LineSink, options: LineOptions) {
    this.#sink = sink
    const newBuffer = () => new JsonLineBuffer(CHUNK + (CHUNK >> 3), options.escaper)
    this.#buffers = [newBuffer(), newBuffer()]
    this.#options = options
    this.#textFields = options.text ?? ['text']
    this.#limit = maxRecordBytes(options.memory)
    this.#idField = options.id
  }

  add(document: unknown): void {
    if (typeof document !== 'object' || document === null) {
      throw new InvalidValue('a document', document, this.#count, 'an object with a text')
    }
    const position = this.#count++
    this.#addLine ??= this.#begin(document)
    if (this.#idField === false && this.#options.id === undefined && hasId(document)) {
      this.#withoutIds = position
      this.#addLine = this.#begin(document)
    }
    const [buffer] = this.#buffers
    const before = buffer.length
    this.#addLine(buffer, document, position)
    if (buffer.length - before > this.#limit)
      throw recordTooLong(this.#options.name ?? NAME, position + 1, this.#limit)
    buffer.endLine()
  }

  /** Adds all documents, one by one or in batches. */
  async addAll(documents: DocumentStream, watch: StreamWatch = {}): Promise<void> {
    const add = (document: unknown) => {
      this.add(document)
      return this.#isFull ? this.flush() : undefined
    }
    await visitItems(documents, add, watch)
  }

  /** Whether the buffer should be flushed. */
  get #isFull(): boolean {
    return this.#buffers[0].length >= CHUNK
  }

  async flush(): Promise<void> {
    const [full, other] = this.#buffers
    await this.#sink.write(full.bytes)
    // The content of the other buffer has been written now.
    other.clear()
    this.#buffers = [other, full]
  }

  /**
   * Writes the rest and ends the sink.
   *
   * @param path of the file that contains the lines
   * @param close removes it
   */
  async finish(path: string, close: () => Promise<void>): Promise<Source> {
    await this.flush()
    await this.#sink.finish()
    if (this.#withoutIds > 0) await this.#sink.rewrite((chunks) => this.#withPositions(chunks))
    const { bytes } = this.#sink
    return {
      files: bytes === 0 ? [] : [{ name: this.#options.name ?? NAME, path, bytes }],
      inputs: undefined,
      textFields: this.#textFields,
      idField: this.#idField === false ? undefined : this.#idField,
      skipped: [],
      notes: layoutNotes([]),
      close,
    }
  }

  /** Adds their positions, as ids, to the documents before the first one with an id. */
  async *#withPositions(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    const decoder = new TextDecoder()
    const buffer = new JsonLineBuffer(CHUNK)
    const lines = new LineSplitter(this.#options.name ?? NAME, Number.MAX_SAFE_INTEGER, (line, bytes) => {
      const json = decoder.decode(bytes)
      const isBefore = line <= this.#withoutIds
      buffer.addJson(isBefore ? JSON.stringify({ ...JSON.parse(json), id: line - 1 }) : json)
      buffer.endLine()
    })
    for await (const chunk of chunks) {
      lines.push(chunk)
      yield buffer.bytes.slice()
      buffer.clear()
    }
  }

  /** Decides by a document whether there are ids, and what a line contains. */
  #begin(document: object): AddLine {
    const { id, whole } = this.#options
    const idField = id ?? (hasId(document) && 'id')
    this.#idField = idField
    // A document may lack an id only if no id field was named; its position is then its id.
    const defaultId = id === undefined && idField !== false
    if (whole === true) return wholeLine(this.#textFields, idField, defaultId)
    return pickedLine(this.#textFields, idField, defaultId)
  }
}

function hasId(document: object): boolean {
  return (Reflect.get(document, 'id') ?? null) !== null
}

/** All fields of a document that JSON includes, and the required ones that are not its own, such as those of a class. */
function wholeLine(textFields: readonly string[], idField: string | false, defaultId: boolean): AddLine {
  const names = [...textFields, ...(idField === false ? [] : [idField])]
  return (buffer, document, position) => {
    const inherited = names.filter((name) => !Object.hasOwn(document, name) && name in document)
    const lacksId = defaultId && !hasId(document)
    const id: unknown = idField !== false && Reflect.get(document, idField)
    if (inherited.length === 0 && !lacksId && typeof id !== 'bigint') {
      buffer.addJson(JSON.stringify(document))
      return
    }
    const more = Object.fromEntries(inherited.map((name) => [name, Reflect.get(document, name)]))
    if (typeof id === 'bigint') more[idField as string] = idAsJson(id)
    buffer.addJson(JSON.stringify({ ...document, ...more, ...(lacksId && { id: position }) }))
  }
}

/** These fields only; for a path, the whole object that it leads into. */
function pickedLine(textFields: readonly string[], idField: string | false, defaultId: boolean): AddLine {
  const [text] = textFields
  if (textFields.length === 1 && text === 'text' && idField !== 'text') {
    // The common case. Anything other than a string becomes a bad record, which the engine reports with its number.
    const addText = (buffer: JsonLineBuffer, document: object, start: string, separator: string) => {
      const value: unknown = Reflect.get(document, 'text')
      if (typeof value === 'string') {
        buffer.addJson(`${start}${separator}"text":`)
        buffer.addText(value)
        buffer.addJson('}')
      } else {
        buffer.addJson(value === undefined ? `${start}}` : `${start}${separator}"text":${json(value)}}`)
      }
    }
    if (idField === false) return (buffer, document) => addText(buffer, document, '{', '')
    const key = JSON.stringify(idField)
    return (buffer, document, position) => {
      const id: unknown = idIn(document, idField)
      addText(buffer, document, `{${key}:${json(idAsJson(defaultId ? (id ?? position) : id))}`, ',')
    }
  }
  const names = [...textFields, ...(idField === false ? [] : [idField])]
  return (buffer, document, position) => {
    const picked: Record<string, unknown> = {}
    for (const name of names) {
      const key = name in document ? name : name.split('.')[0]!
      if (key in document) picked[key] = Reflect.get(document, key)
    }
    if (defaultId) picked.id ??= position
    if (idField !== false && idField in picked) picked[idField] = idAsJson(picked[idField])
    buffer.addJson(JSON.stringify(picked))
  }
}

/** Finds an id by its name, even if it is not the object's own property, as in a class, or is at the end of a path. */
function idIn(document: object, idField: string): unknown {
  return idField in document ? Reflect.get(document, idField) : fieldValue(document, idField)
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}
