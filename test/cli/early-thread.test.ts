// The thread and the workers of a large search start before its command line is parsed, which must make no difference otherwise.

import { describe, expect, it } from 'vitest'
import { Random } from '../../src/hash/random.js'
import { isSmallInput } from '../../src/plan/worker-choice.js'
import { asLines, ended, Workspace } from './likewise.js'

const chance = new Random(11)
const vocabulary = Array.from({ length: 3000 }, (_, i) => `word${i}`)
const text = () => Array.from({ length: 1000 }, () => vocabulary[chance.below(3000)]).join(' ')
const texts = Array.from({ length: 2200 }, text)
const documents = asLines([...texts, ...texts.slice(0, 20)].map((text, id) => ({ id, text })))

const workspace = new Workspace()
workspace.write('large.jsonl', documents)

const run = (...args: string[]) => ended(workspace.start(args))

describe('a search of a large file', () => {
  it('is large enough for its thread to start early', () => {
    expect(isSmallInput(documents.length)).toBe(false)
  })

  it.each([
    { does: 'with two workers', options: ['--workers', '2'] },
    { does: 'with the workers that it chooses', options: [] },
    { does: 'with a memory budget, for which a thread is started anew', options: ['-qm', '400MB'] },
    { does: 'with workers in the short form', options: ['-w5'] },
  ])('finds its pairs $does', async ({ options }) => {
    const { code, stderr } = await run('find', 'large.jsonl', '--pairs', 'pairs.csv', '--force', ...options)
    expect([code, stderr]).toEqual([0, ''])
    expect(workspace.read('pairs.csv').trim().split('\n')).toHaveLength(21)
    expect(workspace.leftovers()).toEqual([])
  })

  it('finds its pairs if the file follows an option without a value, and pairs go to stdout', async () => {
    const { code, stdout } = await run('find', '--quiet', 'large.jsonl', '--pairs', '-')
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 20])
  })

  it('reads stdin where an input is expected', async () => {
    const child = workspace.start(['find', '--json', '-', '--against', 'large.jsonl'])
    child.stdin!.end(asLines([{ id: 'copy', text: texts[30] }]))
    const { code, stdout } = await ended(child)
    expect([code, JSON.parse(stdout).pairs]).toEqual([0, 1])
  })

  it('is not begun if the command line is wrong, or asks for help', async () => {
    const wrong = await run('find', 'large.jsonl', '--workers', '2', '--wrong')
    expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([
      2,
      '',
      expect.stringContaining('unknown option --wrong'),
    ])
    const missing = await run('dedup', 'large.jsonl', 'none.jsonl', '--out', 'kept.jsonl')
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('none.jsonl')])
    expect((await run('find', 'large.jsonl', '--help')).stdout).toContain('Usage: likewise find')
  })
})
