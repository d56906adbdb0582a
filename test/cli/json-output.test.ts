// docs/reference/json-output.md and what the commands print are compared, key by key.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.js'
import type { REPORTS } from '../../src/cli/options/command-lists.js'
import { keysOf, sectionsOfPage, unlistedKeys } from './json-keys.js'
import { asLines, FIVE, Workspace } from './likewise.js'

const EXAMPLES = fileURLToPath(new URL('../../examples/data', import.meta.url))
/** Of four fingers, two each. */
const PRINTS = ['101', '102', '103', '104'].flatMap((finger) =>
  [1, 2].map((print) => join(EXAMPLES, `fingerprints/${finger}_${print}.xyt`)),
)

/** The types of a value and of everything in it, by the name of the key. Inside `fields` and `plan`, keys have other meanings. */
function typesOf(value: unknown, name = ''): [name: string, type: string][] {
  if (Array.isArray(value)) return value.flatMap((item) => typesOf(item, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const type = Array.isArray(inner) ? 'list' : inner === null ? 'null' : typeof inner
    const own: [string, string] = [key, NAMED_BY_IDS.has(key) && type === 'number' ? 'string' : type]
    return [own, ...(key === 'fields' || key === 'plan' ? [] : typesOf(inner, key))]
  })
}

/** Keys whose values are ids: strings or numbers, as in the input. */
const NAMED_BY_IDS = new Set(['id', 'a', 'b', 'with'])

const RUNS: Readonly<Record<(typeof REPORTS)[number], readonly (readonly string[])[]>> = {
  find: [
    ['in.jsonl', '--id', 'id', '--pairs', 'p.jsonl', '--method', 'bands', '--audit', '--run-dir', 'run'],
    ['in.jsonl', '--keep-pairs-from', '0.5', '--run-dir', 'lower'],
    ['in.csv', '--as', 'news-stopwords'],
    ['pages.jsonl', '--threshold', '0.5', '--max-group', '50'],
    ['in.jsonl', '--similarity', 'dice'],
    ['in.jsonl', '--ignore-phrases', 'phrases.txt'],
    ['repeated.jsonl'],
    ['headerless.csv', '--text', 'words'],
    ['in.jsonl', '--against', 'in.csv', '--also-within'],
  ],
  decontaminate: [
    ['in.jsonl', '--benchmarks', 'in.csv', '--out', 'clear'],
    ['in.jsonl', '--benchmarks', 'in.csv', '--dry-run'],
  ],
  dedup: [
    ['in.jsonl', '--out', 'clean'],
    ['in.jsonl', '--out', 'dice', '--similarity', 'dice'],
    ['in.jsonl', '--out', 'other', '--dry-run'],
    ['in.jsonl', '--against', 'known', '--add', '--out', 'added'],
    ['in.jsonl', '--out', 'decided', '--id', 'id', '--decisions', 'decisions.jsonl', '--on-error', 'skip'],
  ],
  explain: [
    ['pages.jsonl', '--threshold', '0.5', '--method', 'bands', '--engine', 'spark'],
    ['pages.jsonl', '--threshold', '0.6', '--method', 'bands', '--similarity', 'cosine'],
    ['run'],
    ['repeated.jsonl', '--ignore-phrases', 'phrases.txt'],
  ],
  recluster: [['run', '--threshold', '0.9', '--clusters', 'c.csv']],
  restore: [['clean/in.manifest.json', '--out', 'again']],
  join: [
    ['a.sets', '--threshold', '0.5'],
    ['a.sets', '--top', '1', '--pairs', 'top.csv'],
    ['repeated.jsonl', '--text', 'text'],
    ['lists.jsonl'],
  ],
  probe: [['a.sets', 'b.sets', '--threshold', '0.5']],
  match: [
    [join(EXAMPLES, 'customers.csv'), join(EXAMPLES, 'subscribers.csv'), '--check-field', 'created'],
    [join(EXAMPLES, 'customers.csv')],
    ['doubled.csv'],
  ],
  compare: [
    ['a b c d e f', 'a b c d e g', '--shingle', 'words:2'],
    ['0', '1', '--in', 'repeated.jsonl'],
  ],
  plagiarism: [
    ['in.jsonl', '--out', 'copies', '--score', '0.2'],
    ['repeated.jsonl', '--out', 'copies'],
    [join(EXAMPLES, 'articles.jsonl'), '--out', 'more', '--author', 'id'],
    [join(EXAMPLES, 'articles.jsonl'), '--out', 'code', '--language', 'braces'],
  ],
  tune: [
    ['--threshold', '0.7'],
    ['--threshold', '0.7', '--similarity', 'cosine'],
    ['in.csv', '--method', 'bands'],
    ['--bands', '5', '--rows', '4', '--svg', 'curve.svg'],
  ],
  recommend: [
    [join(EXAMPLES, 'ratings.csv'), '--for', 'Ada', '--evaluate'],
    [join(EXAMPLES, 'ratings.csv'), '--like', 'A Year of Beans', '--clusters', 'groups.csv'],
  ],
  index: [
    ['build', 'seen', 'in.jsonl', '--id', 'id'],
    ['add', 'seen', 'in.csv', '--id', 'id'],
    ['query', 'seen', 'in.jsonl'],
    ['check', 'seen', 'in.jsonl'],
    ['remove', 'seen', '0', 'none'],
    ['stats', 'seen'],
    ['build', 'old', 'in.jsonl', '--max-age', '1d', '--max-idle', '1h', '--max-documents', '3'],
    ['stats', 'old'],
    ['compact', 'seen'],
    ['snapshot', 'seen', 'seen.snapshot'],
    ['restore', 'other', 'seen.snapshot'],
  ],
  fingerprints: [
    [...PRINTS, '--pairs', 'fingers.csv'],
    [...PRINTS, '--probe', PRINTS[0]!],
  ],
}

