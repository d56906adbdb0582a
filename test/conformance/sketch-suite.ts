import { describe, expect, it } from 'vitest'
import { Random } from '../../src/hash/random.js'
import { InvalidOption } from '../../src/model/errors.js'
import { sortedSet } from '../../src/model/set-collection.js'
import { EMPTY_SLOT, isEmptySignature, type Sketcher } from '../../src/model/signatures.js'
import type { SlotOptions } from '../../src/sketch/scheme.js'
import { signatureSimilarity } from '../../src/sketch/similarity.js'

/** A way to sketch sets whose elements are below `elements`, at least 200. */
export interface SetSketch {
  readonly name: string
  readonly elements: number
  readonly make: (options: SlotOptions) => Sketcher<Uint32Array>
}

/** The signature of a set, given in any order. */
export function signatureOf(sketcher: Sketcher<Uint32Array>, set: Iterable<number>): Uint32Array {
  const values = new Uint32Array(sketcher.scheme.slots)
  sketcher.sketchInto(sortedSet(set), values, 0)
  return values
}

/** `count` different elements in random order. */
function someElements(random: Random, sketch: SetSketch, count: number): number[] {
  const found = new Set<number>()
  while (found.size < count) found.add(random.below(sketch.elements))
  return [...found]
}

/**
 * How far estimates of one similarity lie from it: their mean, and the root of their mean square error, over trials
 * with other sets and other seeds, so that all are independent.
 */
export function estimateErrors(
  sketch: SetSketch,
  { shared, union, slots, trials }: { shared: number; union: number; slots: number; trials: number },
): { mean: number; rootMeanSquare: number } {
  const random = new Random(9)
  let sum = 0
  let squares = 0
  for (let trial = 0; trial < trials; trial++) {
    const sketcher = sketch.make({ slots, seed: trial })
    const elements = someElements(random, sketch, union)
    const cut = shared + ((union - shared) >> 1)
    const left = elements.slice(0, cut)
    const right = [...elements.slice(0, shared), ...elements.slice(cut)]
    const error =
      signatureSimilarity(signatureOf(sketcher, left), signatureOf(sketcher, right)) - shared / union
    sum += error
    squares += error * error
  }
  return { mean: sum / trials, rootMeanSquare: Math.sqrt(squares / trials) }
}

