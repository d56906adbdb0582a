// Worker threads run what is built, so this test does, too.
// Thousands of copies of one page on both sides: what is listed, what is left out and what connects, against every pair.

import { describe, expect, it } from 'vitest'
import { find } from '../../dist/public/node.js'
import { overlapOfSorted } from '../../src/distance/sorted-sets.js'
import { Random } from '../../src/hash/random.js'
import { shingle } from '../../src/text/shingles.js'
import { byDepth } from '../depth.js'

const THRESHOLD = 0.7
const SHINGLE = { k: 2 } as const

/** Copies of some pages, near or exact, and a few other texts. */
function makeSide(
  random: Random,
  pages: readonly (readonly string[])[],
  counts: readonly number[],
): string[] {
  const texts = counts.flatMap((count, page) =>
    Array.from({ length: count }, (_, i) => {
      const words = [...pages[page]!]
      // Every fifth is an exact copy; others differ more and more, so that not all of them are similar.
      for (let n = 0; n < i % 5; n++) words[random.below(words.length)] = `v${random.below(100_000)}`
      return words.join(' ')
    }),
  )
  const others = Array.from({ length: 20 }, () =>
    Array.from({ length: 30 }, () => `o${random.below(5000)}`).join(' '),
  )
  return [...texts, ...others]
}

const random = new Random(11)
const PAGES = Array.from({ length: 3 }, (_, page) =>
  Array.from({ length: 50 }, () => `p${page}w${random.below(1000)}`),
)
const OWN = makeSide(random, PAGES, byDepth({ short: [400, 15, 150], long: [600, 20, 200] }))
const OTHERS = makeSide(random, PAGES, byDepth({ short: [450, 300, 10], long: [700, 500, 10] }))
const LIMITS = byDepth({ short: [50, 'all'] as const, long: [50, 300, 'all'] as const })

/** The similarity of each two documents of both sides that reach the threshold. */
const TRUTH = new Map<string, number>()
const ownSets = OWN.map((text) => shingle(text, SHINGLE))
const otherSets = OTHERS.map((text) => shingle(text, SHINGLE))
const degrees = { own: new Uint32Array(OWN.length), other: new Uint32Array(OTHERS.length) }
ownSets.forEach((one, a) => {
  otherSets.forEach((other, b) => {
    const overlap = overlapOfSorted(one, other)
    const similarity = overlap / (one.length + other.length - overlap)
    if (similarity < THRESHOLD) return
    TRUTH.set(`${a} ${b}`, similarity)
    degrees.own[a]!++
    degrees.other[b]!++
  })
})

describe.each([
  { method: 'bands', recall: 0.95 },
  { method: 'exact', recall: 1 },
] as const)('large groups on both sides: %o', ({ method, recall }) => {
  it.each<number | 'all'>(LIMITS)('maxGroup %s', async (maxGroup) => {
    await using found = await find(
      OWN.map((text) => ({ text })),
      {
        against: OTHERS.map((text) => ({ text })),
        threshold: THRESHOLD,
        shingle: SHINGLE,
        method,
        recall,
        maxGroup,
        workers: 1,
      },
    )
    const listed = new Set<string>()
    const untrue: string[] = []
    for await (const { a, b, similarity } of found.pairs()) {
      const key = `${a} ${b}`
      if (TRUTH.get(key) !== similarity) untrue.push(key)
      listed.add(key)
    }
    expect(untrue).toEqual([])
    expect(listed.size).toBe(found.summary.pairs)
    const { count, interval = { low: count, high: count } } = found.summary.pairsOmitted
    const missing = TRUTH.size - listed.size
    // Bands may miss what is in no large bucket, and what was missed is not counted.
    const missed = method === 'exact' ? 0 : (1 - recall) * TRUTH.size
    expect(missing).toBeGreaterThanOrEqual(interval.low)
    expect(missing).toBeLessThanOrEqual(interval.high + missed)
    if (maxGroup === 'all') expect(count).toBe(0)
    else expect(count).toBeGreaterThan(0)
    const limit = maxGroup === 'all' ? Number.POSITIVE_INFINITY : maxGroup
    // A pair is left out only where both documents have more similar ones than the limit.
    const wronglyMissing = [...TRUTH.keys()].filter((key) => {
      if (listed.has(key)) return false
      const [a, b] = key.split(' ').map(Number) as [number, number]
      return degrees.own[a]! + 1 <= limit || degrees.other[b]! + 1 <= limit
    })
    expect(wronglyMissing.length).toBeLessThanOrEqual(missed)
    // Everybody who has a similar document has a listed one, and what is connected stays connected.
    const withPair = new Set([...listed].map((key) => Number(key.split(' ')[0])))
    const lonely = [...degrees.own.keys()].filter((a) => degrees.own[a]! > limit && !withPair.has(a))
    expect(lonely).toEqual([])
    if (method === 'exact') expect(componentsOf(listed)).toBe(componentsOf(new Set(TRUTH.keys())))
  })
})

/** How many components the documents of both sides make. */
function componentsOf(pairs: ReadonlySet<string>): number {
  const parents = Array.from({ length: OWN.length + OTHERS.length }, (_, i) => i)
  const root = (node: number): number => {
    let at = node
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!
      at = parents[at]!
    }
    return at
  }
  for (const key of pairs) {
    const [a, b] = key.split(' ').map(Number) as [number, number]
    parents[root(a)] = root(OWN.length + b)
  }
  return parents.filter((parent, node) => parent === node).length
}
