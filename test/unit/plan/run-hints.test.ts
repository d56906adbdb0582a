import { expect, it } from 'vitest'
import { makePlan } from '../../../src/engine/make-plan.js'
import { hintsFor } from '../../../src/plan/run-hints.js'
import { makeStatistics } from './planned.js'

const keepsSets = (...of: Parameters<typeof hintsFor>) => hintsFor(...of).keepSets

const statistics = { ...makeStatistics(), documents: 1_000_000, empty: 0, meanBytes: 1400, meanSetSize: 200 }
const prefixes = {
  threshold: 0.8,
  meanLength: 40,
  postingPairs: 1e6,
  candidates: 1e6,
  pairs: 1e6,
  sampledPairs: 100,
  documents: 900_000,
}

it('an exact search keeps sets if it will compare most documents', () => {
  const exact = makePlan({ recall: 1 })
  expect(keepsSets(exact, { ...statistics, prefixes })).toBe(true)
  const half = { ...prefixes, documents: 500_000 }
  expect(keepsSets(exact, { ...statistics, prefixes: half })).toBe(false)
  expect(keepsSets(exact, statistics)).toBe(false)
  expect(keepsSets(exact, { ...statistics, documents: 0, prefixes: { ...prefixes, documents: 0 } })).toBe(
    false,
  )
})

it('an exact search also keeps sets that take little memory, unless few documents are compared', () => {
  const exact = makePlan({ recall: 1 })
  const short = { ...statistics, documents: 300_000, meanBytes: 180, meanSetSize: 16 }
  const found = (candidates: number) => ({ ...prefixes, candidates, documents: 5000 })
  expect(keepsSets(exact, { ...short, prefixes: found(75_000) })).toBe(true)
  expect(keepsSets(exact, { ...short, prefixes: found(2000) })).toBe(false)
  expect(keepsSets(exact, { ...short, documents: 100_000_000, prefixes: found(25_000_000) })).toBe(false)
})

it('bands keep sets if most documents are in large buckets, unless sorting takes longer than reading', () => {
  const plan = makePlan({ threshold: 0.8, recall: 0.95 })
  const { bands, rows } = plan as Extract<typeof plan, { method: 'bands' }>
  const large = (documents: number) => ({
    ...statistics,
    largeBuckets: [{ bands, rows, documents, pairs: 1e9 }],
  })
  expect(keepsSets(plan, large(900_000))).toBe(true)
  expect(keepsSets(plan, large(300_000))).toBe(false)
  expect(keepsSets(plan, statistics)).toBe(false)
  // Shingles of characters: more than one per byte that counts.
  expect(keepsSets(plan, { ...large(900_000), meanBytes: 100, meanSetSize: 100 })).toBe(false)
})

it('bands expect large buckets of at least as many rows as they have', () => {
  const plan = makePlan({ threshold: 0.8, recall: 0.95 })
  const { bands, rows } = plan as Extract<typeof plan, { method: 'bands' }>
  const withRows = (rows: number) => ({
    ...statistics,
    largeBuckets: [{ bands, rows, documents: 1000, pairs: 1e9 }],
  })
  expect(hintsFor(plan, withRows(rows)).expectsLarge).toBe(true)
  expect(hintsFor(plan, withRows(rows - 1)).expectsLarge).toBe(false)
  expect(hintsFor(plan, statistics).expectsLarge).toBe(false)
  expect(hintsFor(makePlan({ recall: 1 }), withRows(rows)).expectsLarge).toBe(false)
})