/** The law of every sketch of sets. */
export function describeSetSketch(sketch: SetSketch): void {
  describe(`${sketch.name} keeps the contract of a sketch of sets`, () => {
    const random = new Random(1)
    const sizes = [1, 2, 3, 10, 64, 150]
    const sets = sizes.map((size) => someElements(random, sketch, size))
    const SLOTS = [1, 2, 7, 64, 100]

    it('gives the same set the same signature, from any sketcher of the same scheme', () => {
      for (const slots of SLOTS) {
        const [one, other] = [sketch.make({ slots, seed: 5 }), sketch.make({ slots, seed: 5 })]
        for (const set of sets) expect(signatureOf(one, set)).toEqual(signatureOf(other, set))
      }
    })

    it('does not depend on the order of the elements or on repeats', () => {
      for (const slots of SLOTS) {
        const sketcher = sketch.make({ slots })
        for (const set of sets) {
          const mixed = new Uint32Array(slots)
          sketcher.sketchInto(Uint32Array.from([...set].reverse().concat(set)), mixed, 0)
          expect(mixed).toEqual(signatureOf(sketcher, set))
        }
      }
    })

    it('depends only on the set, not on earlier calls or on the content of the memory', () => {
      const sketcher = sketch.make({ slots: 50 })
      const fresh = sets.map((set) => signatureOf(sketch.make({ slots: 50 }), set))
      for (const rubbish of [0, 1, EMPTY_SLOT]) {
        const block = new Uint32Array(50 * sets.length + 20).fill(rubbish)
        sets.forEach((set, i) => {
          sketcher.sketchInto(sortedSet(set), block, 10 + 50 * i)
        })
        expect([...block.subarray(0, 10)]).toEqual(Array(10).fill(rubbish))
        expect([...block.subarray(-10)]).toEqual(Array(10).fill(rubbish))
        fresh.forEach((signature, i) => {
          expect(block.subarray(10 + 50 * i, 60 + 50 * i)).toEqual(signature)
        })
      }
    })

    it('makes every slot of the empty set empty, and leaves none empty for any other', () => {
      for (const slots of SLOTS) {
        const sketcher = sketch.make({ slots })
        const values = new Uint32Array(slots).fill(7)
        sketcher.sketchInto(new Uint32Array(0), values, 0)
        expect(isEmptySignature(values)).toBe(true)
        for (const set of sets) expect(signatureOf(sketcher, set)).not.toContain(EMPTY_SLOT)
      }
    })

    it('gives different signatures with another seed', () => {
      const signatures = Array.from({ length: 20 }, (_, seed) =>
        signatureOf(sketch.make({ slots: 64, seed }), sets[4]!).join(),
      )
      expect(new Set(signatures).size).toBe(20)
    })

    it('takes each slot of a union from one of its parts', () => {
      for (const slots of SLOTS) {
        const sketcher = sketch.make({ slots })
        for (const left of sets) {
          for (const right of sets) {
            const [a, b] = [signatureOf(sketcher, left), signatureOf(sketcher, right)]
            const union = signatureOf(sketcher, [...left, ...right])
            expect(union.every((value, slot) => value === a[slot] || value === b[slot])).toBe(true)
          }
        }
      }
    })

    it('distinguishes different singletons in every slot', () => {
      const sketcher = sketch.make({ slots: 100 })
      const singletons = sets[4]!.map((element) => signatureOf(sketcher, [element]))
      singletons.forEach((one, i) => {
        for (const other of singletons.slice(i + 1)) expect(signatureSimilarity(one, other)).toBe(0)
        expect(signatureSimilarity(one, one)).toBe(1)
      })
    })

    it('estimates the Jaccard similarity without bias, with an error of √(J(1 − J) / slots) at most', () => {
      const trials = 400
      const slots = 32
      for (const [shared, union] of [
        [50, 100],
        [80, 100],
        [10, 100],
        [4, 5],
      ] as const) {
        const similarity = shared / union
        const deviation = Math.sqrt((similarity * (1 - similarity)) / slots)
        const { mean, rootMeanSquare } = estimateErrors(sketch, { shared, union, slots, trials })
        expect(Math.abs(mean)).toBeLessThan((4 * deviation) / Math.sqrt(trials))
        // The root of a mean square of 400 is known to 1 / √800 of itself, so this is four times that.
        expect(rootMeanSquare).toBeLessThan(deviation * (1 + 4 / Math.sqrt(2 * trials)))
      }
    })

    it('works with 1 slot and with 65,536', () => {
      for (const slots of [1, 65_536]) {
        const sketcher = sketch.make({ slots })
        expect(sketcher.scheme).toMatchObject({ slots, seed: 1 })
        for (const set of sets.slice(0, 3)) {
          const signature = signatureOf(sketcher, set)
          expect(signature.length).toBe(slots)
          expect(signature).not.toContain(EMPTY_SLOT)
        }
        const similarity = signatureSimilarity(signatureOf(sketcher, [1, 2]), signatureOf(sketcher, [2, 3]))
        if (slots === 65_536) expect(Math.abs(similarity - 1 / 3)).toBeLessThan(0.01)
      }
    })

    it('has 128 slots and seed 1 by default', () => {
      expect(sketch.make({}).scheme).toMatchObject({ slots: 128, seed: 1 })
    })

    it('refuses slots and seeds out of range', () => {
      for (const slots of [0, -1, 1.5, Number.NaN, 65_537, Number.POSITIVE_INFINITY]) {
        expect(() => sketch.make({ slots })).toThrow(InvalidOption)
        expect(() => sketch.make({ slots })).toThrow(expect.objectContaining({ option: 'slots' }))
      }
      for (const seed of [-1, 0.5, 2 ** 32, Number.NaN]) {
        expect(() => sketch.make({ seed })).toThrow(InvalidOption)
        expect(() => sketch.make({ seed })).toThrow(expect.objectContaining({ option: 'seed' }))
      }
    })
  })
}
