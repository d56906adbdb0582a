import { describe, expect, it } from 'vitest'
import { estimateRecall, RecallEstimate } from '../../../src/audit/recall-estimate.js'
import { candidateProbability } from '../../../src/band/s-curve.js'
import { makePlan } from '../../../src/engine/make-plan.js'

const plan = makePlan({ threshold: 0.8, recall: 0.95 })
const chance = (similarity: number) => candidateProbability(similarity, { bands: 13, rows: 7 })

describe('estimateRecall', () => {
  it('weighs each pair by the inverse of its probability to be found', () => {
    const similarity = Float64Array.of(0.8, 0.85, 0.9)
    const all = 1 / chance(0.8) + 1 / chance(0.85) + 1 / chance(0.9)
    expect(estimateRecall({ similarity }, plan)).toBeCloseTo(3 / all, 12)
  })

  it('counts pairs of identical documents as certainly found', () => {
    expect(estimateRecall({ similarity: Float64Array.of(0.8) }, plan, 9)).toBeCloseTo(
      10 / (9 + 1 / chance(0.8)),
      12,
    )
    expect(estimateRecall({ similarity: new Float64Array(0) }, plan, 5)).toBe(1)
    expect(estimateRecall({ similarity: Float64Array.of(1, 1) }, plan)).toBe(1)
  })

  it('of no pair is the guaranteed recall, and of an exact join 1', () => {
    expect(estimateRecall({ similarity: new Float64Array(0) }, plan)).toBe(chance(0.8))
    expect(estimateRecall({ similarity: Float64Array.of(0.8, 0.9) }, makePlan({ recall: 1 }))).toBe(1)
  })

  it('passes over pairs below the threshold, which a run may keep for later', () => {
    expect(estimateRecall({ similarity: Float64Array.of(0.5, 0.9) }, plan)).toBeCloseTo(chance(0.9), 12)
  })
})

describe('RecallEstimate', () => {
  it('counts a pair once for each of its copies', () => {
    const [once, thrice] = [new RecallEstimate(plan), new RecallEstimate(plan)]
    for (let i = 0; i < 6; i++) once.add(0.82)
    thrice.add(0.82, 6)
    expect(thrice.estimated).toBeCloseTo(once.estimated, 12)
  })
})
