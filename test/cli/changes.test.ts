// Inputs that change under a run, or between a run and its resumption.

import { once } from 'node:events'
import { appendFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { appears, asLines, ended, FIVE, prose, Workspace } from './likewise.js'

const many = Array.from({ length: 20_000 }, (_, i) => ({ id: i, text: prose(i >> 1, 30) }))

describe.concurrent('a changed input', () => {
  it('is refused by --resume with what differs, and the run stays as it was', async () => {
    const workspace = new Workspace()
    const path = join(workspace.folder, workspace.write('in.jsonl', asLines(FIVE)))
    const then = new Date('2024-01-01')
    utimesSync(path, then, then)
    const find = ['find', 'in.jsonl', '-q', '--run-dir', 'run', '--pairs', 'p.jsonl']
    expect(await workspace.run(find)).toEqual({ code: 0, stdout: '', stderr: '' })
    const content = readFileSync(path, 'utf8')
    const refused = async (...words: string[]) => {
      const { code, stderr } = await workspace.run([...find, '--resume'])
      expect(stderr).toMatch(
        /^likewise: run belongs to another run; differences: [^\n]+; use the same options[^\n]+\n$/,
      )
      for (const word of words) expect(stderr).toContain(word)
      expect(code).toBe(1)
    }
    appendFileSync(path, asLines([{ id: 'f', text: 'more' }]))
    await refused('inputs in.jsonl bytes')
    // The same size, the same content, another time.
    writeFileSync(path, content)
    utimesSync(path, 1, 1)
    await refused('inputs in.jsonl modified', 'now: "1970-01-01T00:00:01.000Z"')
    // The same size, the same time, another content.
    writeFileSync(path, content.replace('"a"', '"z"'))
    utimesSync(path, then, then)
    await refused('inputs in.jsonl sample')
    writeFileSync(path, content)
    utimesSync(path, then, then)
    const before = workspace.read('p.jsonl')
    expect(await workspace.run([...find, '--resume'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(workspace.read('p.jsonl')).toBe(before)
    for (const [option, value, what] of [
      ['--threshold', '0.7', 'plan threshold (stored: 0.8, now: 0.7)'],
      ['--cluster-by', 'stars', 'clusters (stored: "components", now: "stars")'],
      ['--id', 'id', 'isIdDetected (stored: true, now: false)'],
      ['--id', 'date', 'idField (stored: "id", now: "date")'],
    ] as const) {
      const { code, stderr } = await workspace.run([...find, '--resume', option, value])
      expect(stderr).toContain(what)
      expect(code).toBe(1)
    }
  })

  it('is also detected next to stdin', async () => {
    const workspace = new Workspace()
    const path = join(workspace.folder, workspace.write('in.jsonl', asLines(FIVE)))
    const child = workspace.start(['find', 'in.jsonl', '-', '--pairs', 'p.jsonl'])
    const outcome = ended(child)
    child.stdin!.write(asLines(many.slice(0, 5000)))
    // When stdin is read, the file has been looked at.
    await appears(workspace.temporary, () => readdirSync(workspace.temporary, { recursive: true }).length > 1)
    appendFileSync(path, asLines([{ text: 'more' }]))
    child.stdin!.end()
    expect(await outcome).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'likewise: in.jsonl: it grew while it was being read; do not change it during a run, and run again\n',
    })
    expect([workspace.names(), workspace.leftovers()]).toEqual([['in.jsonl'], []])
  })

  it('while results are written: an error, and no output file is created', async () => {
    const workspace = new Workspace()
    const path = join(workspace.folder, workspace.write('in.jsonl', asLines(many)))
    const child = workspace.start([
      ...['dedup', 'in.jsonl', '--kept', '-', '--removed', 'removed.jsonl', '--manifest', 'manifest.json'],
    ])
    const stderr: string[] = []
    child.stderr!.on('data', (chunk) => stderr.push(String(chunk)))
    // Nobody reads on, so the run waits in the middle of the input.
    await once(child.stdout!, 'readable')
    await appears(workspace.folder, () => workspace.names().some((name) => name.includes('removed.jsonl')))
    // In place: a file that is emptied first may be seen empty.
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('w9999x', 'w9998x'), { flag: 'r+' })
    child.stdout!.resume()
    const [code] = await once(child, 'close')
    expect(stderr.join('')).toBe(
      'likewise: in.jsonl: it changed while it was being read; do not change it during a run, and run again\n',
    )
    expect(code).toBe(1)
    expect([workspace.names(), workspace.leftovers()]).toEqual([['in.jsonl'], []])
  })
})
