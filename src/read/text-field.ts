import { UnreadableInput } from '../model/errors.js'
import { recordText } from '../model/record-text.js'

/** A field of a record, as far as the choice of the text field goes. */
export interface Field {
  readonly name: string
  readonly kind: 'string' | 'null' | 'number' | 'boolean' | 'list' | 'object'
  /** Of a string: its length. */
  readonly length: number
  /** Of an object: its own fields, where they are known. */
  readonly parts?: () => readonly Field[]
}

/** Names that a text usually has, the likeliest first. */
const USUAL_NAMES = ['text', 'content', 'body', 'document', 'article', 'message', 'raw_content']

/** Records of a file that are looked at for its fields. */
export const FIRST_RECORDS = 100

/** The fields of a record. */
export function fieldsOf(record: Readonly<Record<string, unknown>>): Field[] {
  return Object.entries(record).map(([name, value]) => ({
    name,
    kind: kindOf(value),
    length: typeof value === 'string' ? value.length : 0,
    ...(kindOf(value) === 'object' && { parts: () => fieldsOf(value as Readonly<Record<string, unknown>>) }),
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

/** The field of this very name, or the one at the end of a path into objects; null on the way stands for it. */
function findField(fields: readonly Field[], name: string): Field | undefined {
  const whole = fields.find((field) => field.name === name)
  if (whole !== undefined) return whole
  let found: Field | undefined
  let inside = fields
  for (const key of name.split('.')) {
    if (found?.kind === 'null') break
    found = inside.find((field) => field.name === key)
    if (found?.kind === 'object' && found.parts === undefined) return { name, kind: 'null', length: 0 }
    inside = found?.parts?.() ?? []
  }
  return found
}

/** The text field of all inputs, or several: the wished ones, or the one that the first record shows. */
export class TextField {
  readonly #id: string | undefined
  readonly #wished: boolean
  readonly #unseen: Set<string>
  #names: readonly string[] | undefined
  #shown: readonly Field[] = []

  constructor(wished: readonly string[] | undefined, id: string | undefined) {
    this.#id = id
    this.#wished = wished !== undefined
    this.#names = wished
    this.#unseen = new Set(wished)
  }

  /** The names; `text` while no record has shown another. */
  get names(): readonly string[] {
    return this.#names ?? ['text']
  }

  /** The name of the field for a text that comes without one. */
  get name(): string {
    return this.names[0]!
  }

  get isKnown(): boolean {
    return this.#names !== undefined
  }

  /** Whether some of several fields were in no record so far, so that more records are worth a look. */
  get isIncomplete(): boolean {
    return this.#unseen.size > 0
  }

  /** Whether a record has one of them, or could have it: null counts. Decides the name if it is not known yet. */
  isIn(fields: readonly Field[]): boolean {
    if (this.#names === undefined) {
      const name = detectTextField(fields, this.#id)
      if (name === undefined) return false
      this.#names = [name]
    }
    const found = this.#names.filter((name) => {
      const kind = findField(fields, name)?.kind
      return kind === 'string' || kind === 'null'
    })
    for (const name of found) this.#unseen.delete(name)
    if (found.length > 0) this.#shown = fields
    return found.length > 0
  }

  /** The error for a file whose records do not have it. */
  missing(file: string, fields: readonly Field[]): UnreadableInput {
    if (this.#names === undefined) {
      return new UnreadableInput(file, `no field holds a text (${listFields(fields)})`, 'name the text field')
    }
    const other = this.#names
      .map((name) => ({ name, kind: findField(fields, name)?.kind }))
      .find(({ kind }) => kind !== undefined)
    return new UnreadableInput(
      file,
      other?.kind === undefined
        ? `no text field ${this.#names.map((name) => JSON.stringify(name)).join(' or ')} (${listFields(fields)})`
        : `the text field ${JSON.stringify(other.name)} holds ${aKind(other.kind)}`,
      this.#wished
        ? 'name a field that holds the text in all inputs'
        : 'name the text field; it must be the same in all inputs',
    )
  }

  /** Of several fields each must be in a record that was looked at, lest a slip in a name go unnoticed. */
  checkSeen(inputs: readonly string[]): void {
    const [name] = this.#unseen
    if (name === undefined || this.#unseen.size === this.names.length) return
    throw new UnreadableInput(
      inputs.join(', '),
      `no text field ${JSON.stringify(name)} in the first records (${listFields(this.#shown)})`,
      'check the name, or leave it out',
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
  textFields: readonly string[],
  idField: string | undefined,
): string | undefined {
  const read = recordText(record, textFields)
  return 'problem' in read ? read.problem : idProblem(record, idField)
}

/** What makes the id of a record unusable, if anything does. */
export function idProblem(
  record: Readonly<Record<string, unknown>>,
  idField: string | undefined,
): string | undefined {
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
  const names: string[] = []
  for (const path of pathsOf(fields, '', DEEPEST)) {
    if (names.length === SHOWN) return `its fields: ${names.join(', ')}, …`
    names.push(path)
  }
  return `its fields: ${names.join(', ')}`
}

/** Fields that a message lists, and how deep it looks for them. */
const SHOWN = 20
const DEEPEST = 5

/** The names of fields, and for objects the paths to theirs. */
function* pathsOf(fields: readonly Field[], before: string, depth: number): Generator<string> {
  for (const { name, parts } of fields) {
    const inside = depth > 1 ? (parts?.() ?? []) : []
    if (inside.length === 0) yield before + name
    else yield* pathsOf(inside, `${before}${name}.`, depth - 1)
  }
}
