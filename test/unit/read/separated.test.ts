import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectSeparator, separatedRows } from '../../../src/read/separated.js'

const fieldsOf = (text: string, separator = ',') =>
  [...separatedRows(text, separator)].map(({ fields }) => fields)

describe('the rows of a table', () => {
  it('are cut at the separator and at line ends of either kind', () => {
    expect(fieldsOf('a|b\r\n1|2\n\n3|', '|')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', ''],
    ])
  })

  it('take quotes as quotes where they hold a field, else as characters', () => {
    expect(fieldsOf('"a,b","say ""hi""","two\nlines"\nx')).toEqual([['a,b', 'say "hi"', 'two\nlines'], ['x']])
    expect(fieldsOf('12" disk,"gone" with the wind\n"never closed,x')).toEqual([
      ['12" disk', '"gone" with the wind'],
      ['"never closed', 'x'],
    ])
  })

  it('know the line on which they begin', () => {
    const lines = [...separatedRows('a,b\n"x\ny",1\nc,d', ',')].map(({ line }) => line)
    expect(lines).toEqual([1, 2, 4])
  })

  it('equal those of csv-parse wherever the quotes are right', () => {
    const value = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '"', '\n', ';') })
    fc.assert(
      fc.property(fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const text = rows
          .map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(','))
          .join('\n')
        expect(fieldsOf(text)).toEqual(parse(text, { relax_column_count: true }))
      }),
    )
  })
})

describe('the separator', () => {
  it.each([',', '\t', ';', '|', '%', '#', '>'])('%j is found', (separator) => {
    const rows = [
      ['id', 'name', 'note'],
      ['1', 'Ray, William', 'a: b'],
      ['2', 'Lee', 'http://x.org/#y'],
      ['3', '"quoted"', ''],
    ]
    const text = rows.map((row) =>
      row.map((field) => (field.includes(separator) ? `"${field}"` : field)).join(separator),
    )
    expect(detectSeparator(text.join('\n'))).toBe(separator)
  })

  it('is not taken from the names of an ontology', () => {
    expect(detectSeparator('id|http://x.org/a#name|http://x.org/a#tel\n1|y|2')).toBe('|')
  })

  it('is none in a table of one column', () => {
    expect(detectSeparator('name\nann\nbob')).toBeUndefined()
  })
})
