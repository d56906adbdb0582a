import { describe, expect, it } from 'vitest'
import { candidateProbability } from '../../../src/band/s-curve.js'
import { Random } from '../../../src/hash/random.js'
import { openMemoryStore } from '../../../src/store/memory/memory-store.js'
import { planBands } from '../../../src/store/plan-bands.js'

const random = new Random(3)
const words = (count: number, kinds: number) => Array.from({ length: count }, () => `w${random.below(kinds)}`)
const unrelated = Array.from({ length: 2000 }, () => words(80, 20_000).join(' '))
const form = words(60, 20_000)
/** Documents that resemble each other, mostly at similarities from 0.4 to 0.7. */
const filled = Array.from({ length: 2000 }, () => {
  const own = [...form]
  for (let i = 0; i < 3; i++) own[random.below(own.length)] = words(1, 20_000)[0]!
  return own.join(' ')
})

describe('the bands of an index', () => {
  it('are fewer, of fewer rows, for documents that do not resemble each other', () => {
    expect(planBands(unrelated)).toEqual({ bands: 6, rows: 4 })
  })

  it('waste few comparisons on documents that resemble each other', () => {
    const { rows } = planBands(filled)
    expect(rows).toBeGreaterThanOrEqual(6)
  })

  it('reach the requested recall at the threshold', () => {
    for (const threshold of [0.3, 0.5, 0.8, 0.95, 1])
      for (const recall of [0.5, 0.95, 0.99]) {
        const layout = planBands(unrelated, { threshold, recall })
        expect(candidateProbability(threshold, layout)).toBeGreaterThanOrEqual(recall)
      }
  })

  it('are chosen for the size that the index will have', () => {
    const pairs = (documents: number) => planBands(filled.slice(0, 1000), { documents }).rows
    expect(pairs(10_000_000)).toBeGreaterThanOrEqual(pairs(1000))
  })

  it('are the default if there are too few documents', async () => {
    const { bands, rows } = (await openMemoryStore()).parameters
    expect(planBands(unrelated.slice(0, 999))).toEqual({ bands, rows })
  })

  it('can be given, if they reach the recall', async () => {
    const store = await openMemoryStore({ bands: 6, rows: 4 })
    expect(store.parameters).toMatchObject({ bands: 6, rows: 4, scheme: { slots: 24 } })
    expect(store.parameters.recall.guaranteed).toBeCloseTo(1 - (1 - 0.8 ** 4) ** 6)
    await store.addMany(unrelated.map((text, id) => ({ id, text })))
    const shortened = unrelated.map((text) => text.split(' ').slice(2).join(' '))
    const found = await store.queryMany(shortened)
    const share =
      found.filter((matches, id) => matches.some((match) => match.id === id)).length / found.length
    expect(share).toBeGreaterThan(0.99)
    await expect(openMemoryStore({ bands: 5, rows: 4 })).rejects.toThrow(
      /at least 6 for recall 0.95 with 4 rows/,
    )
    await expect(openMemoryStore({ rows: 4 })).rejects.toThrow(/together with `bands`/)
    await expect(openMemoryStore({ bands: 4 })).rejects.toThrow(/together with `rows`/)
    await expect(openMemoryStore({ bands: 1000, rows: 1000 })).rejects.toThrow(/from 1 to 65/)
  })
})
