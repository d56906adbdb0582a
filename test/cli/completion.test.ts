import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.js'
import { OPTION_LIST } from '../../src/cli/options/table.js'
import { Workspace } from './likewise.js'

describe.concurrent('likewise completion', () => {
  it.each(['bash', 'zsh', 'fish'])('%s mentions every command and every option', async (shell) => {
    const { code, stdout } = await new Workspace().run(['completion', shell])
    expect(code).toBe(0)
    for (const { name } of COMMANDS) expect(stdout).toContain(name)
    for (const { name } of OPTION_LIST) expect(stdout).toMatch(new RegExp(`(--|-l )${name}\\b`))
  })

  it('bash accepts its script and completes with it', async () => {
    const { stdout } = await new Workspace().run(['completion', 'bash'])
    expect(spawnSync('bash', ['-n'], { input: stdout, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
    const complete = (...words: string[]) => {
      const script = `${stdout}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_likewise; printf '%s\\n' "\${COMPREPLY[@]}"`
      return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n')
    }
    expect(complete('likewise', 'de').sort()).toEqual(['decontaminate', 'dedup'])
    expect(complete('likewise', 'find', '--thr')).toEqual(['--threshold'])
    expect(complete('likewise', 'find', '--on-error', 's')).toEqual(['stop', 'skip'])
    expect(complete('likewise', 'completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })
})
