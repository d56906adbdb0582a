import { describe, expect, it } from 'vitest'
import { deriveSeed } from '../../../src/hash/mix.js'
import { naturalLog, Random } from '../../../src/hash/random.js'
import { InvalidOption } from '../../../src/model/errors.js'

const take = (count: number, next: () => number) => Array.from({ length: count }, next)

/** xoshiro128** as its authors publish it, in BigInt. */
function* plainXoshiro(seed: number): Generator<number, never> {
  const word = (value: bigint) => value & 0xffffffffn
  const rotate = (value: bigint, by: bigint) => word((value << by) | (value >> (32n - by)))
  const s = [0, 1, 2, 3].map((i) => BigInt(deriveSeed(seed, i))) as [bigint, bigint, bigint, bigint]
  for (;;) {
    yield Number(word(rotate(word(s[1] * 5n), 7n) * 9n))
    const t = word(s[1] << 9n)
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotate(s[3], 11n)
  }
}

/** Σ (seen − expected)² / expected, which has mean `cells − 1` and variance 2 (cells − 1) for fair counts. */
function chiSquare(counts: readonly number[], expected: number): number {
  return counts.reduce((sum, seen) => sum + (seen - expected) ** 2 / expected, 0)
}

function chiSquareBound(cells: number): number {
  return cells - 1 + 5 * Math.sqrt(2 * (cells - 1))
}

