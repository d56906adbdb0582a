import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { listPairs, PairBuilder, sortPairs } from '../../../src/model/pair.js'

describe('PairBuilder', () => {
  it('keeps every pair in the order of adding, beyond its initial capacity', () => {
    const builder = new PairBuilder()
    for (let i = 0; i < 5000; i++) builder.add(i, i + 1, i / 5000)
    expect(builder.count).toBe(5000)
    const { count, a, b, similarity } = builder.pairs()
    expect([count, a.length, b.length, similarity.length]).toEqual([5000, 5000, 5000, 5000])
    for (let i = 0; i < 5000; i++) {
      if (a[i] !== i || b[i] !== i + 1 || similarity[i] !== i / 5000) expect.fail(`pair ${i}`)
    }
  })

  it('makes candidates if no similarity is known', () => {
    const builder = new PairBuilder()
    builder.add(3, 7)
    expect(builder.candidates()).toEqual({ count: 1, a: Uint32Array.of(3), b: Uint32Array.of(7) })
    expect(builder.pairs().similarity[0]).toBeNaN()
  })

  it('returns pairs that later ones do not change', () => {
    const builder = new PairBuilder()
    builder.add(1, 2, 0.5)
    const before = builder.pairs()
    builder.add(3, 4, 0.6)
    expect(before.count).toBe(1)
    expect([...before.a]).toEqual([1])
    expect([...builder.pairs().a]).toEqual([1, 3])
  })

  it('is empty after it is cleared, and earlier pairs stay as they are', () => {
    const builder = new PairBuilder()
    builder.add(1, 2, 0.5)
    const before = builder.pairs()
    builder.clear()
    expect(builder.count).toBe(0)
    builder.add(3, 4, 0.6)
    expect(listPairs(builder.pairs())).toEqual([{ a: 3, b: 4, similarity: 0.6 }])
    expect(listPairs(before)).toEqual([{ a: 1, b: 2, similarity: 0.5 }])
  })

  it('begins with none', () => {
    expect(new PairBuilder().pairs()).toEqual({
      count: 0,
      a: new Uint32Array(0),
      b: new Uint32Array(0),
      similarity: new Float64Array(0),
    })
  })
})

describe('sortPairs', () => {
  it('orders by a, then b, as numbers, and keeps each similarity with its pair', () => {
    const builder = new PairBuilder()
    const expected: [number, number, number][] = []
    const random = new Random(1)
    for (const a of random.permutation(40)) {
      for (const b of random.permutation(40)) {
        const [x, y] = [a * 2 ** 26, b * 2 ** 26]
        builder.add(x, y, a + b / 100)
        expected.push([x, y, a + b / 100])
      }
    }
    expected.sort(([a, b], [c, d]) => a - c || b - d)
    const before = builder.pairs()
    const sorted = sortPairs(before)
    expect(Array.from(sorted.a, (a, i) => [a, sorted.b[i], sorted.similarity[i]])).toEqual(expected)
    expect(before).toEqual(builder.pairs())
  })

  it('orders any number of pairs in the same way', () => {
    const random = new Random(2)
    for (const count of [2, 5000, 140_000]) {
      const builder = new PairBuilder()
      for (let i = 0; i < count; i++) builder.add(random.below(2 ** 32), random.below(300) * 2 ** 20, i)
      // Many of one a, of which equal ones stay in their order.
      for (let i = 0; i < count / 2; i++) builder.add(7 * 2 ** 28, random.below(300), count + i)
      const { a, b, similarity } = builder.pairs()
      const order = Array.from(a, (_, i) => i).sort((i, j) => a[i]! - a[j]! || b[i]! - b[j]! || i - j)
      const sorted = sortPairs(builder.pairs())
      let wrong = 0
      order.forEach((i, place) => {
        const isRight = sorted.a[place] === a[i] && sorted.b[place] === b[i]
        if (!isRight || sorted.similarity[place] !== similarity[i]) wrong++
      })
      expect([sorted.count, wrong]).toEqual([order.length, 0])
    }
  })
})

describe('sortPairs, given a few runs that are in order', () => {
  it('merges them; equal pairs stay in their order', () => {
    const random = new Random(3)
    for (let runs = 1; runs <= 10; runs++) {
      const builder = new PairBuilder()
      const expected: [number, number, number][] = []
      for (let run = 0; run < runs; run++) {
        const list = Array.from({ length: random.below(50) }, () => [random.below(9), random.below(9)])
        for (const [a, b] of list.sort(([a, b], [c, d]) => a! - c! || b! - d!)) {
          builder.add(a!, b!, expected.length)
          expected.push([a!, b!, expected.length])
        }
      }
      expected.sort(([a, b, i], [c, d, j]) => a - c || b - d || i - j)
      const sorted = sortPairs(builder.pairs())
      expect(Array.from(sorted.a, (a, i) => [a, sorted.b[i], sorted.similarity[i]])).toEqual(expected)
    }
  })
})

describe('listPairs', () => {
  it('makes an object of each pair, in their order', () => {
    const builder = new PairBuilder()
    builder.add(2, 5, 0.5)
    builder.add(0, 1, 1)
    expect(listPairs(builder.pairs())).toEqual([
      { a: 2, b: 5, similarity: 0.5 },
      { a: 0, b: 1, similarity: 1 },
    ])
  })
})
