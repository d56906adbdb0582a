import type { DocumentId } from '../../model/document.js'
import { idAsJson, isId } from '../../model/document-id.js'
import { isIdName } from '../../model/field-names.js'
import { aKindOf, noId, unusableValue } from '../../model/record-problems.js'
import { fieldValue } from '../../model/record-text.js'
import { KnownIds } from '../known-ids.js'
import { RepeatedIds } from '../repeated-ids.js'
import type { RejectedId } from '../source.js'
import type { SetGatherer } from './set-gatherer.js'
import type { TokenNumbers } from './token-numbers.js'

/** Which fields of a record contain its set. */
export interface SetFields {
  /** The field that holds the list of elements. Default: the first field that is a list. */
  readonly list?: string
  /** The separator between elements if the list is a string. Default: white space. */
  readonly separator?: string
  /** Long format, one element per record: the field that identifies the set, and the field that holds the element. */
  readonly set?: string
  readonly element?: string
  /** Long format: the field with the number of copies (a count or a rating). Default: one copy. */
  readonly copies?: string
  /**
   * The field that holds the id of a set, if each set is one record; false: none. Default: a field that is named like an id and is
   * different in each record, otherwise the 0-based number of the record.
   */
  readonly id?: string | false
}

/** The fields that were used. */
export interface UsedSetFields {
  readonly elements: string | undefined
  /** Undefined: the number of the record is the id. */
  readonly id: string | undefined
  readonly rejectedId?: RejectedId
}

export type SetRecord = Readonly<Record<string, unknown>>

/** Receives records and reports what is wrong with them. */
export interface RecordTaker {
  /**
   * Returns what makes the record unusable, if anything does.
   *
   * @param file the name of its file in messages
   */
  take(record: SetRecord, file: string, line: number): string | undefined
  end(): void
  /** The ids of the sets by position; undefined if the positions are the ids. */
  readonly ids: readonly DocumentId[] | undefined
  readonly used: UsedSetFields
}

/** One set per record. */
export class ListRecords implements RecordTaker {
  readonly #tokens: TokenNumbers
  readonly #sets: SetGatherer
  readonly #fields: SetFields
  readonly #known = new KnownIds()
  readonly #detected: DetectedIds | undefined
  #list: string | undefined

  constructor(tokens: TokenNumbers, sets: SetGatherer, fields: SetFields) {
    this.#tokens = tokens
    this.#sets = sets
    this.#fields = fields
    this.#list = fields.list
    this.#detected = fields.id === undefined ? new DetectedIds() : undefined
  }

