import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { rows } from '../../bench/languages.js'

/** The cells of a row but for that of the dictionary, which belongs to the platform. */
const withoutDictionary = (row: string) => row.split('|').filter((_, cell) => cell !== 6)

it('docs/guide/languages.md has the table that bench/languages.js prints', () => {
  const page = readFileSync(new URL('../../docs/guide/languages.md', import.meta.url), 'utf8')
  const table = page.split('\n').filter((line) => /^\| [A-Z]/.test(line))
  expect(table.map(withoutDictionary)).toEqual(rows.map(withoutDictionary))
})
