import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.js'
import { asLines, FIVE, prose, Workspace } from './likewise.js'

describe.concurrent('help', () => {
  it('--version prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect(await new Workspace().run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('--help names every command', async () => {
    const { code, stdout } = await new Workspace().run(['--help'])
    expect(code).toBe(0)
    for (const { name } of COMMANDS) expect(stdout).toContain(`\n  ${name} `)
  })

  it.each(COMMANDS.map(({ name }) => name))(
    'help %s and %s --help are the same, with examples',
    async (name) => {
      const workspace = new Workspace()
      const asked = await workspace.run(['help', name])
      expect(asked.code).toBe(0)
      expect(asked.stdout).toContain('Examples:')
      expect(await workspace.run([name, '--help'])).toEqual(asked)
    },
  )
})

it('the help of recluster gives the clusters of the run as its default', async () => {
  const { stdout } = await new Workspace().run(['recluster', '--help'])
  expect(stdout.replace(/\s+/g, ' ')).toMatch(/--cluster-by components\|stars.*that of the run/)
})

describe.concurrent('wrong usage ends with 2', () => {
  it('an unknown option: the nearest known one is suggested, and nothing is read', async () => {
    const { code, stdout, stderr } = await new Workspace().run(['find', 'gone.jsonl', '--treshold', '0.8'])
    expect(stderr).toBe('likewise: find: unknown option --treshold; did you mean --threshold?\n')
    expect([code, stdout]).toEqual([2, ''])
  })

  it('an input found by a glob is not overwritten either', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(FIVE))
    const { code, stderr } = await workspace.run(['find', '*.jsonl', '--pairs', 'in.jsonl', '--force'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('the same file')])
    expect(workspace.read('in.jsonl')).toBe(asLines(FIVE))
  })
})

describe.concurrent('what every command understands', () => {
  const ratings = 'user,item,rating\nann,x,5\nann,y,5\nben,x,5\n'
  const table = 'id,name,town\n1,Ada Ray,Rome\n2,Ada Ray,Rome\n'
  const lines: readonly (readonly string[])[] = [
    ['explain', 'in.jsonl'],
    ['tune', 'in.jsonl'],
    ['compare', 'one text', 'another'],
    ['match', 'table.csv'],
    ['recommend', 'ratings.csv'],
    ['plagiarism', 'in.jsonl'],
  ]
  const workspace = new Workspace()
  workspace.write('in.jsonl', asLines(FIVE))
  workspace.write('ratings.csv', ratings)
  workspace.write('table.csv', table)

  it.each(lines.map((line) => [line[0], line] as const))('%s: -q, --workers, --memory', async (_, line) => {
    expect(await workspace.run([...line, '-q', '--workers', '1', '--memory', '1GB'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    const { code, stderr } = await workspace.run([...line, '--memory', '1MB', '--json'])
    expect([code, JSON.parse(stderr).error.code]).toEqual([1, 'memory-too-small'])
  })

  it('--fail-on-found ends with 3 if a pair was found, and with 0 otherwise', async () => {
    const run = async (...line: string[]) => (await workspace.run([...line, '-q', '--fail-on-found'])).code
    expect(await run('find', 'in.jsonl')).toBe(3)
    expect(await run('match', 'table.csv')).toBe(3)
    expect(await run('join', 'in.jsonl', '--text', 'id', '--shingle', 'words:1')).toBe(0)
  })

  it('tune shows the plan that find follows', async () => {
    const args = ['in.jsonl', '-t', '0.5', '--method', 'bands', '--json', '-q']
    const [shown, found] = await Promise.all(
      ['tune', 'find'].map(async (command) => JSON.parse((await workspace.run([command, ...args])).stdout)),
    )
    const { bands, rows } = found.plan
    expect(shown).toMatchObject({ method: 'bands', bands, rows, recall: { requested: 0.95 } })
    const exact = await workspace.run(['tune', 'in.jsonl'])
    expect(exact.stdout).toContain('exact search')
  })

  it('shows control characters of ids and texts, and does not execute them', async () => {
    const evil = new Workspace()
    const text = `\x1b]0;owned\x07${prose(1)} \u202e end`
    evil.write(
      'evil.jsonl',
      asLines([
        { id: '\x1b[2Ja', text },
        { id: '\x9b2Jb', text },
      ]),
    )
    for (const line of [
      ['plagiarism', 'evil.jsonl', '--id', 'id'],
      ['compare', text, text],
      ['compare', '\x1b[2Ja', '\x9b2Jb', '--in', 'evil.jsonl', '--id', 'id'],
      ['find', 'evil.jsonl', '--id', 'gone\x1b[2J'],
    ]) {
      const { stdout, stderr } = await evil.run(line)
      expect(stdout + stderr).toMatch(/\\u001b|\\u009b/)
      expect(stdout + stderr).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u)
    }
  })
})
