import { describe, expect, it } from 'vitest'
import { candidateProbability } from '../../../src/band/s-curve.js'
import { readPlanRequest } from '../../../src/engine/make-plan.js'
import { InvalidOption } from '../../../src/model/errors.js'
import { choosePlan, isExactCertain } from '../../../src/plan/choose-plan.js'
import { fixedCost } from '../../../src/plan/predict.js'
import { makeStatistics, request } from './planned.js'

const statistics = makeStatistics()
/** The same collection a thousand times as large, with furniture that makes strangers alike by a quarter. */
const furnished = {
  ...statistics,
  documents: 50_000_000,
  histogram: [{ from: 0.25, to: 0.26, mean: 0.25, pairs: 1e13, sampledPairs: 1000 }],
}

describe('choosePlan', () => {
  it.each([
    { threshold: 0.3, recall: 0.9 },
    { threshold: 0.5, recall: 0.99 },
    { threshold: 0.8, recall: 0.95 },
    { threshold: 0.95, recall: 0.999 },
  ])('keeps the requested recall, whatever the sample: $threshold, $recall', (request) => {
    for (const sample of [statistics, furnished]) {
      const { plan, alternatives } = choosePlan(readPlanRequest(request), sample)
      if (plan.method !== 'bands') throw new Error('bands were expected')
      expect(candidateProbability(request.threshold, plan)).toBeGreaterThanOrEqual(request.recall)
      expect(plan.scheme.slots).toBeGreaterThanOrEqual(plan.bands * plan.rows)
      expect(alternatives[0]).toMatchObject({ bands: plan.bands, rows: plan.rows })
      for (const { recall } of alternatives) expect(recall).toBeGreaterThanOrEqual(request.recall)
    }
  })

  it.each([
    [0.3, statistics],
    [0.8, statistics],
    [0.8, furnished],
    [0.95, furnished],
  ])(
    'takes the same rows and signatures for every recall, and more bands for more: %d',
    (threshold, sample) => {
      const plans = [0.5, 0.8, 0.9, 0.95, 0.98, 0.985, 0.99].map((recall) => {
        const { plan } = choosePlan(readPlanRequest({ threshold, recall }), sample)
        if (plan.method !== 'bands') throw new Error('bands were expected')
        return plan
      })
      expect(new Set(plans.map(({ rows, scheme }) => `${rows} ${scheme.slots}`)).size).toBe(1)
      const bands = plans.map((plan) => plan.bands)
      expect(bands).toEqual([...bands].sort((x, y) => x - y))
    },
  )

  it('uses more rows if unrelated documents are similar', () => {
    const rowsOf = (sample: typeof statistics) => {
      const { plan } = choosePlan(request, sample)
      return plan.method === 'bands' ? plan.rows : 0
    }
    const strangers = { ...furnished, histogram: [{ ...furnished.histogram[0]!, mean: 0.001 }] }
    expect(rowsOf(furnished)).toBeGreaterThan(rowsOf(strangers))
  })

  it('is within a tenth of the lowest cost, and of those has the most rows', () => {
    const { alternatives } = choosePlan(request, statistics)
    const [chosen, ...others] = alternatives.filter(({ method }) => method === 'bands')
    const fixed = fixedCost(statistics) / 1e9
    for (const other of others) {
      expect(chosen!.seconds + fixed).toBeLessThanOrEqual(1.1 * (other.seconds + fixed))
      if (other.seconds + fixed <= 1.1 * (others[0]!.seconds + fixed))
        expect(chosen!.rows).toBeGreaterThan(other.rows!)
    }
  })

  it('stays inside the slots allowed, and refuses too few', () => {
    const { plan } = choosePlan(readPlanRequest({ slots: 20 }), furnished)
    expect(plan.method === 'bands' && plan.scheme.slots).toBeLessThanOrEqual(20)
    expect(() => choosePlan(readPlanRequest({ threshold: 0.3, slots: 5 }), statistics)).toThrow(InvalidOption)
  })

  it('joins exactly if nothing may be missed', () => {
    const { plan, reason, alternatives } = choosePlan(readPlanRequest({ recall: 1 }), statistics)
    expect(plan.method).toBe('exact')
    expect(reason).toContain('exact')
    expect(alternatives.map(({ method }) => method)).toEqual(['exact'])
  })

  describe('considers an exact search if a sample shows what it compares', () => {
    const prefixes = {
      threshold: 0.8,
      meanLength: 13,
      postingPairs: 1e5,
      candidates: 60_000,
      pairs: 50_000,
      sampledPairs: 100,
      documents: 60_000,
    }
    const cheap = { ...statistics, prefixes }
    const dear = { ...statistics, prefixes: { ...prefixes, postingPairs: 1e11, candidates: 1e9 } }

    it('chooses it if it costs less, and says so', () => {
      const { plan, reason, alternatives } = choosePlan(request, cheap)
      expect(plan).toMatchObject({ method: 'exact', recall: 0.95 })
      expect(reason).toMatch(/exact search costs .* than bands here, and misses nothing/)
      expect(alternatives.slice(0, 2).map(({ method }) => method)).toEqual(['exact', 'bands'])
    })

    it('lists no other methods if similarities are not known because they cannot matter', () => {
      const few = { ...cheap, documents: 400, prefixes: { ...prefixes, candidates: 20 }, histogram: [] }
      expect(isExactCertain(request, few)).toBe(true)
      const { plan, reason, alternatives } = choosePlan(request, few)
      expect(plan.method).toBe('exact')
      expect(reason).toBe('an exact search costs little here, and misses nothing')
      expect(alternatives).toMatchObject([{ method: 'exact', candidates: 20 }])
      // An empty histogram alone shows nothing about an exact search.
      const { prefixes: _, ...unknown } = few
      expect(isExactCertain(request, unknown)).toBe(false)
      expect(choosePlan(request, unknown).plan.method).toBe('bands')
    })

    it('does not choose it if it costs more, and says how much', () => {
      const { plan, reason, alternatives } = choosePlan(request, dear)
      expect(plan.method).toBe('bands')
      expect(reason).toMatch(/an exact search would take \d+\.\d× as long/)
      expect(alternatives.at(-1)).toMatchObject({ method: 'exact', candidates: 1e9 })
    })

    it('does what is requested, whatever that costs', () => {
      expect(choosePlan({ ...request, method: 'exact' }, dear).plan.method).toBe('exact')
      expect(choosePlan({ ...request, method: 'bands' }, cheap).plan.method).toBe('bands')
    })

    it('ignores what a sample shows about another threshold', () => {
      expect(choosePlan(readPlanRequest({ threshold: 0.7 }), cheap).plan.method).toBe('bands')
    })

    it('refuses bands that miss nothing', () => {
      expect(() => choosePlan(readPlanRequest({ recall: 1, method: 'bands' }), cheap)).toThrow(
        /exact for a recall of 1/,
      )
      expect(() => readPlanRequest({ method: 'guess' as 'bands' })).toThrow(InvalidOption)
    })
  })
})
