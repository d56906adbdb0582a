import { describe, expect, it } from 'vitest'
import { FastSimilaritySketcher } from '../../../src/sketch/fast-similarity.js'
import { describeSetSketch, estimateErrors, type SetSketch } from '../../conformance/sketch-suite.js'

const fastSimilarity: SetSketch = {
  name: 'fast similarity',
  elements: 2 ** 32,
  make: (options) => new FastSimilaritySketcher(options),
}

describeSetSketch(fastSimilarity)

describe('fast similarity', () => {
  it('errs about 0.7 times as much as minhash on sets smaller than the signature', () => {
    const { rootMeanSquare } = estimateErrors(fastSimilarity, {
      shared: 10,
      union: 20,
      slots: 128,
      trials: 400,
    })
    const minhashError = Math.sqrt(0.25 / 128)
    expect(rootMeanSquare / minhashError).toBeLessThan(0.85)
    expect(rootMeanSquare / minhashError).toBeGreaterThan(0.5)
  })

  it('uses every slot also where slots do not divide 2^16', () => {
    const sketcher = new FastSimilaritySketcher({ slots: 100 })
    const values = new Uint32Array(100)
    const winners = new Set<number>()
    for (let i = 0; i < 50; i++) {
      sketcher.sketchInto(Uint32Array.of(i, i + 1000, i + 2000), values, 0)
      values.forEach((value, slot) => {
        winners.add(value * 100 + slot)
      })
    }
    // A slot that no round could reach would be filled by the last rounds alone, always by the same of three elements.
    expect(winners.size).toBe(5000)
  })
})