  get ids(): readonly DocumentId[] | undefined {
    if (this.#detected !== undefined) return this.#detected.ids
    return this.#fields.id === false ? undefined : this.#known.list
  }

  get used(): UsedSetFields {
    const elements = this.#list
    if (this.#detected === undefined) return { elements, id: this.#fields.id || undefined }
    const { field, rejected } = this.#detected
    return { elements, id: field, ...(rejected && { rejectedId: rejected }) }
  }

  take(record: SetRecord, file: string, line: number): string | undefined {
    const { separator } = this.#fields
    const id = this.#fields.id || undefined
    this.#list ??= Object.keys(record).find((name) => name !== id && Array.isArray(record[name]))
    if (this.#list === undefined) return `no field is a list (its fields: ${Object.keys(record).join(', ')})`
    const elements = elementsOf(record[this.#list], separator)
    if (typeof elements === 'string') return `the field ${JSON.stringify(this.#list)} ${elements}`
    if (id !== undefined) {
      const given = fieldValue(record, id)
      const value = idOf(given)
      if (value === undefined) return noId(id, given)
      const problem = this.#known.add(value, file, line)
      if (problem !== undefined) return problem
    }
    this.#detected?.take(record, this.#list)
    for (const element of elements) this.#sets.add(this.#tokens.numberOfText(element))
    this.#sets.endSet()
    return undefined
  }

  end(): void {
    this.#detected?.end()
    this.#sets.end()
  }
}

/** Ids from a field detected in the first record, until a record lacks it. */
class DetectedIds {
  #field: string | undefined
  #ids: DocumentId[] | undefined
  #rejected: RejectedId | undefined
  #isFirst = true
  #repeated = new RepeatedIds()

  take(record: SetRecord, list: string): void {
    if (this.#isFirst) {
      this.#isFirst = false
      this.#field = Object.keys(record).find(
        (name) => name !== list && isIdName(name) && idOf(record[name]) !== undefined,
      )
      if (this.#field !== undefined) this.#ids = []
    }
    if (this.#field === undefined) return
    const id = idOf(record[this.#field])
    if (id === undefined) this.#reject('missing')
    else {
      this.#ids!.push(id)
      this.#repeated.add(id)
    }
  }

  end(): void {
    if (this.#field !== undefined && this.#repeated.any) this.#reject('repeated')
  }

  get field(): string | undefined {
    return this.#field
  }

  get ids(): readonly DocumentId[] | undefined {
    return this.#ids
  }

  get rejected(): RejectedId | undefined {
    return this.#rejected
  }

  #reject(reason: RejectedId['reason']): void {
    this.#rejected = { field: this.#field!, reason }
    this.#field = undefined
    this.#ids = undefined
    this.#repeated = new RepeatedIds()
  }
}

/** One element per record. The records of a set can be anywhere in the input, so all of them are collected first. */
export class LongRecords implements RecordTaker {
  readonly ids: DocumentId[] = []
  readonly #numbers = new Map<DocumentId, number>()
  readonly #tokens: TokenNumbers
  readonly #sets: SetGatherer
  readonly #set: string
  readonly #element: string
  readonly #copies: string | undefined
  #count = 0
  /** Two words per entry: the set and the element. */
  #entries = new Uint32Array(2048)

  constructor(
    tokens: TokenNumbers,
    sets: SetGatherer,
    { set, element, copies }: SetFields & { set: string; element: string },
  ) {
    this.#tokens = tokens
    this.#sets = sets
    this.#set = set
    this.#element = element
    this.#copies = copies
  }

  take(record: SetRecord): string | undefined {
    const set = idOf(record[this.#set])
    if (set === undefined) return unusableValue('set field', this.#set, record[this.#set])
    const element = elementText(record[this.#element])
    if (element === undefined) return unusableValue('element field', this.#element, record[this.#element])
    let copies = 1
    if (this.#copies !== undefined) {
      const requested = record[this.#copies]
      copies =
        typeof requested === 'string' && requested.trim() !== ''
          ? Number(requested)
          : Number(requested ?? Number.NaN)
      if (!Number.isInteger(copies) || copies < 0 || copies > MAX_COPIES) {
        return `the field ${JSON.stringify(this.#copies)} is ${JSON.stringify(requested)}, not a whole number from 0 to ${MAX_COPIES}`
      }
    }
    const number = this.#setNumber(set)
    const first = this.#tokens.numberOfText(element)
    for (let copy = 0; copy < copies; copy++) this.#add(number, first)
    return undefined
  }

  /** Runs a counting sort by set. */
  end(): void {
    const starts = new Uint32Array(this.ids.length + 1)
    for (let i = 0; i < this.#count; i++) starts[this.#entries[2 * i]! + 1]!++
    for (let set = 0; set < this.ids.length; set++) starts[set + 1]! += starts[set]!
    const next = starts.slice()
    const elements = new Uint32Array(this.#count)
    for (let i = 0; i < this.#count; i++) elements[next[this.#entries[2 * i]!]!++] = this.#entries[2 * i + 1]!
    this.#entries = new Uint32Array(0)
    for (let set = 0; set < this.ids.length; set++) {
      for (let at = starts[set]!; at < starts[set + 1]!; at++) this.#sets.add(elements[at]!)
      this.#sets.endSet()
    }
    this.#sets.end()
  }

  get used(): UsedSetFields {
    return { elements: this.#element, id: this.#set }
  }

  #setNumber(id: DocumentId): number {
    // 7 in a JSON file and "7" in a CSV file are the same set.
    const key = String(id)
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.ids.length
      this.ids.push(id)
      this.#numbers.set(key, number)
    }
    return number
  }

  #add(set: number, element: number): void {
    if (2 * this.#count === this.#entries.length) {
      const larger = new Uint32Array(2 * this.#entries.length)
      larger.set(this.#entries)
      this.#entries = larger
    }
    this.#entries[2 * this.#count] = set
    this.#entries[2 * this.#count + 1] = element
    this.#count++
  }
}

const MAX_COPIES = 1_000_000

/** The elements of a list, or an error message if it is not a valid list. */
function elementsOf(value: unknown, separator: string | undefined): readonly string[] | string {
  if (typeof value === 'string') return textElements(value, separator)
  if (!Array.isArray(value)) return `${describeValue(value)} instead of a list`
  const elements: string[] = []
  for (const [i, item] of value.entries()) {
    const text = elementText(item)
    if (text === undefined) return `has ${aKindOf(item)} as element ${i}`
    elements.push(text)
  }
  return elements
}

function textElements(text: string, separator: string | undefined): readonly string[] | string {
  if (separator !== undefined) {
    return text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '')
  }
  if (/^\s*\[/.test(text)) {
    try {
      return elementsOf(JSON.parse(text), undefined)
    } catch {
      return 'starts like a JSON array but is not one'
    }
  }
  return text.split(/\s+/).filter((part) => part !== '')
}

/** An element as text: 1 and "1" are the same. Lists, objects and null are not elements. */
function elementText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  return undefined
}

/** An id, or undefined. */
function idOf(value: unknown): DocumentId | undefined {
  const id = idAsJson(value)
  return isId(id) ? id : undefined
}

function describeValue(value: unknown): string {
  return value === undefined ? 'is missing' : `is ${aKindOf(value)}`
}
