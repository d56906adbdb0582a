import { describe, expect, it } from 'vitest'
import { findSimilar } from '../../../src/engine/inline/find-similar.js'
import type { FindOptions } from '../../../src/engine/request.js'
import { Random } from '../../../src/hash/random.js'
import { DuplicateId, InvalidOption, InvalidValue, TooLarge } from '../../../src/model/errors.js'

const WORDS = { shingle: { k: 1 } } as const

describe('findSimilar', () => {
  it('finds pairs by id, with their true similarity, in input order', () => {
    const documents = [
      { id: 'd', text: 'a b c d e f g h i j' },
      'unrelated words',
      { id: 'b', text: 'a b c d e f g h i k' },
      { id: 'c', text: 'a b c d e f g h i j k' },
    ]
    for (const recall of [0.99, 1]) {
      const report = findSimilar(documents, { ...WORDS, threshold: 0.8, recall })
      expect(report.pairs).toEqual([
        { a: 'd', b: 'b', similarity: 9 / 11 },
        { a: 'd', b: 'c', similarity: 10 / 11 },
        { a: 'b', b: 'c', similarity: 10 / 11 },
      ])
      expect(report.clusters).toEqual([
        {
          members: ['d', 'b', 'c'],
          pairs: 3,
          minSimilarity: 9 / 11,
          meanSimilarity: expect.closeTo(29 / 33, 12),
          cohesionOver: 'every-pair',
        },
      ])
      expect(report).toMatchObject({ documents: 4, empty: 0, identical: 0 })
      expect(report.candidates).toBeGreaterThanOrEqual(3)
    }
  })

  it('never misses a pair if there are only two documents, because it compares them', () => {
    const random = new Random(8)
    for (let i = 0; i < 300; i++) {
      const shared = Array.from({ length: 36 }, () => `w${random.below(5000)}`)
      // 32 shingles of five words in common, of at most 40.
      const pair = ['a b', 'c d'].map((end) => [...shared, end].join(' '))
      const report = findSimilar(pair, { threshold: 0.8 })
      expect(report.pairs).toHaveLength(1)
      expect(report.plan.method).toBe('exact')
      expect(report.recall).toEqual({
        requested: 0.95,
        guaranteed: 1,
        estimated: 1,
        inClusters: { estimated: 1 },
      })
    }
  })

  it('is exact or by bands, as the caller requests', () => {
    const documents = ['a b c d', 'a b c e', 'x y']
    for (const method of ['exact', 'bands'] as const) {
      expect(findSimilar(documents, { ...WORDS, threshold: 0.5, method }).plan.method).toBe(method)
    }
    expect(() => findSimilar(documents, { method: 'bands', recall: 1 })).toThrow(InvalidOption)
    expect(() => findSimilar(documents, { method: 'guess' as 'bands' })).toThrow(InvalidOption)
  })

  it('treats 0.8 as eight tenths: a pair exactly at the threshold counts', () => {
    const texts = ['a b c d e f g h x', 'a b c d e f g h y']
    for (const [threshold, found] of [
      [0.8, 1],
      [0.8 + 2 ** -52, 0],
    ] as const) {
      expect(findSimilar(texts, { ...WORDS, threshold, recall: 1 }).pairs).toHaveLength(found)
    }
  })

  it('pairs every copy with every other, and copies of similar documents through the pair of their originals', () => {
    const [x, y] = ['a b c d e f g h i', 'a b c d e f g h i j']
    const report = findSimilar([x, y, x, `${x} ${x}`, y.toUpperCase()], { ...WORDS, recall: 1 })
    // The set of x x is that of x, but not its shingles in order.
    expect([report.identical, report.equal]).toEqual([1, 1])
    expect(report.candidates).toBe(3)
    const [xs, ys] = [
      [0, 2, 3],
      [1, 4],
    ]
    const expected: { a: number; b: number; similarity: number }[] = []
    for (let a = 0; a < 5; a++) {
      for (let b = a + 1; b < 5; b++) {
        const same = (xs!.includes(a) && xs!.includes(b)) || (ys!.includes(a) && ys!.includes(b))
        expected.push({ a, b, similarity: same ? 1 : 0.9 })
      }
    }
    expect(report.pairs).toEqual(expected)
    expect(report.clusters).toEqual([
      {
        members: [0, 1, 2, 3, 4],
        pairs: 10,
        minSimilarity: 0.9,
        meanSimilarity: expect.closeTo((6 * 0.9 + 4) / 10, 12),
        cohesionOver: 'every-pair',
      },
    ])
  })

  it('finds empty documents similar to nothing, and counts them', () => {
    const report = findSimilar(['', 'a b', ' \n', '\t', 'a b'], { ...WORDS, recall: 1 })
    expect(report).toMatchObject({ documents: 5, empty: 3, identical: 1 })
    expect(report.pairs).toEqual([{ a: 1, b: 4, similarity: 1 }])
  })

  it('finds equal texts without a word', () => {
    const texts = ['😀👍', '?!', '😀👍', '😎', '?!']
    for (const recall of [0.95, 1]) {
      const { empty, pairs } = findSimilar(texts, { recall })
      expect(empty).toBe(0)
      expect(pairs.map(({ a, b, similarity }) => [a, b, similarity])).toEqual([
        [0, 2, 1],
        [1, 4, 1],
      ])
    }
  })

  it('of nothing finds nothing', () => {
    for (const recall of [0.95, 1]) {
      for (const documents of [[], [''], ['one document']]) {
        const report = findSimilar(documents, { recall })
        expect([report.pairs, report.clusters, report.candidates]).toEqual([[], [], 0])
      }
    }
  })

  it('reports the requested, guaranteed and estimated recall', () => {
    expect(findSimilar([], { recall: 1 }).recall).toEqual({
      requested: 1,
      guaranteed: 1,
      estimated: 1,
      inClusters: { estimated: 1 },
    })
    expect(findSimilar([]).recall).toEqual({
      requested: 0.95,
      guaranteed: 1,
      estimated: 1,
      inClusters: { estimated: 1 },
    })
    const { plan, recall } = findSimilar([], { method: 'bands' })
    if (plan.method !== 'bands') throw new Error('bands were asked for')
    expect(recall.estimated).toBe(recall.guaranteed)
    expect(recall.requested).toBe(0.95)
    expect(recall.guaranteed).toBeGreaterThanOrEqual(0.95)
    expect(recall.guaranteed).toBeCloseTo(1 - (1 - 0.8 ** plan.rows) ** plan.bands, 12)
  })

  it('keeps its guarantee: 600 pairs exactly at the threshold are found as often as requested', () => {
    // Eight shared words of ten: 0.8. The bound is four standard errors below the requested recall.
    const pairs = 600
    const documents = Array.from({ length: 2 * pairs }, (_, i) => {
      const shared = Array.from({ length: 8 }, (_, word) => `p${i >> 1}w${word}`)
      return [...shared, `only${i}`].join(' ')
    })
    for (const sketch of ['fast-similarity', 'minhash'] as const) {
      const report = findSimilar(documents, {
        ...WORDS,
        threshold: 0.8,
        recall: 0.95,
        sketch,
        method: 'bands',
      })
      const bound = 0.95 - 4 * Math.sqrt((0.95 * 0.05) / pairs)
      expect(report.pairs.length / pairs).toBeGreaterThan(bound)
      expect(report.pairs.length).toBeLessThan(pairs)
      expect(report.pairs.every(({ a, b }) => Number(a) + 1 === b && Number(a) % 2 === 0)).toBe(true)
    }
  })

  it('gives the same result for the same seed, and may miss other pairs with another', () => {
    const documents = Array.from({ length: 100 }, (_, i) => `s${i >> 1} t${i >> 1} u${i >> 1} ${i}`)
    const found = (seed: number) =>
      JSON.stringify(
        findSimilar(documents, { ...WORDS, threshold: 0.6, recall: 0.5, seed, method: 'bands' }).pairs,
      )
    expect(found(3)).toBe(found(3))
    expect(new Set([1, 2, 3, 4, 5].map(found)).size).toBeGreaterThan(1)
  })

  it('makes stars if requested', () => {
    const chain = ['a b c d e', 'a b c d x', 'a b c y x']
    const options = { ...WORDS, threshold: 0.6, recall: 1 } as const
    expect(findSimilar(chain, options).clusters.map(({ members }) => members)).toEqual([[0, 1, 2]])
    const [star] = findSimilar(
      chain.map((text, i) => ({ id: `d${i}`, text })),
      { ...options, clusters: 'stars' },
    ).clusters
    expect(star).toMatchObject({ members: ['d0', 'd1', 'd2'], center: 'd1', pairs: 2 })
  })

  it('orders clusters by their first member', () => {
    const report = findSimilar(['x y', 'a b', 'c', 'a b', 'x y'], { ...WORDS, recall: 1 })
    expect(report.clusters.map(({ members }) => members)).toEqual([
      [0, 4],
      [1, 3],
    ])
  })

  it('rejects documents without a text by their position, and repeated ids', () => {
    for (const wrong of [null, 7, { body: 'a' }, { text: 5 }]) {
      const attempt = () => findSimilar(['a', wrong as unknown as string])
      expect(attempt).toThrow(InvalidValue)
      expect(attempt).toThrow(expect.objectContaining({ position: 1 }))
    }
    expect(() => findSimilar([{ id: 1, text: 'a' }, 'b'])).toThrow(DuplicateId)
    expect(() => findSimilar('one text' as unknown as string[])).toThrow(InvalidOption)
  })

  it('refuses options out of range', () => {
    for (const threshold of [0, 2, Number.NaN, '0.8' as unknown as number]) {
      expect(() => findSimilar(['a'], { threshold })).toThrow(InvalidOption)
      expect(() => findSimilar(['a'], { threshold, recall: 1 })).toThrow(InvalidOption)
    }
    for (const wrong of [
      { recall: 0 },
      { slots: 1 },
      { seed: 0.5 },
      { sketch: 'x' },
      { clusters: 'x' },
      { treshold: 1 },
    ]) {
      expect(() => findSimilar(['a'], wrong as FindOptions)).toThrow(InvalidOption)
    }
    expect(() => findSimilar(['a'], { shingle: { k: 0 } })).toThrow(InvalidOption)
  })

  it('refuses more pairs than memory holds: 6,000 copies have 18 million', () => {
    const copies = Array<string>(6000).fill('the same words in all of them')
    expect(() => findSimilar(copies, { maxGroup: 'all' })).toThrow(TooLarge)
    const { pairs, pairsOmitted } = findSimilar(copies)
    expect([pairs.length, pairsOmitted]).toEqual([5999, { count: (5999 * 5998) / 2 }])
  })
})
