import { UnreadableInput } from '../model/errors.js'

/** A field of a record, as far as the choice of the text field goes. */
export interface Field {
  readonly name: string
  readonly kind: 'string' | 'null' | 'number' | 'boolean' | 'list' | 'object'
  /** Of a string: its length. */
  readonly length: number
}

/** Names that a text usually has, the likeliest first. */
const USUAL_NAMES = ['text', 'content', 'body', 'document', 'article', 'message', 'raw_content']

/** The fields of a record. */
export function fieldsOf(record: Readonly<Record<string, unknown>>): Field[] {
  return Object.entries(record).map(([name, value]) => ({
    name,
    kind: kindOf(value),
    length: typeof value === 'string' ? value.length : 0,
  }))
}

function kindOf(value: unknown): Field['kind'] {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'list'
  const kind = typeof value
  if (kind === 'bigint') return 'number'
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'object'
}

/**
 * The field that holds the text, by a first record: one with a usual name, else the one with the longest string. A
 * usual name counts also where this record has null in it, lest a neighbour be taken for the text.
 */
function detectTextField(fields: readonly Field[], idField?: string): string | undefined {
  const others = fields.filter(({ name }) => name !== idField)
  for (const usual of USUAL_NAMES) {
    if (others.some(({ name, kind }) => name === usual && (kind === 'string' || kind === 'null')))
      return usual
  }
  let longest: Field | undefined
  for (const field of others) {
    if (field.kind === 'string' && (longest === undefined || field.length > longest.length)) longest = field
  }
  return longest?.name
}

/** The one text field of all inputs: the wished one, or the one that the first record shows. */
export class TextField {
  readonly #id: string | undefined
  readonly #wished: boolean
  #name: string | undefined

  constructor(wished: string | undefined, id: string | undefined) {
    this.#id = id
    this.#wished = wished !== undefined
    this.#name = wished
  }

  /** The name; `text` while no record has shown another. */
  get name(): string {
    return this.#name ?? 'text'
  }

  get isKnown(): boolean {
    return this.#name !== undefined
  }

  /** Whether a record has it, or could have it: null counts. Decides the name if it is not known yet. */
  isIn(fields: readonly Field[]): boolean {
    this.#name ??= detectTextField(fields, this.#id)
    return fields.some(({ name, kind }) => name === this.#name && (kind === 'string' || kind === 'null'))
  }

  /** The error for a file whose records do not have it. */
  missing(file: string, fields: readonly Field[]): UnreadableInput {
    const wanted = JSON.stringify(this.name)
    const other = fields.find(({ name }) => name === this.#name)
    if (this.#name === undefined) {
      return new UnreadableInput(file, `no field holds a text (${listFields(fields)})`, 'name the text field')
    }
    return new UnreadableInput(
      file,
      other === undefined
        ? `no text field ${wanted} (${listFields(fields)})`
        : `the text field ${wanted} holds ${aKind(other.kind)}`,
      this.#wished
        ? 'name a field that holds the text in all inputs'
        : 'name the text field; it must be the same in all inputs',
    )
  }
}

/** The fields that every record must have. */
export interface WantedFields {
  readonly text: TextField
  readonly id: string | undefined
}

/** What makes a record unusable, if anything does. */
export function recordProblem(
  record: Readonly<Record<string, unknown>>,
  textField: string,
  idField: string | undefined,
): string | undefined {
  const text = Object.hasOwn(record, textField) ? record[textField] : undefined
  if (typeof text !== 'string') {
    const why = text === undefined ? 'is missing' : `holds ${aKind(kindOf(text))}`
    return `the text field ${JSON.stringify(textField)} ${why}`
  }
  if (idField === undefined) return undefined
  const id = Object.hasOwn(record, idField) ? record[idField] : undefined
  if (typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint') return undefined
  const why = id === undefined ? 'is missing' : `holds ${aKind(kindOf(id))}`
  return `the id field ${JSON.stringify(idField)} ${why}`
}

function aKind(kind: Field['kind']): string {
  if (kind === 'null') return kind
  return kind === 'object' ? 'an object' : `a ${kind}`
}

function listFields(fields: readonly Field[]): string {
  if (fields.length === 0) return 'it has no fields'
  const names = fields.slice(0, 20).map(({ name }) => name)
  return `its fields: ${names.join(', ')}${fields.length > names.length ? ', …' : ''}`
}
