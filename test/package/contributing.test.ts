import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { SimilarityRecord } from '../../src/model/similarity-table.js'
import { sizes } from './sample-command.js'

const ROOT = new URL('../../', import.meta.url)
const page = readFileSync(new URL('CONTRIBUTING.md', ROOT), 'utf8')

/** Source files that each worked example touches, and all files, with tests, pages and what is generated. */
const PROMISED = {
  'Adding a format': { source: 2, all: 4 },
  'Adding a similarity': { source: 1, all: 5 },
  'Adding a command': { source: 4, all: 7 },
} as const

/** The section under a heading, up to the next one. */
function section(heading: string): string {
  const start = page.indexOf(`## ${heading}\n`)
  expect(start, heading).toBeGreaterThan(0)
  const rest = page.slice(start + 3)
  return rest.slice(0, rest.search(/^## /m))
}

describe.each(Object.entries(PROMISED))('the worked example "%s"', (heading, { source, all }) => {
  const rows = [...section(heading).matchAll(/^\| `([^`]+)`( \(new\))? \|/gm)]

  it(`touches ${source} source files and ${all} in all, and lists each of them`, () => {
    const files = rows.map(([, file]) => file!)
    const sources = files.filter((file) => file.startsWith('src/'))
    expect(sources).toHaveLength(source)
    expect(files).toHaveLength(all)
    // A file of a numbered step, or one to regenerate, is in the table.
    const changed = section(heading).matchAll(/(?:^\d+\. |regenerate )`((?:src|test|docs)\/[\w/.-]+)`/gm)
    for (const [, file] of changed) expect(files).toContain(file)
  })

  it('names files that exist, and new ones that do not', () => {
    const made = new Set(rows.filter(([, , isNew]) => isNew !== undefined).map(([, file]) => file!))
    for (const [, file] of section(heading).matchAll(/`((?:src|test|docs)\/[\w/.-]+)`/g)) {
      expect(existsSync(new URL(file!, ROOT)), file).toBe(!made.has(file!))
    }
  })
})

it('the similarity that is added keeps the rules of the table', () => {
  const [, entry] = /```ts\n( {2}simpson: {\n[\s\S]*?)```/.exec(section('Adding a similarity')) ?? []
  const { simpson } = new Function(`return { ${entry} }`)() as { readonly simpson: SimilarityRecord }
  const { of, overlapAt, minJaccard, sureJaccard } = simpson
  for (let a = 1; a <= 12; a++) {
    for (let b = 1; b <= 12; b++) {
      for (let overlap = 1; overlap <= Math.min(a, b); overlap++) {
        const value = of(overlap, a, b)
        expect(value).toBeCloseTo(of(overlap, b, a), 12)
        expect(value).toBeGreaterThan(of(overlap - 1, a, b))
        expect(value).toBeGreaterThanOrEqual(of(overlap, a + 1, b))
        expect(overlapAt(a, b, value)).toBeCloseTo(overlap, 9)
        const jaccard = overlap / (a + b - overlap)
        expect(jaccard).toBeGreaterThanOrEqual(minJaccard(value))
        for (const threshold of [0.3, 0.5, 0.8, 1])
          if (jaccard >= sureJaccard(threshold)) expect(value).toBeGreaterThanOrEqual(threshold)
      }
    }
  }
})

it('the command that is added runs as it is shown', async () => {
  const code = readFileSync(new URL('sample-command.ts', import.meta.url), 'utf8')
  // Its imports are those of a file in another folder.
  expect(section('Adding a command')).toContain(code.slice(code.indexOf('/**')))
  const { report, text } = await sizes([fileURLToPath(new URL('examples/data/articles.jsonl', ROOT))], {})
  expect(report).toMatchObject({ written: [], filesRead: 1, documents: expect.any(Number), skipped: 0 })
  expect(text({ colors: false })).toMatch(/^\d+ documents, \d+ characters\n$/)
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

it('every format and similarity of the tables is in the choices and in the help, without another list', async () => {
  const { FORMATS, RECORD_FORMATS } = await import('../../src/read/format.js')
  const { SIMILARITIES } = await import('../../src/model/similarity.js')
  const { optionsOf } = await import('../../src/cli/options/table.js')
  for (const [command, name, listed] of [
    ['find', 'format', FORMATS],
    ['join', 'format', [...FORMATS, 'sets']],
    ['match', 'format', RECORD_FORMATS],
    ['fingerprints', 'format', RECORD_FORMATS],
    ['join', 'similarity', SIMILARITIES],
  ] as const) {
    const { choices, summary } = optionsOf(command).find((one) => one.name === name)!
    expect(choices).toEqual(expect.arrayContaining([...listed]))
    if (command !== 'match') for (const one of listed) expect(summary).toContain(one)
  }
  // A list that is written out in the source would not follow the tables.
  for (const file of ['input', 'similarity']) {
    const code = readFileSync(new URL(`src/cli/options/${file}.ts`, ROOT), 'utf8')
    expect(code).not.toMatch(/jsonl, json|'jsonl', 'json'|cosine or dice|cosine, dice/)
  }
})

it('every command but help names the module that does its work', async () => {
  const { COMMANDS } = await import('../../src/cli/commands.js')
  expect(COMMANDS.filter(({ load }) => load === undefined).map(({ name }) => name)).toEqual(['help'])
})
