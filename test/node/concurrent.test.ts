// Worker threads run what is built, so this test does, too. In pool.test.ts, runs share one pool.
import { describe, expect, it } from 'vitest'
import { find, join } from '../../dist/public/node.js'
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

/** More than 16 MB, from which on a search spawns its workers at once. */
const MANY_BYTES = 17e6

/** The same texts followed by so many blanks that a search spawns its workers. */
function padded(texts: readonly { text: string }[]): { text: string }[] {
  const blanks = ' '.repeat(MANY_BYTES / texts.length)
  return texts.map(({ text }) => ({ text: `${text}${blanks}` }))
}

const [ones, others] = [makeTexts(450), makeTexts(350)]
const SIZES = { 1: [ones, others], 2: [padded(ones), padded(others)] } as const
const sets = ones.map(({ text }) => ({ items: text.split(' ') }))

async function pairsOf(found: { pairs(): AsyncIterable<object>; close(): Promise<void> }): Promise<object[]> {
  const list: object[] = []
  for await (const pair of found.pairs()) list.push(pair)
  await found.close()
  return list
}

interface Workers {
  readonly workers: 1 | 2
}

const RUNS = {
  exact: ({ workers }: Workers) =>
    find(SIZES[workers][0], { threshold: 0.6, method: 'exact', shingle: { k: 1 }, audit: 50, workers }).then(
      pairsOf,
    ),
  bands: ({ workers }: Workers) =>
    find(SIZES[workers][1], { threshold: 0.5, method: 'bands', shingle: { k: 2 }, audit: 50, workers }).then(
      pairsOf,
    ),
  join: ({ workers }: Workers) => join(sets, { threshold: 0.6, workers }).then(pairsOf),
}

describe('runs at the same time in one process', () => {
  it.each([1, 2] as const)('find what they find when run alone, with %i workers', async (workers) => {
    const runs = Object.values(RUNS)
    const alone: object[][] = []
    for (const run of runs) alone.push(await run({ workers }))
    expect(alone.every((pairs) => pairs.length > 200)).toBe(true)
    let spawned = 0
    const count = () => spawned++
    process.on('worker', count)
    const together = await Promise.all([...runs, ...runs].map((run) => run({ workers })))
    process.off('worker', count)
    // Four of them are searches.
    if (workers === 2) expect(spawned).toBeGreaterThanOrEqual(4 * workers)
    expect(together.slice(0, 3)).toEqual(alone)
    expect(together.slice(3)).toEqual(alone)
  })
})