describe('Random', () => {
  it('is xoshiro128**, seeded by deriveSeed', () => {
    for (const seed of [0, 1, 2 ** 32 - 1]) {
      const [random, plain] = [new Random(seed), plainXoshiro(seed)]
      expect(take(1000, () => random.bits())).toEqual(take(1000, () => plain.next().value))
    }
  })

  it('gives the same numbers for the same seed and different ones for another', () => {
    const numbers = (seed: number) => {
      const random = new Random(seed)
      return take(20, () => random.bits())
    }
    expect(numbers(5)).toEqual(numbers(5))
    const all = take(100, () => 0).map((_, seed) => numbers(seed).join())
    expect(new Set(all).size).toBe(100)
  })

  it('unit: is even in [0, 1), with bits below the 32nd', () => {
    const random = new Random(3)
    const values = take(100_000, () => random.unit())
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...values)).toBeLessThan(1)
    const cells = take(100, () => 0)
    for (const value of values) cells[Math.floor(100 * value)]!++
    expect(chiSquare(cells, 1000)).toBeLessThan(chiSquareBound(100))
    expect(values.filter((value) => Number.isInteger(value * 2 ** 40)).length).toBeLessThan(100)
  })

  it('below: every number equally often', () => {
    for (const limit of [2, 7, 10, 1000]) {
      const random = new Random(limit)
      const counts = take(limit, () => 0)
      for (let i = 0; i < 200_000; i++) counts[random.below(limit)]!++
      expect(chiSquare(counts, 200_000 / limit)).toBeLessThan(chiSquareBound(limit))
    }
  })

  it('below: without the bias that a mere remainder has for large limits', () => {
    // A remainder of 32 bits would fall into the first third in half of all cases.
    const limit = 3 * 2 ** 30
    const random = new Random(1)
    const thirds = [0, 0, 0]
    for (let i = 0; i < 30_000; i++) thirds[Math.floor(random.below(limit) / 2 ** 30)]!++
    expect(chiSquare(thirds, 10_000)).toBeLessThan(chiSquareBound(3))
  })

  it('below: takes limits from 1 to 2^32', () => {
    const random = new Random(1)
    expect(take(10, () => random.below(1))).toEqual(take(10, () => 0))
    const other = new Random(1)
    for (let i = 0; i < 10; i++) other.bits()
    expect(take(10, () => random.below(2 ** 32))).toEqual(take(10, () => other.bits()))
  })

  it('below: refuses a limit that leaves nothing to choose from', () => {
    for (const limit of [0, -1, 1.5, Number.NaN, 2 ** 32 + 1]) {
      expect(() => new Random(1).below(limit)).toThrow(InvalidOption)
    }
  })

  it('permutation: holds each number once', () => {
    for (const count of [0, 1, 2, 10, 1000]) {
      expect([...new Random(1).permutation(count)].sort((a, b) => a - b)).toEqual(
        Array.from({ length: count }, (_, i) => i),
      )
    }
  })

  it('permutation: each of the 24 orders of four equally often', () => {
    const random = new Random(4)
    const counts = new Map<string, number>()
    for (let i = 0; i < 24_000; i++) {
      const order = random.permutation(4).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(24)
    expect(chiSquare([...counts.values()], 1000)).toBeLessThan(chiSquareBound(24))
  })

  it('normal: has the first four moments 0, 1, 0, 3', () => {
    // The variance of x^p is 1, 2, 15 and 96 for p = 1 … 4; five standard errors either way.
    const samples = 200_000
    const random = new Random(5)
    const values = take(samples, () => random.normal())
    const moment = (power: number) => values.reduce((sum, value) => sum + value ** power, 0) / samples
    const expected = [0, 1, 0, 3]
    const variances = [1, 2, 15, 96]
    expected.forEach((value, i) => {
      expect(Math.abs(moment(i + 1) - value)).toBeLessThan(5 * Math.sqrt(variances[i]! / samples))
    })
    // Neighbors come from one draw of the polar method, and must not be correlated all the same.
    const products = values.slice(1).reduce((sum, value, i) => sum + value * values[i]!, 0) / samples
    expect(Math.abs(products)).toBeLessThan(5 / Math.sqrt(samples))
  })

  it('samples numbers without replacement, in ascending order, each equally likely', () => {
    const counts = new Array<number>(20).fill(0)
    for (let seed = 0; seed < 2000; seed++) {
      const drawn = new Random(seed).draw(20, 5)
      expect([...drawn]).toEqual([...new Set(drawn)].sort((x, y) => x - y))
      expect(drawn.length).toBe(5)
      for (const number of drawn) counts[number]!++
    }
    // 19/15 of Σ (seen − 500)² / 500 has mean 19: five documents of 20 are never twice the same.
    expect((19 / 15) * chiSquare(counts, 500)).toBeLessThan(chiSquareBound(20))
    expect([...new Random(1).draw(3, 9)]).toEqual([0, 1, 2])
    expect(new Random(1).draw(0, 4).length).toBe(0)
    expect(() => new Random(1).draw(-1, 4)).toThrow(InvalidOption)
  })
})

describe('naturalLog', () => {
  const unitInLastPlace = (value: number) => 2 ** (Math.floor(Math.log2(Math.abs(value))) - 52)

  function expectLog(x: number): void {
    const expected = Math.log(x)
    if (expected === 0 ? naturalLog(x) !== 0 : !within(naturalLog(x), expected)) {
      expect.fail(`naturalLog(${x}) is ${naturalLog(x)}, not ${expected}`)
    }
  }
  const within = (got: number, expected: number) => Math.abs(got - expected) <= 4 * unitInLastPlace(expected)

  it('is Math.log within four units in the last place', () => {
    const random = new Random(6)
    for (let i = 0; i < 20_000; i++) {
      expectLog(random.unit() + 2 ** -60)
      expectLog(2 ** (2000 * random.unit() - 1000))
    }
  })

  it('also near 1, near the bounds of its reduction, and for the smallest and largest numbers', () => {
    for (let power = 1; power <= 52; power++) {
      expectLog(1 + 2 ** -power)
      expectLog(1 - 2 ** -power)
    }
    for (const x of [1, Math.SQRT2, Math.SQRT1_2, 1e-300, 2 ** -1022, 1e300, Number.MAX_VALUE]) expectLog(x)
  })
})
