import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const table = new URL('../../../shared/worked-examples.md', import.meta.url)
const here = new URL('.', import.meta.url)
const isMissing = !existsSync(table)
const reason = isMissing ? ' (skipped: ../shared/worked-examples.md is not there)' : ''

describe('the worked examples', () => {
  it.skipIf(isMissing)(`have a test for every row of the table${reason}`, () => {
    const ids = rowIds(readFileSync(table, 'utf8'))
    const names = testNames()
    expect(ids.length).toBeGreaterThan(0)
    expect(names.length).toBeGreaterThan(0)
    // An id that stands in several rows needs as many tests.
    const untested = [...new Set(ids)].filter((id) => {
      const rows = ids.filter((other) => other === id).length
      return names.filter((name) => name.startsWith(`${id}:`)).length < rows
    })
    expect(untested).toEqual([])
  })

  it.skipIf(isMissing)(`have no test for a row that the table does not have${reason}`, () => {
    const ids = new Set(rowIds(readFileSync(table, 'utf8')))
    expect(testNames().filter((name) => !ids.has(name.split(':')[0]!))).toEqual([])
  })
})

/** The first cells of all table rows; the heads, `id`, and the lines below them are left out. */
function rowIds(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|')[1]!.trim())
    .filter((cell) => cell !== 'id' && !/^-+$/.test(cell))
}

/** The names of the tests in the other files of this folder. */
function testNames(): string[] {
  const files = readdirSync(here).filter((file) => file.endsWith('.test.ts') && file !== 'every-row.test.ts')
  return files.flatMap((file) => {
    const source = readFileSync(new URL(file, here), 'utf8')
    return Array.from(source.matchAll(/^\s*it\(\s*(['"`])(.*?)\1/gm), (match) => match[2]!)
  })
}
