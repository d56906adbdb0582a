// However a run ends, nothing of it is left that is not whole.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { interruptedReport } from '../../src/cli/error-report.js'
import { runCommandLine } from '../../src/cli/run.js'
import type { Printer } from '../../src/cli/terminal.js'
import { Lifetime } from '../../src/temporary/lifetime.js'
import { appears, asLines, ended, FIVE, MAIN, prose, Workspace } from './likewise.js'

const pairs = Array.from({ length: 20_000 }, (_, i) => ({ text: prose(i >> 1, 40) }))

const SLOW_READER = `
const { openSync, readSync, writeSync } = require('node:fs')
const out = openSync(process.argv[2], 'w')
const chunk = Buffer.alloc(1 << 16)
const clock = new Int32Array(new SharedArrayBuffer(4))
for (let read; (read = readSync(0, chunk)) > 0; Atomics.wait(clock, 0, 0, 40)) writeSync(out, chunk, 0, read)
`

describe.concurrent('the end of a run', () => {
  it('Ctrl-C while stdin is read: 130, and no temporary file', async () => {
    const workspace = new Workspace()
    const child = workspace.start(['find', '-', '--pairs', 'pairs.jsonl'])
    const outcome = ended(child)
    child.stdin!.write(asLines(FIVE))
    await appears(workspace.temporary, () => workspace.leftovers().length > 0)
    child.kill('SIGINT')
    expect(await outcome).toEqual({ code: 130, stdout: '', stderr: '' })
    expect([workspace.leftovers(), workspace.names()]).toEqual([[], []])
  })

  it('Ctrl-C with --json: an error as JSON', async () => {
    const workspace = new Workspace()
    const child = workspace.start(['find', '-', '--json'])
    const outcome = ended(child)
    child.stdin!.write(asLines(FIVE))
    await appears(workspace.temporary, () => workspace.leftovers().length > 0)
    child.kill('SIGINT')
    const { stderr, ...end } = await outcome
    expect(end).toEqual({ code: 130, stdout: '' })
    const error = { code: 'interrupted', message: 'interrupted by SIGINT', hint: 'run the command again' }
    expect(JSON.parse(stderr)).toEqual({ error: { ...error, file: null, line: null } })
    expect(interruptedReport('SIGTERM', ['find', 'in.jsonl', '--run-dir', 'run'])).toMatchObject({
      hint: 'run the same command with --resume to continue',
    })
  })

  it('a signal at the very end: no summary of a success', async () => {
    const printed: string[] = []
    const print = (text: string) => void printed.push(text)
    const printer: Printer = { print, control: print, isTerminal: false, colors: false, columns: 80 }
    const lifetime = new Lifetime()
    const run = () =>
      runCommandLine(['compare', 'one text', 'another'], {
        terminal: { out: printer, err: printer },
        lifetime,
        version: '0',
      })
    await run()
    expect(printed.splice(0)).not.toEqual([])
    await lifetime.end()
    await run()
    expect(printed).toEqual([])
  })

  it('Ctrl-C while results are written: 130, and no partial file', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(pairs))
    const child = workspace.start([
      'dedup',
      'in.jsonl',
      '--kept',
      '-',
      '--out',
      'new',
      '--removed',
      'removed.jsonl',
    ])
    // Nobody reads on, so the pipe fills and the run waits with its files open.
    await once(child.stdout!, 'readable')
    await appears(workspace.folder, () => workspace.names().some((name) => name.includes('removed.jsonl')))
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    child.stdout!.destroy()
    expect(code).toBe(130)
    expect([workspace.leftovers(), workspace.names()]).toEqual([[], ['in.jsonl']])
  })

  it('a slow reader of a pipe gets every byte in order', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(pairs))
    await workspace.run(['dedup', 'in.jsonl', '-q'])
    workspace.write('slow.cjs', SLOW_READER)
    const piped = (args: string) => {
      const line = `"${process.execPath}" "${MAIN}" ${args} -q | "${process.execPath}" slow.cjs out.jsonl`
      return once(spawn('sh', ['-c', line], { cwd: workspace.folder, stdio: 'inherit' }), 'exit')
    }
    await piped('restore in.manifest.json --output -')
    expect(workspace.read('out.jsonl') === workspace.read('in.jsonl')).toBe(true)
    await piped('dedup in.jsonl --kept - --out new')
    expect(workspace.read('out.jsonl') === workspace.read('in.kept.jsonl')).toBe(true)
  })

  it('a closed pipe ends the run quietly, and its files are removed', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(pairs))
    const child = workspace.start([
      'dedup',
      'in.jsonl',
      '--kept',
      '-',
      '--removed',
      'r.jsonl',
      '--manifest',
      'm.json',
      '--progress',
      'none',
    ])
    const stderr: string[] = []
    child.stderr!.on('data', (chunk) => stderr.push(String(chunk)))
    await once(child.stdout!, 'data')
    child.stdout!.destroy()
    const [code] = await once(child, 'exit')
    expect([code, stderr]).toEqual([141, []])
    expect([workspace.leftovers(), workspace.names()]).toEqual([[], ['in.jsonl']])
  })
})
