// Tables of words: whether the first row holds the names of the columns or is a record like the others.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DELIMITERS, detectDelimiter, looksLikeData, sampleRows } from '../../../src/read/delimiter.js'
import { mayBeRecord, recurringFields, typicality } from '../../../src/read/first-row.js'
import { findSharedData, titled } from '../../outside.js'

type Rows = readonly (readonly string[])[]

const GIVEN = 'Ann Boris Chloe Dieter Elena Farid Greta Hugo Ines Jonas Karin Luis Marta Nils Olga Pavel Rita Sven Tina Uwe Vera Walter Xenia Yusuf Zoe Adam Berta Carlos Dora Emil Fiona Georg Hanna Ivan Julia Kurt Lena Max Nora Oskar Paula Robin Sara Tom Ulrike Viktor Wanda Yara Zdenek Agnes Bruno Clara David Eva Felix Gisela Heinz Irene Jan Klara'.split(' ') // biome-ignore format: one row
const FAMILY = 'Abel Brandt Costa Duarte Eriksen Fontaine Gruber Hansen Ivanov Jensen Keller Lindqvist Moreau Novak Olsen Petrov Quist Romano Schmidt Tanaka Ullman Vogel Weber Yilmaz Zeman Almeida Becker Cerny Dubois Engel Fischer Garcia Hoffmann Ibsen Jansen Kowalski Lopez Meyer Nielsen Ortega Pereira Richter Silva Thomsen Urban Vargas Wagner Young Zimmer Andersen Bauer Conti Dvorak Esposito Ferrari Gomez Horvath Ismail Johansson Krause'.split(' ') // biome-ignore format: one row
const TOWN = 'Aarhus Bergen Cadiz Delft Essen Faro Gdansk Halle Ibiza Jena Kiel Lyon Malaga Nantes Odense Porto Quimper Rouen Siena Turin Ulm Vigo Worms Ypern Zwolle Arles Brno Como Dresden Evora Ghent Graz Hull Innsbruck Jaca Krakow Leipzig Metz Narvik Oulu Pisa Rostock Split Trieste Umea Verona Wismar Zadar Amiens Basel Cork Dijon Erfurt Florence Genoa Haarlem Imola Kassel Lille Mainz'.split(' ') // biome-ignore format: one row

/** Made tables of words without a header; no value occurs twice in a column. */
const TABLES: readonly (readonly [names: readonly string[], rows: Rows])[] = [
  [['name', 'surname'], rowsOf(GIVEN, FAMILY)],
  [['first_name', 'last_name', 'city'], rowsOf(GIVEN, FAMILY, TOWN)],
  [['Name', 'Town'], rowsOf(FAMILY.map((name, i) => `${GIVEN[i]} ${name}`), TOWN)], // biome-ignore format: one row
  [['customer', 'street'], rowsOf(FAMILY.map((name) => name.toLowerCase()), TOWN.map((town) => `${town.toLowerCase()} road`))], // biome-ignore format: one row
  [['company', 'contact'], rowsOf(FAMILY.map((name) => `${name} & Sons Ltd`), GIVEN)], // biome-ignore format: one row
]

function rowsOf(...columns: readonly (readonly string[])[]): string[][] {
  return columns[0]!.map((_, row) => columns.map((column) => column[row]!))
}

/** The same table with another row at its top. */
function beginningWith(rows: Rows, first: number): Rows {
  return [rows[first]!, ...rows.filter((_, row) => row !== first)]
}

