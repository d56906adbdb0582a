// Worker threads run what is built, so this test does, too.
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { find } from '../../dist/public/node.js'
import { ARTICLES } from '../cli/likewise.js'

const LARGE = path.join(tmpdir(), `likewise-small-${process.pid}.jsonl`)
afterAll(() => rmSync(LARGE, { force: true }))

/** How many worker threads a search spawns, and what it finds. */
async function searched(file: string, options: { readonly workers?: number; readonly memory?: string }) {
  let spawned = 0
  const count = () => spawned++
  process.on('worker', count)
  try {
    await using found = await find(file, { threshold: 0.7, ...options })
    const pairs: unknown[] = []
    for await (const pair of found.pairs()) pairs.push(pair)
    return { spawned, pairs, summary: found.summary }
  } finally {
    process.off('worker', count)
  }
}

describe('a search of a few hundred documents', () => {
  it.each([
    ['by default', {}],
    ['however many workers it may use', { workers: 8 }],
    ['within a memory budget', { workers: 2, memory: '400MB' }],
  ])('spawns no worker %s, and finds what one worker finds', async (_, options) => {
    const { spawned, ...found } = await searched(ARTICLES, options)
    expect(spawned).toBe(0)
    const { spawned: __, ...expected } = await searched(ARTICLES, { workers: 1 })
    expect(found).toEqual(expected)
  })
})

it('a search of more than 16 MB spawns its workers', async () => {
  writeFileSync(LARGE, `${JSON.stringify({ text: 'a b c d e f '.repeat(1400) })}\n`.repeat(1000))
  expect((await searched(LARGE, { workers: 2 })).spawned).toBe(2)
})
