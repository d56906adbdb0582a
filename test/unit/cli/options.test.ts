import { describe, expect, it } from 'vitest'
import { COMMANDS, commandNamed } from '../../../src/cli/commands.js'
import { commandHelp, signature } from '../../../src/cli/help.js'
import { REPORTS } from '../../../src/cli/options/command-lists.js'
import { type CommandName, GROUPS } from '../../../src/cli/options/option.js'
import { OPTION_LIST, optionsOf, summaryOf } from '../../../src/cli/options/table.js'
import { shareOrOverlap, shingleKind, size, survivorPolicy } from '../../../src/cli/options/values.js'
import { parseCommandLine } from '../../../src/cli/parse.js'
import { referencePage } from '../../../src/cli/reference.js'

const PAGE = new URL('../../../docs/reference/cli.md', import.meta.url)

import { STOP_WORD_LANGUAGES } from '../../../src/text/stop-words.js'

/** Options whose files another command writes or reads: the only ones that may name that command, as `likewise NAME`. */
const NAMES_COMMAND: Readonly<Record<string, string>> = {
  plan: 'explain',
  'keep-pairs-from': 'recluster',
  manifest: 'restore',
  survivor: 'dedup',
  removed: 'dedup',
}

/** Uses of the same words as verbs and nouns of English, and the value of --short-items. */
const ENGLISH =
  /\b(?:to|can|also|or|documents,|for build:|new index:) find\b|\b(?:to|and) compare\b|\b(?:an|the|new) index\b|\(match\)|\bShow help\b/gi

/** The names of other commands in the text of an option, unless it may name them. */
function otherCommands(command: string, option: string, text: string): string[] {
  const rest = text
    .replace(/--[\w-]+/g, '')
    .replaceAll(`likewise ${NAMES_COMMAND[option]}`, '')
    .replace(ENGLISH, '')
  const others = COMMANDS.map(({ name }) => name).filter((name) => name !== command)
  return Array.from(rest.matchAll(new RegExp(`\\b(?:${others.join('|')})\\b`, 'g')), ([name]) => name)
}

describe('a walk over the option table', () => {
  it('names and short names are unique', () => {
    const names = OPTION_LIST.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const shorts = OPTION_LIST.flatMap(({ short }) => short ?? [])
    expect(new Set(shorts).size).toBe(shorts.length)
  })

  it.each(OPTION_LIST.map((row) => [row.name, row] as const))('--%s is documented', (_, row) => {
    expect(GROUPS).toContain(row.group)
    expect(row.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(row.commands.length).toBeGreaterThan(0)
    for (const name of row.commands) expect(commandHelp(commandNamed(name)!)).toContain(signature(row))
  })

  it.each(OPTION_LIST.filter(({ choices }) => choices !== undefined).map((row) => [row.name, row] as const))(
    'every choice of --%s is taken',
    (_, row) => {
      for (const choice of row.choices!) expect(row.parse(choice)).toBeDefined()
    },
  )

  it.each(
    OPTION_LIST.flatMap((row) => (/^[\w.:]+$/.test(row.default ?? ' ') ? [[row.name, row] as const] : [])),
  )('the default of --%s could be given', (_, row) => {
    if (!['kept', 'removed', 'manifest'].includes(row.name)) expect(row.parse(row.default!)).toBeDefined()
  })

  it.each(COMMANDS.map(({ name }) => [name]))('the options of %s mention only its own options', (command) => {
    const own = new Set<string>(optionsOf(command).map(({ name }) => name))
    for (const row of optionsOf(command)) {
      const mentioned = `${row.summary} ${row.default ?? ''}`.matchAll(/--([a-z][a-z-]+)/g)
      for (const [, name] of mentioned)
        expect([row.name, name, own.has(name!)]).toEqual([row.name, name, true])
    }
  })

  it.each(COMMANDS.map(({ name }) => [name]))('the options of %s describe only this command', (command) => {
    for (const row of optionsOf(command as CommandName)) {
      const text = `${summaryOf(row)}; ${row.default ?? ''}`
      expect(otherCommands(command, row.name, text), `--${row.name}: ${text}`).toEqual([])
    }
  })

  it('other commands are seen in a text, however they are named', () => {
    const seen = (text: string) => otherCommands('dedup', 'plan', text)
    expect(seen('The threshold of find; for match, the score')).toEqual(['find', 'match'])
    expect(seen('As find and likewise join do; requires index')).toEqual(['find', 'join', 'index'])
    expect(seen('Write a file that likewise explain --json printed, to find pairs in an index')).toEqual([])
  })

  it.each(
    COMMANDS.flatMap(({ name }) =>
      optionsOf(name)
        .filter((row) => row.choices !== undefined)
        .map((row) => [name, row.name, row] as const),
    ),
  )('help %s lists what --%s takes', (command, _, row) => {
    const help = commandHelp(commandNamed(command)!).replace(/\s+/g, ' ')
    const shown = help.slice(help.indexOf(signature(row)))
    for (const choice of row.choices!) expect(shown).toContain(choice.replace(/:\d+$/, ':'))
  })

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    'default file names of %s begin with its operand',
    (name, { operands }) => {
      for (const row of optionsOf(name)) {
        const [, operand] = /^([A-Z]{2,})\./.exec(row.default ?? '') ?? []
        if (operand !== undefined) expect([row.name, operands]).toEqual([row.name, `${operand}…`])
      }
    },
  )

  it.each([
    ['decontaminate', '--benchmarks'],
    ['recluster', '--threshold'],
  ] as const)('help %s says that %s is required', (name, required) => {
    const help = commandHelp(commandNamed(name)!).replace(/\s+/g, ' ')
    expect(help.slice(help.indexOf(` ${required} `)).split(' --', 2)[1]).toMatch(/\. Required$/)
  })

  it('--clusters names the columns that each command writes, and when it writes them', () => {
    const summary = (name: CommandName) => optionsOf(name).find((row) => row.name === 'clusters')!.summary
    expect(summary('find')).toContain('minSimilarity, meanSimilarity')
    expect(summary('fingerprints')).toMatch(/^Without --probe.*minScore, meanScore$/)
    expect(summary('match')).toMatch(/^With one table/)
    expect(summary('recommend')).toContain('groups of similar items')
  })

  it('--header is detected only by recommend', () => {
    const defaults = (name: CommandName) => optionsOf(name).find((row) => row.name === 'header')!.default
    expect(defaults('recommend')).toBe('detected from the first rows')
    expect(defaults('find')).toMatch(/^yes/)
  })

  it('--stop-words lists every language that has a list', () => {
    const row = optionsOf('find').find(({ name }) => name === 'stop-words')!
    expect(row.choices).toEqual(STOP_WORD_LANGUAGES)
  })

  it('what every command that reports has in common', () => {
    for (const command of REPORTS) {
      const names = optionsOf(command).map(({ name }) => name)
      expect(names).toEqual(
        expect.arrayContaining(['json', 'quiet', 'progress', 'workers', 'memory', 'help']),
      )
    }
  })

  it('docs/reference/cli.md is made from the tables; vitest -u writes it', async () => {
    await expect(referencePage()).toMatchFileSnapshot(PAGE.pathname)
  })

  it('every example of the help can be parsed', () => {
    for (const { examples } of COMMANDS) {
      for (const { line } of examples) {
        const command = /likewise (.*?)( > .*)?$/.exec(line)![1]!
        const words = Array.from(command.matchAll(/'([^']*)'|(\S+)/g), (match) => match[1] ?? match[2]!)
        expect(parseCommandLine(words).kind).toMatch(/run|help/)
      }
    }
  })
})

