import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const page = readFileSync(new URL('CONTRIBUTING.md', ROOT), 'utf8')

/** Source files that each worked example may touch. */
const PROMISED = { 'Adding a similarity': 3, 'Adding a command': 4 } as const

/** The section under a heading, up to the next one. */
function section(heading: string): string {
  const start = page.indexOf(`## ${heading}\n`)
  expect(start, heading).toBeGreaterThan(0)
  const rest = page.slice(start + 3)
  return rest.slice(0, rest.search(/^## /m))
}

describe.each(Object.entries(PROMISED))('the worked example "%s"', (heading, most) => {
  const rows = [...section(heading).matchAll(/^\| `([^`]+)`( \(new\))? \|/gm)]

  it(`touches at most ${most} source files`, () => {
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThanOrEqual(most)
    for (const [, file] of rows) expect(file).toMatch(/^src\//)
  })

  it('names files that exist, and new ones that do not', () => {
    const made = new Set(rows.filter(([, , isNew]) => isNew !== undefined).map(([, file]) => file!))
    for (const [, file] of section(heading).matchAll(/`((?:src|test|docs)\/[\w/.-]+)`/g)) {
      expect(existsSync(new URL(file!, ROOT)), file).toBe(!made.has(file!))
    }
  })
})

it('every similarity that the table has is offered by searches and joins, without another list', async () => {
  const { SIMILARITY_TABLE } = await import('../../src/model/similarity-table.js')
  const { optionsOf } = await import('../../src/cli/options/table.js')
  const choicesOf = (command: 'find' | 'join') =>
    optionsOf(command).find(({ name }) => name === 'similarity')?.choices
  expect(choicesOf('join')).toEqual(Object.keys(SIMILARITY_TABLE))
  expect(choicesOf('find')).toEqual(
    Object.entries(SIMILARITY_TABLE)
      .filter(([, { isShare }]) => isShare)
      .map(([name]) => name),
  )
})

it('every command but help names the module that does its work', async () => {
  const { COMMANDS } = await import('../../src/cli/commands.js')
  expect(COMMANDS.filter(({ load }) => load === undefined).map(({ name }) => name)).toEqual(['help'])
})
