import { expect, it } from 'vitest'
import { makePlan } from '../../../src/engine/make-plan.js'
import { keepsSets } from '../../../src/plan/needed-sets.js'
import { makeStatistics } from './planned.js'

const statistics = { ...makeStatistics(), documents: 10_000, empty: 0, meanBytes: 1400, meanSetSize: 200 }
const prefixes = {
  threshold: 0.8,
  meanLength: 40,
  postingPairs: 1e6,
  candidates: 1e6,
  pairs: 1e6,
  sampledPairs: 100,
  documents: 9000,
}

it('an exact search keeps sets if it will compare most documents', () => {
  const exact = makePlan({ recall: 1 })
  expect(keepsSets(exact, { ...statistics, prefixes })).toBe(true)
  expect(keepsSets(exact, { ...statistics, prefixes: { ...prefixes, documents: 5000 } })).toBe(false)
  expect(keepsSets(exact, statistics)).toBe(false)
  expect(keepsSets(exact, { ...statistics, documents: 0, prefixes: { ...prefixes, documents: 0 } })).toBe(
    false,
  )
})

it('bands keep sets if most documents are in large buckets, unless sorting takes longer than reading', () => {
  const plan = makePlan({ threshold: 0.8, recall: 0.95 })
  const { bands, rows } = plan as Extract<typeof plan, { method: 'bands' }>
  const large = (documents: number) => ({
    ...statistics,
    largeBuckets: [{ bands, rows, documents, pairs: 1e9 }],
  })
  expect(keepsSets(plan, large(9000))).toBe(true)
  expect(keepsSets(plan, large(3000))).toBe(false)
  expect(keepsSets(plan, statistics)).toBe(false)
  // Shingles of characters: more than one per byte that counts.
  expect(keepsSets(plan, { ...large(9000), meanBytes: 100, meanSetSize: 100 })).toBe(false)
})
