import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { separateCrowds } from '../../../src/plan/crowds.js'
import { countSample } from '../../../src/plan/sample.js'
import { sketchSample } from '../../../src/plan/similarity-histogram.js'

const random = new Random(9)
const fresh = (size: number) => Array.from({ length: size }, () => random.bits())
const page = fresh(100)
const strangers = Array.from({ length: 60 }, () => fresh(100))
const variants = Array.from({ length: 40 }, () => [...page.slice(0, 98), ...fresh(2)])
const sketched = (blockOf?: number[], blocks?: number) =>
  sketchSample(
    countSample({
      sets: makeSetCollection([...strangers, ...variants]),
      bytes: 0,
      ofBlocks: 1000,
      ...(blockOf && { blockOf, blocks: blocks! }),
    }).distinct,
  )

describe('separateCrowds', () => {
  it('tells the documents and pairs of a crowd, and leaves a few of it on behalf of all', () => {
    const { sample, crowds } = separateCrowds(sketched(), 200)
    expect(crowds.documents).toBe(400)
    expect(crowds.pairs).toBe((400 * 399) / 2)
    expect(crowds.similarities.every((similarity) => similarity > 0.9)).toBe(true)
    expect(sample.sets.count).toBe(60 + 8)
    expect(sample.signatures.count).toBe(60 + 8)
    expect(sample.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1000, 6)
    expect(sample.crowdOf.filter((crowd) => crowd === 1)).toHaveLength(8)
  })

  it('leaves all as it is where no bucket would be that large', () => {
    const before = sketched()
    const { sample, crowds } = separateCrowds(before, 400)
    expect(sample).toBe(before)
    expect(crowds).toEqual({ documents: 0, pairs: 0, similarities: [] })
  })

  it('takes neighbours in one or two blocks for no crowd', () => {
    const inTwo = [...strangers.map((_, i) => i), ...variants.map((_, i) => 60 + (i % 2))]
    expect(separateCrowds(sketched(inTwo, 100), 200).crowds.documents).toBe(0)
  })
})
