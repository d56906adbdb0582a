import { BadRecord, UnreadableInput } from '../model/errors.js'
import type { BadRecords } from './bad-records.js'
import { type Field, fieldsOf, findField } from './field.js'
import { missingId } from './id-field.js'
import { recordTooLong } from './record-limit.js'
import { FIRST_RECORDS, recordProblem, type WantedFields } from './text-field.js'

/** Lets the good records of one file through and reports the bad ones. */
export class RecordGate {
  readonly #file: string
  readonly #wanted: WantedFields
  readonly #bad: BadRecords
  #records = 0
  #hasText = false
  #first: readonly Field[] | undefined

  constructor(file: string, wanted: WantedFields, bad: BadRecords) {
    this.#file = file
    this.#wanted = wanted
    this.#bad = bad
  }

  /** Whether a record can be used; the first one settles the text field if it is not known. */
  admits(line: number, record: Readonly<Record<string, unknown>>): boolean {
    const { text, id } = this.#wanted
    this.#records++
    if (!this.#hasText || (text.isIncomplete && this.#records <= FIRST_RECORDS)) {
      const fields = fieldsOf(record)
      this.#hasText = text.isIn(fields) || this.#hasText
      this.#first ??= fields
      if (!this.#hasText && this.#bad.onError === 'stop') throw text.missing(this.#file, fields)
      const lacksId = id !== undefined && findField(fields, id) === undefined
      if (lacksId && this.#records === 1 && this.#bad.onError === 'stop')
        throw missingId(this.#file, id, fields)
    }
    const problem = recordProblem(record, text.names, id)
    if (problem !== undefined) this.#bad.add(new BadRecord(this.#file, line, problem))
    return problem === undefined
  }

  /** The fields that every record must have, where they are named. */
  get namedFields(): readonly string[] | undefined {
    const { text, id } = this.#wanted
    return text.isKnown ? [...text.names, ...(id === undefined ? [] : [id])] : undefined
  }

  /** The fields that every record must have; where the text field is not named, a record with all fields shows it. */
  fieldsOf(record: Readonly<Record<string, unknown>>): readonly string[] {
    const { text } = this.#wanted
    const fields = fieldsOf(record)
    if (!text.isIn(fields)) throw text.missing(this.#file, fields)
    return this.namedFields!
  }

  /** Reports a record that cannot be read at all. */
  refuse(line: number, problem: string): void {
    this.#records++
    this.#bad.add(new BadRecord(this.#file, line, problem))
  }

  /** Reports a record beyond the size limit. */
  refuseLong(line: number, limit: number): void {
    this.#records++
    this.#bad.add(recordTooLong(this.#file, line, limit))
  }

  /** Records so far, bad ones included. */
  get records(): number {
    return this.#records
  }

  /** Ends the file: not all of its records may lack the text field. */
  end(): void {
    if (!this.#hasText && this.#first !== undefined) throw this.#wanted.text.missing(this.#file, this.#first)
  }
}

/** The error for a file without anything in it. */
export function emptyFile(name: string): UnreadableInput {
  return new UnreadableInput(name, 'the file is empty', 'remove it from the inputs')
}

/** The error for a file that could hold records and holds none. */
export function noRecord(name: string): UnreadableInput {
  return new UnreadableInput(name, 'the file has no records', 'remove it from the inputs')
}
