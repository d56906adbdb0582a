import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.js'
import { asLines, FIVE, Place } from './likewise.js'

describe.concurrent('help', () => {
  it('--version prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect(await new Place().run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('--help names every command', async () => {
    const { code, stdout } = await new Place().run(['--help'])
    expect(code).toBe(0)
    for (const { name } of COMMANDS) expect(stdout).toContain(`\n  ${name} `)
  })

  it.each(COMMANDS.map(({ name }) => name))(
    'help %s and %s --help are the same, with examples',
    async (name) => {
      const place = new Place()
      const asked = await place.run(['help', name])
      expect(asked.code).toBe(0)
      expect(asked.stdout).toContain('Examples:')
      expect(await place.run([name, '--help'])).toEqual(asked)
    },
  )
})

describe.concurrent('wrong usage ends with 2', () => {
  it('an unknown option: the nearest known one is suggested, and nothing is read', async () => {
    const { code, stdout, stderr } = await new Place().run(['find', 'gone.jsonl', '--treshold', '0.8'])
    expect(stderr).toBe('likewise: find has no option --treshold; did you mean --threshold?\n')
    expect([code, stdout]).toEqual([2, ''])
  })

  it('an input found by a glob is not written over either', async () => {
    const place = new Place()
    place.write('in.jsonl', asLines(FIVE))
    const { code, stderr } = await place.run(['find', '*.jsonl', '--pairs', 'in.jsonl'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('the same file')])
    expect(place.read('in.jsonl')).toBe(asLines(FIVE))
  })
})
