import { expect, it } from 'vitest'
import { planSimilar } from '../../../src/engine/inline/plan-similar.js'
import { explainPlan } from '../../../src/plan/explained-plan.js'
import { describeShuffle, estimateShuffle } from '../../../src/plan/shuffle.js'

const documents = Array.from({ length: 50 }, (_, i) => ({ text: `the same words here and there ${i}` }))

it('the steps of a shuffle add up, and grow with the documents', () => {
  const explained = planSimilar(documents, { method: 'bands', shingle: { k: 1 } })
  const { total, perDocument, ...steps } = estimateShuffle(explained)!
  expect(Object.values(steps).reduce((sum, step) => sum + step, 0)).toBeCloseTo(total, 6)
  expect(perDocument).toBeCloseTo(total / documents.length, 6)
  const more = planSimilar([...documents, ...documents.map(({ text }) => ({ text: `${text} more` }))], {
    method: 'bands',
    shingle: { k: 1 },
  })
  expect(estimateShuffle(more)!.total).toBeGreaterThan(total)
})

it('an exact search sends the elements of prefixes', () => {
  const explained = planSimilar(documents, { method: 'exact', shingle: { k: 1 } })
  expect(estimateShuffle(explained)!.buckets).toBeGreaterThan(0)
  expect(describeShuffle(estimateShuffle(explained)!)[0]).toMatch(/^shuffle {4}about .* per document$/)
})

it('knows nothing without a sample', () => {
  const { plan } = planSimilar(documents, {})
  expect(estimateShuffle(explainPlan(plan))).toBeUndefined()
})
