import type { RecordMatches } from '../apps/entities/match-tuned.js'
import { fieldText, type RecordFields } from '../apps/entities/record.js'
import type { DocumentId } from '../model/document.js'
import type { PairDetail } from './report-data.js'

/** A table whose records were matched. */
export interface MatchedTable {
  readonly name: string
  readonly records: readonly RecordFields[]
  readonly idOf: (position: number) => DocumentId
}

/** The maximum number of characters shown per value. */
const MAX_VALUE = 2000

/** The records of both tables with consecutive numbers: those of the second follow those of the first. */
export class RecordList {
  readonly #tables: readonly MatchedTable[]
  readonly #result: RecordMatches
  readonly #split: number

  constructor(tables: readonly MatchedTable[], result: RecordMatches) {
    this.#tables = tables
    this.#result = result
    this.#split = tables[0]!.records.length
  }

  get count(): number {
    return this.#split + (this.#tables[1]?.records.length ?? 0)
  }

  /** What to add to a position in the second table, or in the only one. */
  get offset(): number {
    return this.#tables[1] === undefined ? 0 : this.#split
  }

  tableOf(record: number): 0 | 1 {
    return record < this.#split ? 0 : 1
  }

  idOf(record: number): string {
    return String(this.#tables[this.tableOf(record)]!.idOf(this.#inTable(record)))
  }

  valuesOf(record: number): (string | null)[] {
    const table = this.tableOf(record)
    const fields = this.#tables[table]!.records[this.#inTable(record)]!
    return this.#result.fields.map((field) => {
      const value = fieldText(fields, table === 0 ? field.a : field.b)
      if (value === undefined) return null
      return value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value
    })
  }

  explain(pair: number, a: number, b: number): PairDetail {
    const { points, possible, prior, strength, fields } = this.#result.explain(a, b - this.offset)
    const evidence = fields.map(({ missing, points: ofField = 0, bits = 0, softenings = [] }) =>
      missing ? null : { points: rounded(ofField), bits: rounded(bits), softenings },
    )
    return {
      pair,
      facts: [['points', `${Math.round(points)} of ${Math.round(possible)}`]],
      evidence: { prior: rounded(prior), fields: evidence, strength: rounded(strength) },
    }
  }

  #inTable(record: number): number {
    return record < this.#split ? record : record - this.#split
  }
}

/** Rounds to two decimals, which is more than anyone reads. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
