import { describe, expect, it } from 'vitest'
import { projectionFamily } from '../../../src/band/families.js'
import { Random } from '../../../src/hash/random.js'
import { InvalidOption, InvalidValue, LengthMismatch, ZeroVector } from '../../../src/model/errors.js'
import { type Sketcher, signatureAt } from '../../../src/model/signatures.js'
import { signatureAngle, signatureSimilarity } from '../../../src/sketch/similarity.js'
import { sketchAll } from '../../../src/sketch/sketch.js'
import { BitSamplingSketcher, HyperplaneSketcher, ProjectionSketcher } from '../../../src/sketch/vectors.js'

type VectorSketcher = Sketcher<ArrayLike<number>>

const signatureOf = (sketcher: VectorSketcher, vector: ArrayLike<number>) =>
  signatureAt(sketchAll([vector], sketcher), 0)

function randomVector(random: Random, dimensions: number): number[] {
  return Array.from({ length: dimensions }, () => random.normal())
}

const MAKERS: Record<
  string,
  (options: { dimensions: number; slots?: number; seed?: number }) => VectorSketcher
> = {
  hyperplanes: (options) => new HyperplaneSketcher(options),
  'bit sampling': (options) => new BitSamplingSketcher(options),
  projections: (options) => new ProjectionSketcher({ width: 1, ...options }),
}

describe('every sketch of vectors', () => {
  for (const [name, make] of Object.entries(MAKERS)) {
    it(`${name}: is the same for the same seed and another for another`, () => {
      const vector = [1, 0, 1, 1, 0, 0, 1, 0]
      const signature = (seed: number) => signatureOf(make({ dimensions: 8, seed }), vector).join()
      expect(signature(4)).toBe(signature(4))
      expect(new Set([1, 2, 3, 4, 5].map(signature)).size).toBe(5)
    })

    it(`${name}: refuses a vector of another length`, () => {
      for (const wrong of [[], [1], [1, 0, 1, 1]]) {
        expect(() => signatureOf(make({ dimensions: 3 }), wrong)).toThrow(LengthMismatch)
      }
    })

    it(`${name}: refuses NaN and infinities`, () => {
      for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
        expect(() => signatureOf(make({ dimensions: 1 }), [wrong])).toThrow(InvalidValue)
        expect(() => signatureOf(make({ dimensions: 2 }), [1, wrong])).toThrow(
          expect.objectContaining({ value: wrong, position: 1 }),
        )
      }
    })

    it(`${name}: refuses dimensions, slots and seeds out of range`, () => {
      for (const wrong of [0, 1.5, Number.NaN]) {
        expect(() => make({ dimensions: wrong })).toThrow(InvalidOption)
        expect(() => make({ dimensions: 2, slots: wrong })).toThrow(InvalidOption)
      }
      expect(() => make({ dimensions: 2, seed: -1 })).toThrow(InvalidOption)
    })
  }
})

describe('hyperplanes', () => {
  const sketcher = new HyperplaneSketcher({ dimensions: 5, slots: 64 })

  it('give bits', () => {
    const signature = signatureOf(sketcher, [1, -2, 3, -4, 5])
    expect(new Set(signature)).toEqual(new Set([0, 1]))
    expect(sketcher.scheme).toEqual({ sketch: 'hyperplanes', slots: 64, seed: 1, dimensions: 5 })
  })

  it('do not depend on the length of a vector, from the smallest to the largest', () => {
    const random = new Random(1)
    for (let i = 0; i < 50; i++) {
      const vector = randomVector(random, 5)
      const signature = signatureOf(sketcher, vector)
      for (const factor of [2, 0.5, 3, 1e-300, 1e300, 2 ** -1000]) {
        expect(
          signatureOf(
            sketcher,
            vector.map((component) => component * factor),
          ),
        ).toEqual(signature)
      }
    }
    const huge = Number.MAX_VALUE
    expect(signatureOf(sketcher, [huge, huge, -huge, huge, 0])).toEqual(
      signatureOf(sketcher, [1, 1, -1, 1, 0]),
    )
    const tiny = Number.MIN_VALUE
    expect(signatureOf(sketcher, [tiny, tiny, -tiny, tiny, 0])).toEqual(
      signatureOf(sketcher, [1, 1, -1, 1, 0]),
    )
  })

  it('put the opposite vector on the other side of every plane', () => {
    const vector = randomVector(new Random(2), 5)
    const opposite = vector.map((component) => -component)
    expect(signatureAngle(signatureOf(sketcher, vector), signatureOf(sketcher, opposite))).toBe(180)
  })

  it('agree on two vectors with probability 1 − angle / 180°', () => {
    const slots = 16_384
    const many = new HyperplaneSketcher({ dimensions: 3, slots })
    for (const degrees of [1, 30, 60, 90, 150]) {
      const angle = (degrees * Math.PI) / 180
      const estimate = signatureAngle(
        signatureOf(many, [1, 0, 0]),
        signatureOf(many, [Math.cos(angle), Math.sin(angle) * 0.6, Math.sin(angle) * 0.8]),
      )
      const share = degrees / 180
      expect(Math.abs(estimate - degrees)).toBeLessThan(4 * 180 * Math.sqrt((share * (1 - share)) / slots))
    }
  })

  it('refuse a vector without a direction', () => {
    expect(() => signatureOf(sketcher, [0, 0, 0, 0, 0])).toThrow(ZeroVector)
    expect(() => signatureOf(sketcher, [0, -0, 0, 0, 0])).toThrow(ZeroVector)
  })
})

