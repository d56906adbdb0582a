// A memory budget on the command line: what it refuses, and that nothing else depends on it.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asLines, MAIN, prose, Workspace } from './likewise.js'

const records = Array.from({ length: 8000 }, (_, i) => ({
  text: `${prose(i >> 2, 60)}${' x'.repeat(i % 3)}`,
}))

describe.concurrent('--memory', () => {
  it('too small is rejected immediately with the minimum, which is enough and gives the same result', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(records))
    const find = (name: string, ...more: string[]) =>
      workspace.run([
        'find',
        'in.jsonl',
        '--json',
        '--force',
        '--pairs',
        `${name}.p.jsonl`,
        '--clusters',
        `${name}.c.jsonl`,
        ...more,
      ])
    const unbounded = await find('unbounded')
    expect(JSON.parse(unbounded.stdout)).toMatchObject({ spilledBytes: 0, pairs: 12_000 })
    for (const workers of [[], ['--workers', '2']]) {
      const refused = await find('refused', '--memory', '64MB', ...workers)
      const { error } = JSON.parse(refused.stderr) as { error: { message: string; hint: string } }
      expect(error.message).toMatch(/^64 MB is not enough for about [\d,]+ documents$/)
      expect(error.hint).toMatch(/^use at least \d+ MB$/)
      expect([refused.code, refused.stdout]).toEqual([1, ''])
      const least = Number(/at least (\d+) MB/.exec(refused.stderr)![1])
      expect((await find('refused', '--memory', `${least - 1}MB`, ...workers)).code).toBe(1)
      const did = await find('least', '--memory', `${least}MB`, ...workers)
      expect(did.code).toBe(0)
      const { spilledBytes, peakMemoryBytes, ...report } = JSON.parse(did.stdout) as Record<string, number>
      expect(spilledBytes).toBeGreaterThan(0)
      // Libraries of the system, which differ, are counted too.
      expect(peakMemoryBytes).toBeLessThan(1.1e6 * least)
      expect(report).toMatchObject({ documents: 8000, pairs: 12_000 })
      for (const kind of ['p', 'c']) {
        expect(workspace.read(`least.${kind}.jsonl`) === workspace.read(`unbounded.${kind}.jsonl`)).toBe(true)
      }
    }
    expect(workspace.names()).not.toContain('refused.p.jsonl')
    expect(workspace.leftovers()).toEqual([])
  })

  it.runIf(process.platform === 'linux')('of the process that starts the program does not count', () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(records.slice(0, 10)))
    const script = [
      'const held = Buffer.alloc(4e8, 1)',
      "const { spawnSync } = require('node:child_process')",
      'process.stdout.write(spawnSync(process.execPath, process.argv.slice(1)).stdout)',
      'held.fill(2)',
    ]
    const run = [MAIN, 'find', join(workspace.folder, 'in.jsonl'), '--json']
    const { stdout } = spawnSync(process.execPath, ['-e', script.join('\n'), ...run], { encoding: 'utf8' })
    expect(JSON.parse(stdout).peakMemoryBytes).toBeLessThan(2e8)
  })

  it.each([
    ['sets', 'in.sets'],
    ['documents', 'in.jsonl', '--text', 'text'],
  ])(
    'too small for a join of %s is rejected immediately, and the suggested minimum is enough',
    async (_, ...input) => {
      const workspace = new Workspace()
      workspace.write('in.jsonl', asLines(records))
      workspace.write('in.sets', records.map(({ text }) => `${text}\n`).join(''))
      for (const workers of [[], ['--workers', '2']]) {
        const join = (memory: string) =>
          workspace.run(['join', ...input, '-t', '0.8', '--json', '--memory', memory, ...workers])
        const refused = await join('60MB')
        const { error } = JSON.parse(refused.stderr) as { error: Record<string, string> }
        expect(error).toMatchObject({
          code: 'memory-too-small',
          message: '60 MB is not enough for the program itself',
          hint: expect.stringMatching(/^use at least \d+ MB$/),
        })
        expect([refused.code, refused.stdout]).toEqual([1, ''])
        const least = Number(/at least (\d+) MB/.exec(error.hint!)![1])
        expect((await join(`${least - 1}MB`)).code).toBe(1)
        const did = await join(`${least}MB`)
        expect(did.code).toBe(0)
        expect(JSON.parse(did.stdout).peakMemoryBytes).toBeLessThan(1e6 * least)
      }
      expect(workspace.leftovers()).toEqual([])
    },
  )

  it('is not exceeded by very many tiny records', async () => {
    const workspace = new Workspace()
    workspace.write('tiny.jsonl', '{"text":""}\n'.repeat(600_000))
    const { code, stdout } = await workspace.run(['find', 'tiny.jsonl', '--json', '--memory', '180MB'])
    expect(code).toBe(0)
    const { documents, empty, peakMemoryBytes } = JSON.parse(stdout) as Record<string, number>
    expect([documents, empty]).toEqual([600_000, 600_000])
    expect(peakMemoryBytes).toBeLessThan(180e6)
  })

  it('is too small for a very long record, which is an error that names its file', async () => {
    const workspace = new Workspace()
    workspace.write('short.jsonl', asLines(records.slice(0, 100)))
    workspace.write('long.jsonl', asLines([records[0]!, { text: prose(1, 400_000) }, records[1]!]))
    const find = ['find', 'short.jsonl', 'long.jsonl', '-q', '--pairs', 'p.jsonl', '--workers', '1']
    const { code, stderr } = await workspace.run([...find, '--memory', '148MB'])
    expect(stderr).toBe(
      'likewise: long.jsonl, line 2: the record has more than 1.0 MB; split or remove the record, or use more --memory or fewer --workers\n',
    )
    expect(code).toBe(1)
    expect([workspace.names(), workspace.leftovers()]).toEqual([['long.jsonl', 'short.jsonl'], []])
    expect(await workspace.run([...find, '--memory', '1GB'])).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it.each([
    ['match', '110MB', 'people.csv'],
    ['plagiarism', '100MB', 'texts.jsonl', '--out', 'results'],
    ['recommend', '105MB', 'ratings.csv'],
    ['compare', '100MB', 'one.txt', 'two.txt'],
  ])('stops %s before it exceeds %s, and names what would be enough', async (command, memory, ...args) => {
    const workspace = new Workspace()
    const words = (from: number, length: number) =>
      Array.from({ length }, (_, i) => `w${((from + i) * 7919) % 100_003}`).join(' ')
    if (command === 'match') {
      const person = (i: number) => `${i},name${i % 997},family${i % 1009},${i % 89} street${i % 499}\n`
      workspace.write(
        'people.csv',
        `id,first,last,street\n${Array.from({ length: 8000 }, (_, i) => person(i)).join('')}`,
      )
    } else if (command === 'plagiarism') {
      const texts = Array.from({ length: 1200 }, (_, id) => ({ id, text: words(id * 250, 500) }))
      workspace.write('texts.jsonl', asLines(texts))
    } else if (command === 'recommend') {
      const rating = (i: number) => `${i % 7919},${(i * i) % 4001},${1 + (i % 5)},${i}\n`
      workspace.write(
        'ratings.csv',
        `user,item,rating,time\n${Array.from({ length: 300_000 }, (_, i) => rating(i)).join('')}`,
      )
    } else {
      workspace.write('one.txt', words(0, 90_000))
      workspace.write('two.txt', words(45_000, 90_000))
    }
    const inputs = workspace.names()
    const { code, stdout, stderr } = await workspace.run([command, ...args, '--memory', memory, '--json'])
    expect([code, stdout]).toEqual([1, ''])
    const { error } = JSON.parse(stderr) as { error: { code: string; message: string; hint: string } }
    expect(error).toMatchObject({
      code: 'memory-too-small',
      message: expect.stringMatching(
        `^${command} (requires at least \\d+ MB for this input|is not finished and needs more memory), over the memory budget of ${memory.replace('MB', ' MB')}$`,
      ),
      hint: expect.stringMatching(/^use --memory \d+MB or more, /),
    })
    expect([workspace.names(), workspace.leftovers()]).toEqual([inputs, []])
  })
})
