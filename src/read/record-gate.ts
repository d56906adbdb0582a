import { BadRecord } from '../model/errors.js'
import type { BadRecords } from './bad-records.js'
import { type Field, fieldsOf, findField } from './field.js'
import type { ReadRecord } from './formats/reader.js'
import { missingId } from './id-field.js'
import { FIRST_RECORDS, recordProblem, type WantedFields } from './text-field.js'

/** Records between two reports of progress. */
const REPORTED_RECORDS = 1000

/** Admits the good records of one file and reports the bad ones. */
export class RecordGate {
  readonly #file: string
  readonly #wanted: WantedFields
  readonly #bad: BadRecords
  readonly #onRecords: (more: number) => void
  #records = 0
  #hasText = false
  #first: readonly Field[] | undefined

  /** @param onRecords called now and then with the number of records since the last call */
  constructor(
    file: string,
    wanted: WantedFields,
    bad: BadRecords,
    onRecords: (more: number) => void = () => {},
  ) {
    this.#onRecords = onRecords
    this.#file = file
    this.#wanted = wanted
    this.#bad = bad
  }

  /**
   * Whether a record can be used; the first one determines the text field if it is not known.
   *
   * @param areUniform whether all records have the fields of the first, and every value is a text: then only the first is inspected, and if
   * it lacks something, the problem is with the file
   */
  admits(line: number, record: Pick<ReadRecord, 'fields'>, areUniform = false): boolean {
    const { text, id } = this.#wanted
    if (++this.#records % REPORTED_RECORDS === 0) this.#onRecords(REPORTED_RECORDS)
    if (areUniform && this.#records > 1) return true
    const { fields: values } = record
    const isStrict = areUniform || this.#bad.onError === 'stop'
    if (!this.#hasText || (text.isIncomplete && this.#records <= FIRST_RECORDS)) {
      const fields = fieldsOf(values)
      this.#hasText = text.isIn(fields) || this.#hasText
      this.#first ??= fields
      if (!this.#hasText && isStrict) throw text.missing(this.#file, fields)
      const lacksId = id !== undefined && findField(fields, id) === undefined
      if (lacksId && this.#records === 1 && isStrict) throw missingId(this.#file, id, fields)
    }
    const problem = recordProblem(values, text.names, id)
    if (problem !== undefined) this.#bad.add(new BadRecord(this.#file, line, problem))
    return problem === undefined
  }

  /** The required fields, if they are named. */
  get namedFields(): readonly string[] | undefined {
    const { text, id } = this.#wanted
    return text.isKnown ? [...text.names, ...(id === undefined ? [] : [id])] : undefined
  }

  /** The required fields; if the text field is not named, it is determined by a record with all fields. */
  fieldsOf(record: Readonly<Record<string, unknown>>): readonly string[] {
    const { text } = this.#wanted
    const fields = fieldsOf(record)
    if (!text.isIn(fields)) throw text.missing(this.#file, fields)
    return this.namedFields!
  }

  /** Receives the error for a record that cannot be read at all. */
  refuse(error: BadRecord): void {
    this.#records++
    this.#bad.add(error)
  }

  /** The bad records that are skipped. */
  get skipped(): readonly BadRecord[] {
    return this.#bad.list
  }

  /** Records so far, bad ones included. */
  get records(): number {
    return this.#records
  }

  /** Ends the file: throws if all of its records lack the text field. */
  end(): void {
    if (!this.#hasText && this.#first !== undefined) throw this.#wanted.text.missing(this.#file, this.#first)
  }
}