describe('bit sampling', () => {
  it('gives bits of the vector, the same places in every vector', () => {
    const sketcher = new BitSamplingSketcher({ dimensions: 8, slots: 100 })
    const columns = Array.from({ length: 8 }, (_, place) =>
      signatureOf(
        sketcher,
        Array.from({ length: 8 }, (_, i) => (i === place ? 1 : 0)),
      ),
    )
    for (let slot = 0; slot < 100; slot++) {
      expect(columns.reduce((sum, column) => sum + column[slot]!, 0)).toBe(1)
    }
    for (const column of columns) expect(column).toContain(1)
  })

  it('agrees on two vectors with probability 1 − distance / dimensions', () => {
    const [slots, dimensions] = [16_384, 20]
    const sketcher = new BitSamplingSketcher({ dimensions, slots })
    const zeros = Array<number>(dimensions).fill(0)
    for (const distance of [1, 5, 10, 19]) {
      const other = zeros.map((_, i) => (i < distance ? 1 : 0))
      const similarity = signatureSimilarity(signatureOf(sketcher, zeros), signatureOf(sketcher, other))
      const share = distance / dimensions
      expect(Math.abs(1 - similarity - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / slots))
    }
  })

  it('refuses what is not a bit', () => {
    const sketcher = new BitSamplingSketcher({ dimensions: 2, slots: 50 })
    for (const wrong of [2, -1, 0.5, true as unknown as number]) {
      expect(() => signatureOf(sketcher, [0, wrong])).toThrow(InvalidValue)
      expect(() => signatureOf(sketcher, [0, wrong])).toThrow(
        expect.objectContaining({ value: wrong, position: 1 }),
      )
    }
  })
})

describe('projections', () => {
  it('number the buckets of a line, in steps of the width', () => {
    const sketcher = new ProjectionSketcher({ dimensions: 1, slots: 200, width: 2 })
    const at = (x: number) => signatureOf(sketcher, [x])
    const origin = at(0)
    expect([...origin]).toEqual(Array(200).fill(2 ** 31))
    // Bucket 0 is number 2^31. On each line x falls at x · a with a normal number a, so twice as far is twice the bucket.
    const [once, twice] = [at(1000), at(2000)]
    for (let slot = 0; slot < 200; slot++) {
      const [one, two] = [once[slot]! - 2 ** 31, twice[slot]! - 2 ** 31]
      expect(Math.abs(two - 2 * one)).toBeLessThanOrEqual(1)
      expect(Math.abs(one)).toBeLessThan(2500)
    }
    expect(new Set(once).size).toBeGreaterThan(150)
    expect(sketcher.scheme).toEqual({ sketch: 'projections', slots: 200, seed: 1, dimensions: 1, width: 2 })
  })

  it('agree on two vectors as their family says, wherever they are', () => {
    const slots = 16_384
    const sketcher = new ProjectionSketcher({ dimensions: 2, slots, width: 3 })
    for (const [x, y] of [
      [100, -50],
      [0, 0],
    ] as const) {
      for (const distance of [0.1, 1, 3, 10]) {
        const expected = projectionFamily(3).probability(distance)
        const [right, down] = [0.3 * distance, 0.4 * distance]
        const similarity = signatureSimilarity(
          signatureOf(sketcher, [x - right, y + down]),
          signatureOf(sketcher, [x + right, y - down]),
        )
        const deviation = Math.sqrt((expected * (1 - expected)) / slots)
        expect(Math.abs(similarity - expected)).toBeLessThan(4 * deviation)
      }
    }
  })

  it('take the zero vector: it is a point like any other', () => {
    expect(() => signatureOf(new ProjectionSketcher({ dimensions: 2, width: 1 }), [0, 0])).not.toThrow()
  })

  it('reject an invalid width', () => {
    for (const width of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, undefined as unknown as number]) {
      expect(() => new ProjectionSketcher({ dimensions: 2, width })).toThrow(InvalidOption)
    }
  })

  it('refuse components so large that buckets run out of numbers', () => {
    const sketcher = new ProjectionSketcher({ dimensions: 2, width: 1 })
    for (const vector of [
      [1e12, 0],
      [1e308, -1e308],
      [Number.MAX_VALUE, Number.MAX_VALUE],
    ]) {
      expect(() => signatureOf(sketcher, vector)).toThrow(InvalidValue)
    }
  })

  it('never mistake a vector for an empty set, whatever bucket it is in', () => {
    const sketcher = new ProjectionSketcher({ dimensions: 1, slots: 1, width: 1 })
    for (let x = -5; x <= 5; x += 0.25) {
      const signature = signatureOf(sketcher, [x])
      expect(signatureSimilarity(signature, signature)).toBe(1)
    }
  })
})
