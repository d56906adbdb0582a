import { InvalidValue } from '../model/errors.js'
import { fieldValue } from '../model/record-text.js'
import { type Escaper, JsonLineBuffer } from './json-line-buffer.js'
import { maxRecordBytes, recordTooLong } from './record-limit.js'
import { layoutNotes, type Source } from './source.js'

/** Documents that a program has or produces: objects, one by one or in batches. */
export type DocumentStream = Iterable<object> | AsyncIterable<object | readonly object[]>

/** What lines hold. */
export interface LineOptions {
  /** The fields that hold the text, names or paths. Default: `text`. */
  readonly text?: readonly string[]
  /** The field that holds the id; false: none, ids are positions. Default: `id`, if the first document has one. */
  readonly id?: string | false
  /** Whether to store documents whole, and not only text and id. Default: false. */
  readonly whole?: boolean
  /** Bytes of memory that the whole process may use. Default: no limit. */
  readonly memory?: number
  /** Escapes texts in less time. */
  readonly escaper?: Escaper
  /** What messages call the documents. Default: `documents`. */
  readonly name?: string
}

/** What messages call documents that come from a program: "documents, line 3". */
const NAME = 'documents'
/** Bytes that are written at once, while the next are made. */
const CHUNK = 1 << 20

/** Takes lines as bytes. */
export interface LineSink {
  /** Bytes so far. */
  readonly bytes: number
  /** Takes bytes, which stay as they are until the next call, or `finish`, has returned. */
  write(bytes: Uint8Array): Promise<void>
  finish(): Promise<void>
}

/** Adds the JSON of a document, by it and its position. */
type AddLine = (buffer: JsonLineBuffer, document: object, position: number) => void

/** Documents as lines of JSON, which go to a sink as they arrive. */
export class DocumentLines {
  readonly #sink: LineSink
  readonly #options: LineOptions
  readonly #textFields: readonly string[]
  readonly #limit: number
  /** Undefined until the first document has come. */
  #idField: string | false | undefined
  #addLine: AddLine | undefined
  /** What is made, and what may still be written. */
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
      throw new InvalidValue(
        'the id of a document',
        fieldValue(document, 'id'),
        position,
        'an id for every document, or for none',
      )
    }
    const [buffer] = this.#buffers
    const before = buffer.length
    this.#addLine(buffer, document, position)
    if (buffer.length - before > this.#limit)
      throw recordTooLong(this.#options.name ?? NAME, position + 1, this.#limit)
    buffer.endLine()
  }

  /** Takes all documents, one by one or in batches. */
  async addAll(documents: DocumentStream): Promise<void> {
    if (Symbol.asyncIterator in documents) {
      for await (const item of documents) {
        for (const document of Array.isArray(item) ? item : [item]) {
          this.add(document)
          if (this.#isFull) await this.flush()
        }
      }
    } else {
      for (const document of documents) {
        this.add(document)
        if (this.#isFull) await this.flush()
      }
    }
  }

  /** Whether it is time to flush. */
  get #isFull(): boolean {
    return this.#buffers[0].length >= CHUNK
  }

  /** Writes what there is. */
  async flush(): Promise<void> {
    const [full, other] = this.#buffers
    await this.#sink.write(full.bytes)
    // What the other held is written now.
    other.clear()
    this.#buffers = [other, full]
  }

  /**
   * Writes the rest and ends the sink.
   *
   * @param path of the file in which the lines are
   * @param close removes it
   */
  async finish(path: string, close: () => Promise<void>): Promise<Source> {
    await this.flush()
    await this.#sink.finish()
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

  /** By the first document: whether there are ids, and what a line holds. */
  #begin(first: object): AddLine {
    this.#idField ??= hasId(first) ? 'id' : false
    const { id, whole } = this.#options
    // Only where no id field is named may a document be without one; it is then known by its position.
    const defaultId = id === undefined && this.#idField !== false
    if (whole === true) return wholeLine(this.#textFields, this.#idField, defaultId)
    return pickedLine(this.#textFields, this.#idField, defaultId)
  }
}

function hasId(document: object): boolean {
  return (Reflect.get(document, 'id') ?? null) !== null
}

/** All fields that JSON has of a document, and those that it needs although they are not its own, such as those of a class. */
function wholeLine(textFields: readonly string[], idField: string | false, defaultId: boolean): AddLine {
  const names = [...textFields, ...(idField === false ? [] : [idField])]
  return (buffer, document, position) => {
    const inherited = names.filter((name) => !Object.hasOwn(document, name) && name in document)
    const lacksId = defaultId && !hasId(document)
    if (inherited.length === 0 && !lacksId) {
      buffer.addJson(JSON.stringify(document))
      return
    }
    const more = inherited.map((name) => [name, Reflect.get(document, name)])
    buffer.addJson(
      JSON.stringify({ ...document, ...Object.fromEntries(more), ...(lacksId && { id: position }) }),
    )
  }
}

/** These fields only; of a path, the whole object that it leads into. */
function pickedLine(textFields: readonly string[], idField: string | false, defaultId: boolean): AddLine {
  const [text] = textFields
  if (textFields.length === 1 && text === 'text' && idField !== 'text') {
    // The usual case. What is not a string becomes a bad record, which the engine reports with its number.
    const addText = (buffer: JsonLineBuffer, document: object) => {
      const value: unknown = Reflect.get(document, 'text')
      if (typeof value === 'string') buffer.addText(value)
      else buffer.addJson(json(value))
      buffer.addJson('}')
    }
    if (idField === false) {
      return (buffer, document) => {
        buffer.addJson('{"text":')
        addText(buffer, document)
      }
    }
    const key = JSON.stringify(idField)
    return (buffer, document, position) => {
      const id: unknown = idIn(document, idField)
      buffer.addJson(`{${key}:${json(defaultId ? (id ?? position) : id)},"text":`)
      addText(buffer, document)
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
    buffer.addJson(JSON.stringify(picked))
  }
}

/** An id by its name, also one that is not the object's own, such as that of a class, or at the end of a path. */
function idIn(document: object, idField: string): unknown {
  return idField in document ? Reflect.get(document, idField) : fieldValue(document, idField)
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}
