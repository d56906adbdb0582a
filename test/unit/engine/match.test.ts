import { describe, expect, it } from 'vitest'
import { matchSets } from '../../../src/engine/inline/match.js'
import { checkPairCount, MAX_PAIRS } from '../../../src/engine/inline/matched.js'
import { makePlan } from '../../../src/engine/make-plan.js'
import { Random } from '../../../src/hash/random.js'
import { joinEveryPair } from '../../../src/join/every-pair.js'
import { TooLarge } from '../../../src/model/errors.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'

/** Sets of which very many pairs are candidates: more than are verified in one go. */
function manyCandidates(count: number) {
  const random = new Random(1)
  return makeSetCollection(
    Array.from({ length: count }, (_, i) => [1, 2, 3, 4, 5, 6, 7, 8, 100 + i, 1000 + random.below(3)]),
  )
}

describe('matchSets', () => {
  it('finds the pairs of every-pair by an exact plan, in many batches, sorted', () => {
    const sets = manyCandidates(700)
    const { compared, pairs } = matchSets(sets, makePlan({ threshold: 0.7, recall: 1 }))
    expect(compared).toBeGreaterThan(65_536)
    expect(pairs.count).toBeGreaterThan(20_000)
    expect(pairs).toEqual(joinEveryPair(sets, { threshold: 0.7 }))
  })

  it('counts what it compared, and keeps only what is true', () => {
    const sets = makeSetCollection([[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 5], [9]])
    for (const recall of [0.95, 1]) {
      const { compared, pairs } = matchSets(sets, makePlan({ threshold: 0.9, recall }))
      expect(compared).toBeGreaterThanOrEqual(1)
      expect([...pairs.a, ...pairs.b, ...pairs.similarity]).toEqual([0, 1, 1])
    }
  })

  it('sketches as the plan says', () => {
    const sets = manyCandidates(60)
    const found = (['fast-similarity', 'minhash'] as const).map((sketch) => {
      const plan = makePlan({ threshold: 0.7, recall: 0.5, sketch })
      return matchSets(sets, plan).compared
    })
    expect(found[0]).not.toBe(found[1])
  })

  it('of nothing is nothing', () => {
    for (const recall of [0.95, 1]) {
      expect(matchSets(makeSetCollection([]), makePlan({ recall })).pairs.count).toBe(0)
    }
  })
})

describe('the number of pairs in memory', () => {
  it('has a limit', () => {
    expect(() => checkPairCount(MAX_PAIRS, 'give fewer')).not.toThrow()
    expect(() => checkPairCount(MAX_PAIRS + 1, 'give fewer')).toThrow(TooLarge)
    expect(() => checkPairCount(MAX_PAIRS + 1, 'give fewer')).toThrow('give fewer')
  })
})
