import { describe, expect, it } from 'vitest'
import { makeColumn } from '../../../../src/apps/entities/column.js'
import { exactCopyBits, rowNumbers } from '../../../../src/apps/entities/exact-copies.js'
import { matchRecords } from '../../../../src/apps/entities/match-records.js'
import { makePeople } from './people.js'

const rowsOf = (...fields: readonly (readonly string[])[]) =>
  rowNumbers(fields.map((texts, field) => makeColumn(`${field}`, 'code', texts)))

describe('exact copies', () => {
  it('are evidence if equal records are rare within the tables', () => {
    const rows = rowsOf(['1', '2', '3', '1', '2', '4'], ['5', '6', '7', '5', '6', '8'])
    expect(exactCopyBits(rows, 3)).toBe(1)
  })

  it('are no evidence if records are equal as often within the tables', () => {
    const rows = rowsOf(['1', '1', '2', '2', '1', '1', '2', '2'], ['3', '3', '3', '3', '3', '3', '3', '3'])
    expect(exactCopyBits(rows, 4)).toBeLessThan(0)
  })

  it('are all found by a model from one table with duplicates', () => {
    const { firsts, seconds } = makePeople(300)
    const base = [...firsts, ...seconds].map(({ person: _, ...fields }) => fields)
    const { model } = matchRecords(base, undefined)
    const news = base.slice(0, 60).map((fields) => ({ ...fields }))
    const { pairs } = matchRecords(base, news, { model })
    const copies = Array.from(pairs.a, (a, i) => a === pairs.b[i]).filter(Boolean).length
    expect(copies).toBe(60)
  })
})