describe('the first row of a table of words', () => {
  it.each(TABLES)('of the columns %j is not a record if it holds their names', (names, rows) => {
    expect(looksLikeData([names, ...rows])).toBe(false)
    expect(mayBeRecord([names, ...rows])).toBe(false)
  })

  it.each(TABLES)('of the columns %j is noticed in four of five cases if it is a record', (_, rows) => {
    const noticed = rows.filter((__, row) => mayBeRecord(beginningWith(rows, row)))
    // By definition, a fifth of the rows are the least typical ones.
    expect(noticed.length).toBeGreaterThanOrEqual(0.8 * rows.length)
  })

  it('is noticed if a value occurs again, whatever the number of rows', () => {
    const rows = [
      ['Ann', 'Oslo'],
      ['Bo', 'Rome'],
      ['Cy', 'Oslo'],
    ]
    expect(recurringFields(rows)).toBe(1)
    expect(mayBeRecord(rows)).toBe(true)
    expect(looksLikeData(rows)).toBe(false)
  })

  it('is data if two values occur again', () => {
    const rows = [
      ['Ann', 'Oslo', 'baker'],
      ['Bo', 'Rome', 'baker'],
      ['Cy', 'Oslo', 'smith'],
    ]
    expect(looksLikeData(rows)).toBe(true)
  })

  it('is no data if the values that occur again are all in one row: a second row of names', () => {
    const rows = [
      ['StartDate', 'Progress', 'Finished'],
      ['Start Date', 'Progress', 'Finished'],
      ['2026-01-01', '100', 'yes'],
      ['2026-01-02', '80', 'no'],
    ]
    expect(looksLikeData(rows)).toBe(false)
    expect(mayBeRecord(rows)).toBe(true)
  })

  it('may be repeated as a whole, as in concatenated files', () => {
    const rows = [
      ['name', 'city'],
      ['Ann', 'Oslo'],
      ['name', 'city'],
      ['Bo', 'Rome'],
    ]
    expect(recurringFields(rows)).toBe(0)
  })

  it('may name choices that are repeated by those who made them', () => {
    const rows = [
      ['radio', 'newspaper'],
      ['radio', ''],
      ['', 'newspaper'],
      ['radio', 'newspaper'],
    ]
    expect(recurringFields(rows)).toBe(0)
  })

  it('of few rows says nothing unless values occur again', () => {
    const rows = rowsOf(GIVEN, FAMILY).slice(0, 49)
    expect(rows.some((_, row) => mayBeRecord(beginningWith(rows, row)))).toBe(false)
  })

  it.each([
    ['12 Elm Street', ['3 Mill Lane', '27 Oak Road'], true],
    ['12 Elm Street', ['3 Mill Lane', 'Castle', '27b Oak Road', '4 St. John’s Wood'], false],
    ['D-10115 Berlin', ['', 'A-8010 Graz', 'CH-3000 Bern'], true],
    ['12 Elm Street', ['3 Mill Lane'], false],
    ['line 2', ['room 7', 'flat 3', 'floor 9'], false],
    ['1st choice', ['12 a', '7 b'], false],
  ])('of few rows with %j above %j is noticed by its digits: %s', (first, below, expected) => {
    const rows = [first, ...below].map((text, i) => [text, GIVEN[i]!])
    expect(mayBeRecord(rows)).toBe(expected)
    expect(looksLikeData(rows)).toBe(false)
  })

  it.each([0.1, 0.2, 0.5])(
    'is among the least typical %d of the rows in that many cases if it is a record',
    (share) => {
      const rows = rowsOf(GIVEN, FAMILY)
      const shares = rows.map((_, row) => typicality(beginningWith(rows, row)))
      expect(shares.filter((one) => one <= share).length).toBeLessThanOrEqual(share * rows.length)
      expect(Math.max(...shares)).toBe(1)
    },
  )
})

describe('labeled tables', () => {
  const shared = findSharedData()
  const files =
    shared.path === undefined
      ? []
      : readdirSync(join(shared.path, 'records'), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.csv'))
          .sort()
          .map((name) => [name, readRows(join(shared.path, 'records', name))] as const)
  // The one file that has none.
  const headed = files.filter(([name]) => !name.endsWith('cora_gt.csv'))
  const test = it.skipIf(shared.path === undefined)

  test(titled('have a header that is not doubted, not even above their columns of words', shared), () => {
    expect(headed.length).toBeGreaterThan(15)
    const doubted = headed.filter(([, rows]) => {
      const words = rows[0]!.map((_, column) => column).filter((column) => isOfWords(rows, column))
      const texts = rows.map((row) => words.map((column) => row[column] ?? ''))
      return mayBeRecord(rows) || (words.length > 1 && mayBeRecord(texts))
    })
    expect(doubted.map(([name]) => name)).toEqual([])
  })

  test(titled('have a header that is not doubted above few rows', shared), () => {
    const doubted = headed.filter(([, rows]) =>
      [1, 2, 3, 5, 10, 20, 40].some((count) => {
        const few = rows.slice(0, count + 1)
        return looksLikeData(few) || mayBeRecord(few)
      }),
    )
    expect(doubted.map(([name]) => name)).toEqual([])
  })

  test(titled('are noticed without it by their columns of words', shared), () => {
    let noticed = 0
    let tried = 0
    for (const [, rows] of headed) {
      const words = rows[0]!.map((_, column) => column).filter((column) => isOfWords(rows, column))
      if (words.length < 2) continue
      const texts = rows.slice(1).map((row) => words.map((column) => row[column] ?? ''))
      for (let row = 0; row < texts.length; row += 10) {
        const table = beginningWith(texts, row)
        tried++
        if (looksLikeData(table) || mayBeRecord(table)) noticed++
      }
    }
    expect(tried).toBeGreaterThan(50)
    expect(noticed / tried).toBeGreaterThan(0.8)
  })
})

function readRows(path: string): Rows {
  const head = readFileSync(path).subarray(0, 1 << 16)
  const sample = { head, isWhole: head.length < 1 << 16 }
  return sampleRows(sample, detectDelimiter(sample, [',', ...DELIMITERS], ['%', '#', '>']) ?? ',')
}

/** Whether no value of a column contains a digit, and at least half are given. */
function isOfWords(rows: Rows, column: number): boolean {
  const values = rows.slice(1).flatMap((row) => (row[column]?.trim() ? [row[column]] : []))
  return values.length > rows.length / 2 && !values.some((value) => /\d/.test(value))
}