/** Printed where millions of pairs are not listed: the engine's tests have such runs. */
const FOR_MILLIONS_OF_PAIRS = new Set(['pairsOmittedInterval.low', 'pairsOmittedInterval.high'])
/** Printed by runs on Spark, which test/conformance/spark-files.test.ts compares with the page. */
const ON_SPARK = new Set(['engine.name', 'engine.version', 'engine.master'])
/** Keys of tables with relatives in them: test/unit/apps has these. */
const FOR_RELATIVES = new Set(['relatedPairs', 'relatedFields'])

/** The first hundred rows of a table, ten of them twice. */
function doubled(table: string): string {
  const lines = table.split('\n').slice(0, 101)
  return [...lines, ...lines.slice(1, 11).map((line) => line.replace(/^C/, 'D').toUpperCase())].join('\n')
}

describe('the keys of --json', () => {
  const sections = sectionsOfPage()
  const workspace = new Workspace()
  workspace.write('in.jsonl', asLines(FIVE))
  workspace.write('phrases.txt', 'never there\n')
  workspace.write('doubled.csv', doubled(readFileSync(join(EXAMPLES, 'customers.csv'), 'utf8')))
  workspace.write('decisions.jsonl', '{"different":["no such id","nor this"]}\n')
  // Its first row may be a record: one of its values occurs again.
  const towns = Array.from(
    { length: 60 },
    (_, i) => `${i === 30 ? 'river' : `town ${i}`},the text number ${i}\n`,
  )
  workspace.write('headerless.csv', `river,words\n${towns.join('')}`)
  workspace.write('in.csv', `id,text\n${FIVE.map(({ id, text }) => `${id},${text}\n`).join('')}`)
  workspace.write('repeated.jsonl', asLines([...FIVE, { ...FIVE[0], text: 'one more text' }]))
  workspace.write(
    'lists.jsonl',
    asLines([
      { id: 1, tags: ['a', 'b'] },
      { id: 2, tags: ['a', 'b'] },
    ]),
  )
  const pages = Array.from({ length: 700 }, (_, id) => ({
    id,
    text: `${'one page for all '.repeat(5)} ${id}`,
  }))
  workspace.write('pages.jsonl', asLines(pages))
  workspace.write('a.sets', 'a b c\na b c d\n')
  workspace.write('b.sets', 'a b c\n')
  const seen = new Map<string, Set<string>>()
  const types = new Map<string, Map<string, string>>()
  beforeAll(() => workspace.run(['index', 'build', 'known', 'in.csv', '--id', 'id', '--quiet']))

  it.each(Object.keys(RUNS) as (keyof typeof RUNS)[])('of %s are on the page', async (command) => {
    const keys = new Set<string>()
    seen.set(command, keys)
    for (const args of RUNS[command]) {
      const { code, stdout, stderr } = await workspace.run([command, ...args, '--json'])
      expect([code, stdout.split('\n').length], stderr).toEqual([0, 2])
      const report = JSON.parse(stdout) as Record<string, unknown>
      expect(report).toMatchObject({ command, inputs: expect.any(Array), written: expect.any(Array) })
      for (const key of keysOf(report)) keys.add(key)
      for (const [name, type] of typesOf(report)) {
        const known = types.get(name) ?? new Map<string, string>()
        if (type !== 'null') types.set(name, known.set(type, command))
      }
    }
    expect(unlistedKeys(command, keys, sections)).toEqual([])
  })

  it('include the inputs as named by the user, and the threshold that was used', async () => {
    const probe = await workspace.run(['probe', 'a.sets', 'b.sets', '--threshold', '0.5', '--json'])
    expect(JSON.parse(probe.stdout)).toMatchObject({ inputs: ['a.sets', 'b.sets'] })
    for (const args of [
      ['build', 'at-6', 'in.csv', '--threshold', '0.6'],
      ['query', 'at-6', 'in.csv'],
      ['check', 'at-6', 'in.csv'],
    ]) {
      const { stdout } = await workspace.run(['index', ...args, '--json'])
      expect(JSON.parse(stdout)).toMatchObject({ threshold: 0.6 })
    }
  })

  it('have one type, in every command and at every depth', () => {
    const conflicts = [...types].filter(([, byType]) => byType.size > 1)
    expect(conflicts.map(([name, byType]) => [name, Object.fromEntries(byType)])).toEqual([])
  })

  it('of every command that reads include the number of files read', () => {
    const without = [...seen].filter(([, keys]) => !keys.has('filesRead')).map(([command]) => command)
    expect(without).toEqual([])
  })

  it('are all that the page lists', () => {
    for (const { commands, keys } of sections) {
      if (commands.length === 0 || commands[0] === 'Errors') continue
      const printed = new Set(commands.flatMap((command) => [...seen.get(command)!]))
      const rare = new Set([...FOR_MILLIONS_OF_PAIRS, ...FOR_RELATIVES, ...ON_SPARK])
      expect([...keys].filter((key) => !printed.has(key) && !rare.has(key))).toEqual([])
    }
  })

  it('of an error are those of the page, with the file and the line', async () => {
    workspace.write('bad.jsonl', '{"text":"a"}\n{"text":')
    const { code, stdout, stderr } = await workspace.run(['find', 'bad.jsonl', '--json'])
    expect([code, stdout, stderr.split('\n').length]).toEqual([1, '', 2])
    const report = JSON.parse(stderr)
    expect(report.error).toMatchObject({ code: 'bad-record', file: 'bad.jsonl', line: 2 })
    const errors = sections.find(({ commands }) => commands[0] === 'Errors')!
    expect(keysOf(report).slice(1)).toEqual([...errors.keys].filter((key) => key !== 'error.stack'))
  })

  const MISSING: Readonly<Record<keyof typeof RUNS, readonly string[]>> = {
    find: ['no.jsonl'],
    decontaminate: ['no.jsonl', '--benchmarks', 'in.csv'],
    dedup: ['no.jsonl'],
    explain: ['no.jsonl'],
    recluster: ['no.run', '--threshold', '0.9'],
    restore: ['no.manifest.json'],
    join: ['no.sets'],
    probe: ['a.sets', 'no.sets'],
    match: ['no.csv'],
    compare: ['0', '1', '--in', 'no.jsonl'],
    plagiarism: ['no.jsonl'],
    tune: ['no.jsonl'],
    recommend: ['no.csv'],
    index: ['query', 'seen', 'no.jsonl'],
    fingerprints: ['no.xyt'],
  }

  it.each(Object.keys(RUNS) as (keyof typeof RUNS)[])('of errors of %s are the same', async (command) => {
    const usage = await workspace.run([command, '--no-such-option', '--json'])
    expect([usage.code, usage.stdout]).toEqual([2, ''])
    expect(JSON.parse(usage.stderr).error).toEqual({
      code: 'usage',
      message: expect.stringContaining('--no-such-option'),
      hint: expect.any(String),
      file: null,
      line: null,
    })
    const missing = await workspace.run([command, ...MISSING[command], '--json'])
    expect([missing.code, missing.stdout]).toEqual([1, ''])
    expect(JSON.parse(missing.stderr).error).toEqual({
      code: expect.stringMatching(/^(?:unreadable-input|invalid-artifact)$/),
      message: expect.stringContaining('no.'),
      hint: expect.any(String),
      file: expect.stringMatching(/^no\./),
      line: null,
    })
  })

  it('no command is left out', () => {
    const silent = ['completion', 'help', 'serve', 'mcp']
    const printing = COMMANDS.map(({ name }) => name).filter((name) => !silent.includes(name))
    expect(Object.keys(RUNS).sort()).toEqual(printing.sort())
  })
})
