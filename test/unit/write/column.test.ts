import { describe, expect, it } from 'vitest'
import { ColumnUnion } from '../../../src/write/column.js'

describe('ColumnUnion', () => {
  it('has a column for each field that any record has, in order of appearance', () => {
    const union = new ColumnUnion()
    union.add({ id: 1, text: 'x', empty: null })
    union.add({ text: 'y', id: 'a', tags: ['p'], good: true, late: null })
    union.add({ late: 2, text: null })
    expect(union.columns()).toEqual([
      { name: 'id', type: 'json' },
      { name: 'text', type: 'string' },
      { name: 'empty', type: 'string' },
      { name: 'tags', type: 'json' },
      { name: 'good', type: 'boolean' },
      { name: 'late', type: 'number' },
    ])
  })
})
