import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../../src/cli/commands.js'
import { OPTION_LIST } from '../../../src/cli/options/table.js'
import { runCommandLine } from '../../../src/cli/run.js'
import { printable } from '../../../src/cli/terminal.js'
import { Lifetime } from '../../../src/temporary/lifetime.js'

const words = (line: string) => line.split(' ').filter((word) => word !== '')

async function run(args: string | readonly string[]) {
  const printed = { out: '', err: '' }
  const printer = (stream: 'out' | 'err') => ({
    isTerminal: false,
    colors: false,
    columns: 80,
    print: (text: string) => {
      printed[stream] += printable(text)
    },
    control: (text: string) => {
      printed[stream] += text
    },
  })
  const code = await runCommandLine(typeof args === 'string' ? words(args) : args, {
    terminal: { out: printer('out'), err: printer('err') },
    lifetime: new Lifetime(),
    version: '1.2.3',
  })
  return { code, ...printed }
}

describe('wrong usage ends with 2 and says what to do in one line, before any file is looked for', () => {
  it.each([
    ['fnd in.jsonl', 'did you mean likewise find?'],
    ['--pairs x', 'the command comes first'],
    ['find', 'INPUT'],
    ['find in.jsonl --treshold 0.8', 'did you mean --threshold?'],
    ['find in.jsonl --svg x', '--svg is an option of tune'],
    ['find in.jsonl --threshold', '--threshold=FRACTION'],
    ['find in.jsonl --pairs --quiet', '--quiet looks like an option'],
    ['find in.jsonl --threshold 0', 'above 0 and at most 1'],
    ['find in.jsonl --threshold 1.2', 'above 0 and at most 1'],
    ['find in.jsonl --threshold much', 'above 0 and at most 1'],
    ['find in.jsonl --recall -1', 'above 0 and at most 1'],
    ['find in.jsonl --threshold 0.00001', 'a higher threshold'],
    ['find in.jsonl --shingle word:5', 'words:K'],
    ['find in.jsonl --shingle words:0', 'whole number'],
    ['find in.jsonl --stop-words de', '--shingle stopwords'],
    ['find in.jsonl --whitespace remove', 'no words'],
    ['find in.jsonl --on-error ignore', 'stop, skip'],
    ['find in.jsonl --workers 0', 'whole number'],
    ['find in.jsonl --json=yes', 'does not take a value'],
    ['find in.jsonl --seed 1 --seed 2', 'more than once'],
    ['find in.jsonl --clusters - --pairs -', 'stdout'],
    ['find in.jsonl --pairs ./in.jsonl', 'the same file'],
    ['find in.jsonl --pairs x.jsonl --clusters ./x.jsonl', 'the same file'],
    ['dedup in.jsonl --kept x.jsonl --removed x.jsonl', 'the same file'],
    ['dedup in.jsonl --survivor best', 'field:NAME:largest'],
    ['dedup in.jsonl --survivor center', '--cluster-by stars'],
    ['dedup -', '--out FOLDER'],
    ['dedup in.jsonl --manifest -', 'a file'],
    ['restore a b', '"b"'],
    ['restore m --out x --output y', 'one of them'],
    ['compare one', 'A B'],
    ['compare one two --id id', '--in'],
    ['tune --bands 5', '--rows'],
    ['tune --bands 5 --rows 5 --recall 0.9', 'conflicts with'],
    ['tune --recall 1', 'exact'],
    ['tune in.jsonl --bands 5 --rows 5', 'conflicts with'],
    ['tune --shingle chars:5', 'requires INPUT'],
    ['completion tcsh', 'bash, zsh, fish'],
    ['help nothing', 'unknown command'],
  ])('likewise %s', async (line, hint) => {
    const { code, out, err } = await run(line)
    expect(err).toMatch(/^likewise: [^\n]+\n$/)
    expect(err).toContain(hint)
    expect([code, out]).toEqual([2, ''])
    expect(existsSync('x.jsonl')).toBe(false)
  })
})

it('the version and the help go to stdout', async () => {
  expect(await run('--version')).toEqual({ code: 0, out: '1.2.3\n', err: '' })
  expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Commands:'), err: '' })
  expect(await run('help tune')).toMatchObject({
    code: 0,
    out: expect.stringContaining('--bands N'),
    err: '',
  })
})

it('an error that can be fixed is one line, with the option that fixes it', async () => {
  expect(await run('find no-such-file')).toMatchObject({
    code: 1,
    err: 'likewise: no-such-file: no such file; check the path\n',
  })
})

it('without a command the commands are listed, and the code says that nothing was done', async () => {
  const { code, out, err } = await run('')
  expect([code, out]).toEqual([2, ''])
  for (const { name } of COMMANDS) expect(err).toContain(`\n  ${name} `)
})

describe('a NUL character is wrong usage, wherever it is', () => {
  const valued = OPTION_LIST.filter(({ value }) => value !== undefined)
  it.each(valued.map(({ name, commands }) => [name, commands[0]!] as const))(
    '--%s of %s',
    async (name, command) => {
      const { code, err } = await run([command, 'in.jsonl', `--${name}`, 'a\0b'])
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(/^likewise: "a\\u0000b" contains a NUL character; .*\n$/),
      ])
    },
  )

  it.each(COMMANDS.map(({ name }) => [name]))('an operand of %s', async (command) => {
    const { code, err } = await run([command, 'in\0.jsonl', 'b'])
    expect([code, err]).toEqual([2, expect.stringMatching(/^likewise: .*NUL character.*\n$/)])
  })
})

describe('with --json an error is one line of JSON on stderr, and the exit code stays', () => {
  const error = async (args: string | readonly string[]) => {
    const { code, out, err } = await run(args)
    expect(out).toBe('')
    expect(err).toMatch(/^[^\n]+\n$/)
    return { exit: code, ...(JSON.parse(err) as { error: object }).error }
  }

  it.each([
    'find in.jsonl --treshold 0.8 --json',
    '--json find in.jsonl',
    'find --json',
    'find in.jsonl --json --pairs -',
  ])('wrong usage: %s', async (line) => {
    expect(await error(line)).toEqual({
      exit: 2,
      code: 'usage',
      message: expect.stringMatching(/./),
      hint: expect.stringMatching(/./),
      file: null,
      line: null,
    })
  })

  it('a missing file', async () => {
    expect(await error('find no-such-file --json')).toEqual({
      exit: 1,
      code: 'unreadable-input',
      message: 'no-such-file: no such file',
      hint: 'check the path',
      file: 'no-such-file',
      line: null,
    })
  })

  it('but not if it only comes after --', async () => {
    const { err } = await run(['find', 'no-such-file', '--', '--json'])
    expect(err).toMatch(/^likewise: /)
  })
})

it('an error shows control characters of a file name, and does not execute them', async () => {
  const { err } = await run(['find', 'a\x1b[2J\x9b31m\u202egnp.jsonl'])
  expect(err).toBe('likewise: a\\u001b[2J\\u009b31m\\u202egnp.jsonl: no such file; check the path\n')
})
