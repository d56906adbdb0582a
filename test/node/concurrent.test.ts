// Worker threads run what is built, so this test does, too.
import { describe, expect, it } from 'vitest'
import { find, join, type SearchOptions } from '../../dist/public/node.js'
import { Random } from '../../src/hash/random.js'

const random = new Random(5)
const WORDS = Array.from({ length: 400 }, (_, i) => `word${i}`)

/** Texts of which many are similar: each is one of a few, with some words replaced. */
function makeTexts(count: number): { text: string }[] {
  const originals = Array.from({ length: 40 }, () =>
    Array.from({ length: 60 }, () => WORDS[random.below(WORDS.length)]!),
  )
  return Array.from({ length: count }, () => {
    const words = [...originals[random.below(originals.length)]!]
    for (let i = 0; i < 4; i++) words[random.below(words.length)] = WORDS[random.below(WORDS.length)]!
    return { text: words.join(' ') }
  })
}

const [ones, others] = [makeTexts(450), makeTexts(350)]
const sets = ones.map(({ text }) => ({ items: text.split(' ') }))

async function pairsOf(found: { pairs(): AsyncIterable<object>; close(): Promise<void> }): Promise<object[]> {
  const list: object[] = []
  for await (const pair of found.pairs()) list.push(pair)
  await found.close()
  return list
}

const RUNS = {
  exact: (options: SearchOptions) =>
    find(ones, { threshold: 0.6, method: 'exact', shingle: { k: 1 }, audit: 50, ...options }).then(pairsOf),
  bands: (options: SearchOptions) =>
    find(others, { threshold: 0.5, method: 'bands', shingle: { k: 2 }, audit: 50, ...options }).then(pairsOf),
  join: ({ workers }: SearchOptions) =>
    join(sets, { threshold: 0.6, ...(workers && { workers }) }).then(pairsOf),
}

describe('runs at the same time in one process', () => {
  it.each([1, 2])('find what they find when run alone, with %i workers', async (workers) => {
    const runs = Object.values(RUNS)
    const alone: object[][] = []
    for (const run of runs) alone.push(await run({ workers }))
    expect(alone.every((pairs) => pairs.length > 200)).toBe(true)
    const together = await Promise.all([...runs, ...runs].map((run) => run({ workers })))
    expect(together.slice(0, 3)).toEqual(alone)
    expect(together.slice(3)).toEqual(alone)
  })
})
