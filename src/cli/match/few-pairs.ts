import type { RecordMatches } from '../../apps/entities/match-tuned.js'
import type { Table } from '../../read/tables/node-read-table.js'

type Records = readonly Pick<Table, 'records'>[]

/** Why a match found almost no pairs, as far as that is known, and what to check. */
export function fewPairsWarning(tables: Records, fields: RecordMatches['fields']): string {
  const isOne = tables.length === 1
  if (isOne && tables[0]!.records.length === 1)
    return 'there is only one record, so there is nothing to compare'
  if (areAllEqual(tables, fields)) {
    const first = tables[0]!.records[0]
    if (fields.every(({ a }) => first?.[a] === undefined))
      return 'the compared fields are empty in all records'
    return 'all records are equal in the compared fields, so nothing shows which of them belong together: compare more columns'
  }
  return `almost nothing was found: check the compared fields, and whether the ${isOne ? 'table has any duplicates' : 'tables overlap at all'}`
}

/** Whether all records of all tables have the same values. */
function areAllEqual(tables: Records, fields: RecordMatches['fields']): boolean {
  const first = tables[0]!.records[0]
  return tables.every(({ records }, side) =>
    records.every((record) => fields.every(({ a, b }) => record[side === 0 ? a : b] === first?.[a])),
  )
}
