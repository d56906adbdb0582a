import { UnreadableInput } from '../model/errors.js'
import { recordText } from '../model/record-text.js'
import { aKind, didYouMean, type Field, findField, listFields } from './field.js'
import { idProblem } from './id-field.js'

/** Usual names of a text, most likely first. */
const TEXT_NAMES = ['text', 'content', 'body', 'document', 'article', 'message', 'raw_content']

/** The number of records of a file that are inspected for its fields. */
export const FIRST_RECORDS = 100

/**
 * Detects the text field from a first record: one with a usual name, otherwise the one with the longest string. A usual name counts even if
 * this record has null in it, so that another field is not mistaken for the text.
 */
function detectTextField(fields: readonly Field[], idField?: string): string | undefined {
  const others = fields.filter(({ name }) => name !== idField)
  for (const usual of TEXT_NAMES) {
    if (others.some(({ name, kind }) => name === usual && (kind === 'string' || kind === 'null')))
      return usual
  }
  let longest: Field | undefined
  for (const field of others) {
    if (field.kind === 'string' && (longest === undefined || field.length > longest.length)) longest = field
  }
  return longest?.name
}

/** The text field or fields of all inputs: the requested ones, or the one detected from the first record. */
export class TextField {
  readonly #id: string | undefined
  readonly #requested: boolean
  readonly #unseen: Set<string>
  #names: readonly string[] | undefined
  #shown: readonly Field[] = []

  constructor(requested: readonly string[] | undefined, id: string | undefined) {
    this.#id = id
    this.#requested = requested !== undefined
    this.#names = requested
    this.#unseen = new Set(requested)
  }

  /** The names; `text` until a record has shown another. */
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

  /** Whether some of several fields have not occurred in any record so far, so that more records are worth inspecting. */
  get isIncomplete(): boolean {
    return this.#unseen.size > 0
  }

  /** Whether a record has one of them, or could have it: null counts. Determines the name if it is not known yet. */
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
      return new UnreadableInput(
        file,
        `no field holds a text (${listFields(fields)})`,
        'name the text field (`text: FIELD`)',
      )
    }
    const other = this.#names
      .map((name) => ({ name, kind: findField(fields, name)?.kind }))
      .find(({ kind }) => kind !== undefined)
    return new UnreadableInput(
      file,
      other?.kind === undefined
        ? `no text field ${this.#names.map((name) => JSON.stringify(name)).join(' or ')} (${listFields(fields)})`
        : `the text field ${JSON.stringify(other.name)} holds ${aKind(other.kind)}`,
      this.#requested
        ? `${didYouMean(this.#names, fields)}name a field that holds the text in all inputs`
        : 'name the text field; it must be the same in all inputs (`text: FIELD`)',
    )
  }

  /** Each of several fields must occur in an inspected record, so that a typo in a name is noticed. */
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

/** The problem with a record, if any. */
export function recordProblem(
  record: Readonly<Record<string, unknown>>,
  textFields: readonly string[],
  idField: string | undefined,
): string | undefined {
  const read = recordText(record, textFields)
  return 'problem' in read ? read.problem : idProblem(record, idField)
}
