import { describe, expect, it } from 'vitest'
import { SHARES } from '../../../../src/apps/plagiarism/chance.js'
import { pairLaw } from '../../../../src/apps/plagiarism/pair-law.js'
import { Random } from '../../../../src/hash/random.js'

const SPREAD = 0.05

/** All pairs of documents with these levels, and their scores: the sum of the levels, and chance. */
function classOf(levels: readonly number[], seed: number) {
  const random = new Random(seed)
  const pairs = levels.flatMap((_, b) => Array.from({ length: b }, (_, a): [number, number] => [a, b]))
  const scores = pairs.map(([a, b]) => SHARES.from(levels[a]! + levels[b]! + SPREAD * random.normal()))
  const set = (a: number, b: number, score: number) => {
    scores[pairs.findIndex(([one, other]) => one === a && other === b)] = score
  }
  return { pairs, scores, set, law: () => pairLaw(levels.length, pairs, scores, SHARES)! }
}

const ordinary = (count: number, level = 0.5) => new Array<number>(count).fill(level)

describe('pairLaw', () => {
  it('expects as many pairs to reach their limits as do, whatever the levels of the documents', () => {
    for (const probability of [0.001, 0.01]) {
      let [expected, reached] = [0, 0]
      for (let seed = 1; seed <= 60; seed++) {
        const random = new Random(100 + seed)
        const { pairs, scores, law } = classOf(
          Array.from({ length: 20 }, () => 0.4 + 0.1 * random.normal()),
          seed,
        )
        const limitOf = law().valuesFor(probability)
        expected += law().expectedAt(probability, 0)
        reached += pairs.filter((pair, i) => scores[i]! >= limitOf(...pair)).length
      }
      expect(expected).toBeCloseTo(60 * 190 * probability, 0)
      // The t distribution allows for a class of 20, so fewer pairs than expected reach their limits.
      expect(reached).toBeLessThan(expected + 3 * Math.sqrt(expected))
    }
  })

  it('has a lower limit for unusual documents, and a higher one for those that are similar to all', () => {
    const limitOf = classOf([0.3, 0.3, 0.6, 0.6, ...ordinary(20)], 1)
      .law()
      .valuesFor(0.001)
    const [unusual, usual, similar] = [limitOf(0, 1), limitOf(4, 5), limitOf(2, 3)]
    expect(unusual).toBeLessThan(usual - 0.1)
    expect(similar).toBeGreaterThan(usual + 0.1)
  })

  it('is hardly moved by a copy, whose score exceeds the limit', () => {
    const levels = [0.3, 0.3, ...ordinary(15)]
    const limits = [undefined, 0.85].map((copied) => {
      const { set, law } = classOf(levels, 2)
      if (copied !== undefined) set(0, 1, copied)
      return law().valuesFor(0.002)(0, 1)
    })
    expect(limits[1]).toBeLessThan(0.85)
    expect(limits[1]! - limits[0]!).toBeLessThan(0.1)
  })

  it('does not suspect two unusual documents that are as similar to each other as one of them is to the rest', () => {
    const { set, law } = classOf([0, 0, ...ordinary(18, 0.6)], 3)
    set(0, 1, SHARES.from(0.6))
    expect(law().valuesFor(0.002)(0, 1)).toBeGreaterThan(SHARES.from(0.6))
  })

  it('does not suspect four authors who chose the same unusual approach', () => {
    const { pairs, set, law } = classOf([0.2, 0.2, 0.2, 0.2, ...ordinary(16)], 4)
    const cluster = pairs.filter(([, b]) => b < 4)
    for (const [i, [a, b]] of cluster.entries()) set(a, b, 0.85 + 0.01 * i)
    const limitOf = law().valuesFor(0.0002)
    for (const pair of cluster) expect(limitOf(...pair)).toBeGreaterThan(0.9)
  })

  it('has wider limits in a smaller class', () => {
    // The mean over several classes: a single small class may seem to vary less than it does.
    const margin = (count: number) => {
      const classes = Array.from({ length: 20 }, (_, i) => classOf(ordinary(count, 0.4), 10 + i))
      const limits = classes.map(({ law }) => SHARES.to(law().valuesFor(0.002)(0, 1)) - 0.8)
      return limits.reduce((sum, limit) => sum + limit, 0) / limits.length
    }
    expect(margin(10)).toBeGreaterThan(1.2 * margin(40))
  })

  it('does not count limits that no score reaches, and none below the minimum', () => {
    const { law } = classOf(ordinary(12, 0.78), 5)
    expect(law().valuesFor(0.001)(0, 1)).toBe(Number.POSITIVE_INFINITY)
    expect(law().expectedAt(0.001, 0.5)).toBe(0)
    const low = classOf(ordinary(12, 0.3), 6).law()
    expect(low.expectedAt(0.01, 0.9)).toBeLessThan(0.01)
  })

  it('says nothing about documents with fewer than nine partners', () => {
    const { pairs, scores } = classOf(ordinary(9), 7)
    expect(pairLaw(9, pairs, scores, SHARES)).toBeUndefined()
    const { pairs: more, scores: their } = classOf(ordinary(14), 8)
    // The last document is compared with only three others.
    const kept = more.flatMap((pair, i) => (pair[1] < 13 || pair[0] < 3 ? [i] : []))
    const law = pairLaw(
      14,
      kept.map((i) => more[i]!),
      kept.map((i) => their[i]!),
      SHARES,
    )!
    expect(law.valuesFor(0.01)(0, 13)).toBe(Number.POSITIVE_INFINITY)
    expect(law.valuesFor(0.01)(0, 12)).toBeLessThan(1.1)
  })
})
