import { describe, expect, it } from 'vitest'
import {
  BLANKS,
  DELIMITERS,
  DOUBLE_COLON,
  detectDelimiter,
  detectQuoting,
  hasHeader,
  looksLikeData,
  RARE_DELIMITERS,
  sampleRows,
  splitFields,
} from '../../../src/read/delimiter.js'

const sampleOf = (text: string, isWhole = true) => ({ head: Buffer.from(text), isWhole })

describe('the delimiter of a table', () => {
  it.each([',', '\t', ';', '|', '%', '#', '>'])('%j is detected', (delimiter) => {
    const rows = [
      ['id', 'name', 'note'],
      ['1', 'Ray, William', 'a: b'],
      ['2', 'Lee', 'http://x.org/#y'],
      ['3', '"quoted"', ''],
    ]
    const text = rows.map((row) =>
      row.map((field) => (field.includes(delimiter) ? `"${field}"` : field)).join(delimiter),
    )
    expect(detectDelimiter(sampleOf(text.join('\n')), DELIMITERS, RARE_DELIMITERS)).toBe(delimiter)
  })

  it('is not taken from the names of an ontology', () => {
    const text = 'id|http://x.org/a#name|http://x.org/a#tel\n1|y|2'
    expect(detectDelimiter(sampleOf(text), DELIMITERS, RARE_DELIMITERS)).toBe('|')
  })

  it('is none in a table of one column', () => {
    expect(detectDelimiter(sampleOf('name\nann\nbob'), DELIMITERS, RARE_DELIMITERS)).toBeUndefined()
    expect(detectDelimiter(sampleOf('text\nwell, yes\nno; or, maybe'), DELIMITERS)).toBeUndefined()
  })
})

describe('the delimiter of ratings', () => {
  it.each([
    ['1::1193::5\n1::661::3', '::'],
    ['a\tb, c\td\ne\tf\tg', '\t'],
    ['1,"a, b",2\n3,c,4', ','],
    ['"276725";"034545104X";"0"\n"1";"2";"3"', ';'],
    ['1|2|3\n4|5|6', '|'],
    ['196 242  3\n7 8 9', ' '],
  ])('of %j is detected', (text, delimiter) => {
    const groups = [DELIMITERS, [DOUBLE_COLON], RARE_DELIMITERS, [BLANKS]]
    expect(detectDelimiter(sampleOf(text), ...groups)).toBe(delimiter)
  })

  it('cuts lines without quotes', () => {
    expect(splitFields(' 1  2 ', ' ')).toEqual(['1', '2'])
    expect(splitFields('1::a "b"::3', '::')).toEqual(['1', 'a "b"', '3'])
  })
})

describe('quoting', () => {
  it('is strict if quotes enclose fields, even if a row is broken', () => {
    expect(detectQuoting(sampleOf('a,b\n"x, y","say ""hi"""\n'), ',')).toBe('strict')
    expect(detectQuoting(sampleOf('a,b\n"x","y"\n"z","w"\n1,"p" q\n'), ',')).toBe('strict')
  })

  it('is off if quotes are characters, as in database dumps', () => {
    const text = 'id\ttext\n1\t"Gone" with the wind\n2\tthe 12" disk\n'
    expect(detectQuoting(sampleOf(text), '\t')).toBe('none')
    expect(sampleRows(sampleOf(text), '\t', 'none')[1]).toEqual(['1', '"Gone" with the wind'])
  })
})

describe('the last row of a sample', () => {
  it('does not count if it may be truncated', () => {
    expect(sampleRows(sampleOf('a,b\n1,2\n3', false), ',')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })
})

describe('the first row', () => {
  const isName = (text: string) => text === 'user'
  const rows = (text: string) => text.split('\n').map((line) => line.split(','))

  it.each([
    ['who,stars\nAnn,5', true],
    ['Ann,4\nBen,5', false],
    ['196,242\n186,302', false],
    ['user,bought\nAnn,tea', true],
    ['Ann,tea\nBen,jam', false],
    ['user,\nAnn,5', false],
  ])('of %j names the columns of ratings: %s', (text, expected) => {
    expect(hasHeader(rows(text), isName)).toBe(expected)
  })

  it.each([
    ['id,text\n1,the plane was late today', false],
    ['1,the plane was ready for touch down\n2,the plane was late today', true],
    ['the plane was ready for touch down\nthe plane was late today', true],
    ['7,x\n8,y', true],
    ['text\nshort', false],
    [
      'What do you think of it\nA long answer that goes on and on and on for many more words than the question has',
      false,
    ],
  ])('of %j looks like data: %s', (text, expected) => {
    expect(looksLikeData(rows(text))).toBe(expected)
  })

  it.each([
    ['C17,Ann', 'C18,Bob', 'C19,Cy', 'C20,Di', true],
    ['Ann,0546 740', 'Bob,0221 12', 'Cy,030 18', 'Di,04 7', true],
    ['C17,Ann', 'C18,Bob', ',Cy', 'C20,Di', false], // two values may be alike by chance
    ['Ann,1990-02-01', 'Bob,1985-11-30', 'Cy,', 'Di,1971-01-09', true],
    ['Ann,555-0101', 'Bob,(555) 0102', 'Cy,', 'Di,', true],
    ['a,ann@x.org', 'b,bob@y.org', 'c,', 'd,', true],
    ['season,2019-2020', 'goals,3-1', 'goals,', 'goals,', false],
    ['name,2026-01-31', 'Ann,x', 'Bob,', 'Cy,x', false],
    ['name,e-mail', 'Ann,ann@x.org', 'Bob,bob@y.org', 'Cy,cy@x.org', false],
    ['Ann,1990-02-01', 'Bob,1985-11-30', 'Cy,1971-01-09', 'Di,2001-10-10', true],
    ['ann@x.org,a', 'bob@y.org,b', 'cy@z.org,c', 'di@x.org,d', true],
    ['line 1,line 2', '4 Elm road,', '5 Oak road,', '6 Ash road,', false],
    ['Q1,Q2', 'A3,A1', 'A1,A1', 'A2,A4', false],
  ])('of values written by one rule: %j above %j, %j, %j: %s', (first, second, third, fourth, expected) => {
    const table = [first, second, third, fourth].map((line) => line.split(','))
    expect(looksLikeData(table)).toBe(expected)
  })

  it('does not take a long name above an empty column for data', () => {
    const long = [
      ['id', 'number of places per site'],
      ['1', ''],
      ['2', ''],
      ['3', '12'],
    ]
    expect(looksLikeData(long)).toBe(false)
  })
})