describe('values', () => {
  it('amounts of memory', () => {
    const parse = size('--memory', 1e6)
    const amounts = ['1GB', '256MB', '1.5GiB', '4 gb', '2g', '1000000', '2097152 B'].map(parse)
    expect(amounts).toEqual([1e9, 256e6, 1.5 * 2 ** 30, 4e9, 2e9, 1e6, 2 ** 21])
    for (const bad of ['', 'GB', '-1GB', '1,5GB', '1GBB', '999999', '1e9', '1  GB', '9e99TB', '99999999TB'])
      expect(() => parse(bad), bad).toThrow()
  })

  it('thresholds: a share, and for joins of sets a number of elements too', () => {
    const parse = shareOrOverlap('--threshold')
    expect([parse('0.5', 'find'), parse('0.5', 'join'), parse('3', 'probe')]).toEqual([0.5, 0.5, 3])
    for (const [text, command] of [
      ['3', 'find'],
      ['0', 'join'],
      ['1.5', 'join'],
      ['-1', 'join'],
      ['x', 'join'],
    ] as const)
      expect(() => parse(text, command)).toThrow()
  })

  it('shingles', () => {
    expect(shingleKind('words')).toEqual({ kind: 'words' })
    expect(shingleKind('chars:9')).toEqual({ kind: 'chars', k: 9 })
    for (const bad of ['', 'words:', 'words:1.5', 'words:5:6', 'lines:5'])
      expect(() => shingleKind(bad)).toThrow()
  })

  it('survivors', () => {
    expect(survivorPolicy('longest')).toBe('longest')
    expect(survivorPolicy('field:dc:date:smallest')).toEqual({ field: 'dc:date', prefer: 'smallest' })
    expect(survivorPolicy('sources:a,b')).toEqual({ sources: ['a', 'b'] })
    for (const bad of ['', 'field:date', 'field::largest', 'sources:', 'sources:a,', 'newest'])
      expect(() => survivorPolicy(bad)).toThrow('--survivor')
  })

  it('short options, values after = and operands anywhere', () => {
    expect(parseCommandLine(['find', '-qt', '0.5', 'a', '--recall=0.9', '--', '-b'])).toMatchObject({
      kind: 'run',
      operands: ['a', '-b'],
      values: { quiet: true, threshold: 0.5, recall: 0.9 },
    })
  })
})
