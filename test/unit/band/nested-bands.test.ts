import { describe, expect, it } from 'vitest'
import { findCandidates } from '../../../src/band/candidates.js'
import { chooseNestedBands, listNestedLayouts } from '../../../src/band/nested-bands.js'
import { candidateProbability } from '../../../src/band/s-curve.js'
import { Random } from '../../../src/hash/random.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { FastSimilaritySketcher } from '../../../src/sketch/fast-similarity.js'
import { sketchCollection } from '../../../src/sketch/sketch.js'

const RECALLS = [0.3, 0.5, 0.8, 0.85, 0.9, 0.95, 0.951, 0.97, 0.98, 0.985, 0.986, 0.99]

describe.each([0.05, 0.2, 0.5, 0.64, 0.7, 0.8, 0.9, 0.99, 1])('at threshold %d', (threshold) => {
  it.each([undefined, 256, 1000])('rows and slots are the same for every recall, of %s slots', (slots) => {
    const request = { threshold, ...(slots !== undefined && { slots }) }
    const choices = RECALLS.map((recall) => chooseNestedBands({ ...request, recall }))
    expect(new Set(choices.map((choice) => `${choice.rows} ${choice.slots}`)).size).toBe(1)
    const bands = choices.map((choice) => choice.bands)
    expect(bands).toEqual([...bands].sort((x, y) => x - y))
    choices.forEach((choice, i) => {
      expect(choice.recall).toBeGreaterThanOrEqual(RECALLS[i]!)
      expect(choice.bands * choice.rows).toBeLessThanOrEqual(choice.slots)
    })
  })

  it('a recall above 0.99 has more bands of the same rows', () => {
    const below = chooseNestedBands({ threshold, recall: 0.99 })
    const above = chooseNestedBands({ threshold, recall: 0.9999 })
    expect(above.rows).toBe(below.rows)
    expect(above.bands).toBeGreaterThanOrEqual(below.bands)
    expect(above.slots).toBeGreaterThanOrEqual(above.bands * above.rows)
  })
})

it('layouts are listed by ascending rows, and all reach the recall', () => {
  for (const recall of [0.5, 0.95, 0.999]) {
    const layouts = listNestedLayouts({ threshold: 0.7, recall }, 256)
    expect(layouts.map(({ rows }) => rows)).toEqual(layouts.map((_, i) => i + 1))
    for (const layout of layouts) expect(candidateProbability(0.7, layout)).toBeGreaterThanOrEqual(recall)
  }
})

it('if there are few slots, all of them are used', () => {
  expect(chooseNestedBands({ threshold: 0.5, recall: 0.8, slots: 3 })).toMatchObject({ bands: 3, rows: 1 })
  expect(chooseNestedBands({ threshold: 0.8, recall: 0.95, slots: 96 })).toMatchObject({
    ...{ bands: 10, rows: 6, slots: 96 },
  })
})

it('the candidates of a lower recall are among those of a higher one', () => {
  const random = new Random(5)
  const base = Array.from({ length: 40 }, () => random.below(2 ** 32))
  const sets = Array.from({ length: 150 }, () =>
    Uint32Array.from(base.map((element) => (random.unit() < 0.25 ? random.below(2 ** 32) : element))),
  )
  const collection = makeSetCollection(sets)
  let before = new Set<string>()
  for (const recall of RECALLS) {
    const { bands, rows, slots } = chooseNestedBands({ threshold: 0.7, recall })
    const signatures = sketchCollection(collection, new FastSimilaritySketcher({ slots }))
    const { count, a, b } = findCandidates(signatures, { bands, rows })
    const found = new Set(Array.from({ length: count }, (_, i) => `${a[i]} ${b[i]}`))
    expect(found.size).toBeGreaterThan(0)
    for (const pair of before) expect(found).toContain(pair)
    before = found
  }
})
