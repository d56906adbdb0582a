/// <reference types="node" />
import { InvalidValue } from '../model/errors.js'
import { fieldValue } from '../model/record-text.js'
import { Spool, TemporaryFolder } from './node-spool.js'
import { maxRecordBytes, recordTooLong } from './record-limit.js'
import { layoutNotes, type Source } from './source.js'

/** Documents that a program has or produces: objects, one by one or in batches. */
export type DocumentStream = Iterable<object> | AsyncIterable<object | readonly object[]>

export interface SpoolOptions {
  /** The fields that hold the text, names or paths. Default: `text`. */
  readonly text?: readonly string[]
  /** The field that holds the id; false: none, ids are positions. Default: `id`, if the first document has one. */
  readonly id?: string | false
  /** Whether to store documents whole, and not only text and id. Default: false. */
  readonly whole?: boolean
  /** The folder for temporary files. Default: the system's. */
  readonly temporary?: string
  /** Bytes of memory that the whole process may use. Default: no limit. */
  readonly memory?: number
}

/** What messages call documents that come from a program: "documents, line 3". */
const NAME = 'documents'
/** Characters that are turned into bytes at once. */
const CHUNK = 1 << 16

/**
 * Writes documents to a temporary file of JSON Lines as they arrive, so that any number of them takes little memory. `close`
 * removes the file.
 */
export async function spoolDocuments(documents: DocumentStream, options: SpoolOptions = {}): Promise<Source> {
  const folder = new TemporaryFolder(options.temporary)
  const lines = new DocumentLines(folder, options)
  try {
    if (Symbol.asyncIterator in documents) {
      for await (const item of documents) {
        if (Array.isArray(item)) for (const document of item) lines.add(document)
        else lines.add(item)
      }
    } else for (const document of documents) lines.add(document)
    return lines.finish(() => folder.remove())
  } catch (error) {
    lines.abandon()
    folder.remove()
    throw error
  }
}

/** Makes the line of a document from it and its position. */
type LineOf = (document: object, position: number) => string

class DocumentLines {
  readonly #spool: Spool
  readonly #options: SpoolOptions
  readonly #textFields: readonly string[]
  readonly #limit: number
  /** Undefined until the first document has come. */
  #idField: string | false | undefined
  #lineOf: LineOf | undefined
  #pending = ''
  #count = 0

  constructor(folder: TemporaryFolder, options: SpoolOptions) {
    this.#spool = new Spool(folder.newPath('jsonl'))
    this.#options = options
    this.#textFields = options.text ?? ['text']
    this.#limit = maxRecordBytes(options.memory)
    this.#idField = options.id
  }

  add(document: unknown): void {
    if (typeof document !== 'object' || document === null) {
      throw new InvalidValue('a document', document, this.#count, 'objects with a text')
    }
    const position = this.#count++
    this.#lineOf ??= this.#begin(document)
    if (this.#idField === false && this.#options.id === undefined && hasId(document)) {
      throw new InvalidValue(
        'the id of a document',
        fieldValue(document, 'id'),
        position,
        'an id to the first document as well',
      )
    }
    const line = this.#lineOf(document, position)
    if (line.length > this.#limit) throw recordTooLong(NAME, position + 1, this.#limit)
    this.#pending += `${line}\n`
    if (this.#pending.length > CHUNK) this.#flush()
  }

  finish(close: () => void): Source {
    this.#flush()
    const file = this.#spool.finish(NAME)
    return {
      files: file.bytes === 0 ? [] : [file],
      inputs: undefined,
      textFields: this.#textFields,
      idField: this.#idField === false ? undefined : this.#idField,
      skipped: [],
      notes: layoutNotes([]),
      close: async () => close(),
    }
  }

  abandon(): void {
    this.#spool.abandon()
  }

  /** By the first document: whether there are ids, and what a line holds. */
  #begin(first: object): LineOf {
    this.#idField ??= hasId(first) ? 'id' : false
    const { id, whole } = this.#options
    // Only where no id field is named may a document be without one; it is then known by its position.
    const defaultId = id === undefined && this.#idField !== false
    if (whole === true) return wholeLine(this.#textFields, this.#idField, defaultId)
    return pickedLine(this.#textFields, this.#idField, defaultId)
  }

  #flush(): void {
    this.#spool.writeText(this.#pending)
    this.#pending = ''
  }
}

function hasId(document: object): boolean {
  return (Reflect.get(document, 'id') ?? null) !== null
}

/** All fields that JSON has of a document, and those that it needs although they are not its own, such as those of a class. */
function wholeLine(textFields: readonly string[], idField: string | false, defaultId: boolean): LineOf {
  const names = [...textFields, ...(idField === false ? [] : [idField])]
  return (document, position) => {
    const inherited = names.filter((name) => !Object.hasOwn(document, name) && name in document)
    const lacksId = defaultId && !hasId(document)
    if (inherited.length === 0 && !lacksId) return JSON.stringify(document)
    const more = inherited.map((name) => [name, Reflect.get(document, name)])
    return JSON.stringify({ ...document, ...Object.fromEntries(more), ...(lacksId && { id: position }) })
  }
}

/** These fields only; of a path, the whole object that it leads into. */
function pickedLine(textFields: readonly string[], idField: string | false, defaultId: boolean): LineOf {
  const [text] = textFields
  if (textFields.length === 1 && text === 'text' && idField !== 'text') {
    // The usual case. What is not a string becomes a bad record, which the engine reports with its number.
    const textOf = (document: object) => `"text":${json(Reflect.get(document, 'text'))}}`
    if (idField === false) return (document) => `{${textOf(document)}`
    const key = JSON.stringify(idField)
    return (document, position) => {
      const id: unknown = idIn(document, idField)
      return `{${key}:${json(defaultId ? (id ?? position) : id)},${textOf(document)}`
    }
  }
  const names = [...textFields, ...(idField === false ? [] : [idField])]
  return (document, position) => {
    const picked: Record<string, unknown> = {}
    for (const name of names) {
      const key = name in document ? name : name.split('.')[0]!
      if (key in document) picked[key] = Reflect.get(document, key)
    }
    if (defaultId) picked.id ??= position
    return JSON.stringify(picked)
  }
}

/** An id by its name, also one that is not the object's own, such as that of a class, or at the end of a path. */
function idIn(document: object, idField: string): unknown {
  return idField in document ? Reflect.get(document, idField) : fieldValue(document, idField)
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}
