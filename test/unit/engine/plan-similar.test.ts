import { describe, expect, it } from 'vitest'
import { findSimilar } from '../../../src/engine/inline/find-similar.js'
import { planSimilar } from '../../../src/engine/inline/plan-similar.js'
import { Random } from '../../../src/hash/random.js'
import { InvalidOption } from '../../../src/model/errors.js'

const documents = Array.from({ length: 400 }, (_, i) =>
  Array.from({ length: 30 }, (_, word) => `w${Math.floor(i / 2)}x${word === 29 ? i : word}`).join(' '),
)

describe('planSimilar', () => {
  it('makes a plan that findSimilar follows', () => {
    const request = { threshold: 0.7, recall: 0.99, method: 'bands' } as const
    const { plan, sample, predicted } = planSimilar(documents, request)
    expect(sample).toMatchObject({ sampled: 400, documents: 400 })
    const report = findSimilar(documents, { plan })
    expect(report.plan).toEqual(plan)
    expect(report.recall.guaranteed).toBeGreaterThanOrEqual(0.99)
    expect(report.pairs.length).toBe(200)
    expect(predicted!.candidates).toBeGreaterThan(195)
    expect(predicted!.candidates).toBeLessThan(210)
  })

  it('is the plan that findSimilar makes, with its reason', () => {
    for (const request of [{}, { threshold: 0.5 }, { method: 'bands', seed: 4 }, { recall: 1 }] as const) {
      expect(planSimilar(documents, request).plan).toEqual(findSimilar(documents, request).plan)
    }
    expect(planSimilar(documents).plan.method).toBe('exact')
    expect(planSimilar(documents).reason).toMatch(/misses nothing/)
  })

  it('is by bands if an exact search costs more: long documents made of the same words', () => {
    const random = new Random(2)
    const alike = Array.from({ length: 2000 }, () =>
      Array.from({ length: 200 }, () => `w${random.below(3000)}`).join(' '),
    )
    const request = { threshold: 0.4, shingle: { k: 1 } }
    const { plan } = planSimilar(alike, request)
    expect(plan.method).toBe('bands')
    expect(findSimilar(alike, request).plan).toEqual(plan)
  })

  it('samples as many documents as it may', () => {
    const { sample } = planSimilar(documents, { sample: 50 })
    expect(sample).toMatchObject({ sampled: 50, documents: 400 })
    expect(planSimilar([]).predicted!.candidates).toBe(0)
  })

  it('refuses what it does not know', () => {
    expect(() => planSimilar(documents, { threshold: 0.8, ...{ plan: {} } })).toThrow(InvalidOption)
    expect(() => planSimilar(documents, { sample: -1 })).toThrow(InvalidOption)
  })
})

describe('findSimilar with a plan', () => {
  const { plan } = findSimilar(documents, { threshold: 0.5, shingle: { k: 3 } })

  it('makes the same sets and bands again', () => {
    expect(findSimilar(documents, { plan })).toEqual(
      findSimilar(documents, { threshold: 0.5, shingle: { k: 3 } }),
    )
  })

  it('rejects options that the plan already determines, and an invalid plan', () => {
    expect(() => findSimilar(documents, { plan, threshold: 0.5 })).toThrow(
      /threshold conflicts with `plan`, which sets it/,
    )
    expect(() => findSimilar(documents, { plan: { ...plan, threshold: 7 } })).toThrow(InvalidOption)
  })
})
