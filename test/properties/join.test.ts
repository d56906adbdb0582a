import { describe, expect, it } from 'vitest'
import {
  indexedSuffixBuckets,
  lastPosition,
  lengthRange,
  positionBuckets,
  prefixLength,
  suffixBuckets,
} from '../../src/join/bounds.js'
import { joinEveryPair } from '../../src/join/every-pair.js'
import { identicalSets, identicalTexts } from '../../src/join/identical.js'
import { identicalBySampling } from '../../src/join/identical-sampling.js'
import { applyOrder, orderByFrequency, orderSet, rankOf } from '../../src/join/order.js'
import { makeSetCollection, type SetCollection, setAt, sortedSet } from '../../src/model/set-collection.js'
import { reaches } from '../../src/model/threshold.js'
import { verifyCandidates } from '../../src/verify/verify.js'
import { METHODS } from '../conformance/join-methods.js'
import {
  indexOf,
  indexOptionsOf,
  matchesByEveryPair,
  measuresOf,
  THRESHOLDS,
} from '../conformance/join-suite.js'
import { cases } from '../depth.js'
import fc from '../property.js'

const threshold = fc.oneof(
  fc.constantFrom(...THRESHOLDS),
  fc.double({ min: 0, max: 1, minExcluded: true, noNaN: true }),
  fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
    .map(([x, y]) => Math.min(x, y) / Math.max(x, y)),
)

/** Sets drawn at random from a few elements. */
const smallSet = fc.array(fc.integer({ min: 0, max: 14 }), { maxLength: 12 })

/** Copies of one set with a few elements taken out and put in, so that high thresholds too have pairs. */
const nearCopy = fc
  .tuple(
    fc.integer({ min: 1, max: 40 }),
    fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 3 }),
    fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 3 }),
  )
  .map(([length, out, put]) => {
    const set = new Set(Array.from({ length }, (_, i) => 2 * i))
    for (const element of out) set.delete(element)
    for (const element of put) set.add(element)
    return [...set]
  })

const set = fc.oneof(smallSet, nearCopy)
const collection = fc
  .oneof(
    fc.array(smallSet, { maxLength: 14 }),
    fc.array(nearCopy, { maxLength: 14 }),
    fc.array(set, { maxLength: 14 }),
  )
  .map((sets) => makeSetCollection(sets))

function setsOf(sets: SetCollection): Uint32Array[] {
  return Array.from({ length: sets.count }, (_, i) => setAt(sets, i))
}

describe('every exact method finds what every-pair finds', () => {
  for (const method of METHODS) {
    it(`many–many: ${method.name}`, () => {
      for (const measure of measuresOf(method)) {
        fc.assert(
          fc.property(collection, threshold, (sets, min) => {
            const options = { threshold: min, measure }
            expect(method.join(sets, options)).toEqual(joinEveryPair(sets, options))
          }),
          { numRuns: cases(1500) },
        )
      }
    })

    it(`many–one: ${method.name}`, () => {
      fc.assert(
        fc.property(collection, set, threshold, (sets, elements, min) => {
          const probe = sortedSet(elements)
          for (const options of indexOptionsOf(method, min)) {
            expect(indexOf(method, sets, options).probe(probe)).toEqual(
              matchesByEveryPair(sets, probe, options),
            )
          }
        }),
        { numRuns: cases(1000) },
      )
    })

    it(`many–one in the order of frequency, with elements unknown to it: ${method.name}`, () => {
      fc.assert(
        fc.property(collection, set, threshold, (sets, elements, min) => {
          const order = orderByFrequency(sets)
          const probe = sortedSet(elements)
          for (const options of indexOptionsOf(method, min)) {
            const matches = indexOf(method, applyOrder(sets, order), options).probe(orderSet(order, probe))
            expect(matches).toEqual(matchesByEveryPair(sets, probe, options))
          }
        }),
        { numRuns: cases(500) },
      )
    })
  }

  it('and each finer filter leaves no more candidates than the coarser one', () => {
    const [, prefix, position, positionSuffix] = METHODS
    fc.assert(
      fc.property(collection, set, threshold, (sets, elements, min) => {
        const probe = sortedSet(elements)
        const [coarse, fine, finest] = [prefix!, position!, positionSuffix!].map((method) => [
          ...indexOf(method, sets, { threshold: min }).candidates(probe),
        ])
        expect(coarse).toEqual(expect.arrayContaining(fine!))
        expect(fine).toEqual(expect.arrayContaining(finest!))
      }),
      { numRuns: cases(500) },
    )
  })
})

it('verification of all pairs as candidates is the join', () => {
  fc.assert(
    fc.property(collection, threshold, fc.constantFrom('jaccard', 'containment'), (sets, min, measure) => {
      const positions = [...setsOf(sets).keys()]
      const all = positions.flatMap((a) =>
        positions.filter((b) => (measure === 'jaccard' ? a < b : a !== b)).map((b) => [a, b] as const),
      )
      const candidates = {
        count: all.length,
        a: Uint32Array.from(all, ([a]) => a),
        b: Uint32Array.from(all, ([, b]) => b),
      }
      const options = { threshold: min, measure }
      expect(verifyCandidates(sets, candidates, options)).toEqual(joinEveryPair(sets, options))
    }),
    { numRuns: cases(1000) },
  )
})

describe('the bounds', () => {
  it('cover the first common symbol of any two sets that reach the threshold', () => {
    let tested = 0
    fc.assert(
      fc.property(set, set, threshold, (elementsS, elementsT, min) => {
        const [s, t] = [sortedSet(elementsS), sortedSet(elementsT)]
        const overlap = s.filter((element) => t.includes(element)).length
        if (overlap === 0 || !reaches(overlap, s.length + t.length - overlap, min)) return
        tested++
        const i = 1 + s.findIndex((element) => t.includes(element))
        const j = 1 + t.indexOf(s[i - 1]!)
        const range = lengthRange(s.length, min)
        expect(t.length >= range.min && t.length <= range.max).toBe(true)
        expect(i).toBeLessThanOrEqual(prefixLength(s.length, min))
        expect(j).toBeLessThanOrEqual(lastPosition(s.length, i, min))
        expect(indexedSuffixBuckets(t.length, min)).toContainEqual([j, t.length - j])
        if (min < 0.3) return // The lists are long there; the indexes are tested at all thresholds.
        expect(positionBuckets(s.length, min)).toContainEqual([i, j])
        expect(suffixBuckets(s.length, min)).toContainEqual([i, j, t.length - j])
      }),
      { numRuns: cases(4000) },
    )
    expect(tested).toBeGreaterThan(cases(1000))
  })

  it('list no bucket that cannot contain a match', () => {
    for (const min of [0.5, 2 / 3, 0.8, 0.9, 0.95, 1]) {
      for (const length of [1, 2, 3, 5, 9, 10, 20, 21]) {
        for (const [i, j] of positionBuckets(length, min)) {
          // The best t has j - 1 symbols of its own, then all of s from symbol i on.
          expect(reaches(length - i + 1, length + j - 1, min)).toBe(true)
        }
        for (const [i, j, q] of suffixBuckets(length, min)) {
          // The best t shares the whole of the shorter suffix.
          const overlap = Math.min(length - i, q) + 1
          expect(reaches(overlap, length + j + q - overlap, min)).toBe(true)
          expect(j).toBeLessThanOrEqual(prefixLength(j + q, min))
        }
      }
    }
  })

  it('allow the same pairs of lengths from both sides', () => {
    for (const min of [0.5, 2 / 3, 0.8, 0.9, 0.123, 0.999, 1]) {
      for (let x = 1; x <= 60; x++) {
        for (let y = 1; y <= 60; y++) {
          const fits = reaches(Math.min(x, y), Math.max(x, y), min)
          const { min: shortest, max } = lengthRange(x, min)
          expect(y >= shortest && y <= max).toBe(fits)
        }
      }
    }
  })
})

describe('an order by frequency', () => {
  it('keeps sizes and overlaps of all sets, known elements or not', () => {
    fc.assert(
      fc.property(collection, collection, (known, others) => {
        const ordered = applyOrder(others, orderByFrequency(known))
        expect(ordered.offsets).toEqual(others.offsets)
        const options = { threshold: 0.01, measure: 'containment' as const }
        expect(joinEveryPair(ordered, options)).toEqual(joinEveryPair(others, options))
      }),
      { numRuns: cases(500) },
    )
  })

  it('ranks by frequency first and by value second', () => {
    fc.assert(
      fc.property(collection, (sets) => {
        const order = orderByFrequency(sets)
        const frequency = (element: number) =>
          setsOf(sets).filter((members) => members.includes(element)).length
        const elements = Array.from({ length: 90 }, (_, i) => i)
        const byRank = [...elements].sort((x, y) => rankOf(order, x) - rankOf(order, y))
        expect(byRank).toEqual([...elements].sort((x, y) => frequency(x) - frequency(y) || x - y))
      }),
      { numRuns: cases(200) },
    )
  })
})

describe('identical items', () => {
  it('are the same texts by sampling as by the whole content', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 3, unit: fc.constantFrom('a', 'b') }),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 40 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        (texts, positions, seed) => {
          expect(identicalBySampling(texts, { positions, seed })).toEqual(identicalTexts(texts))
        },
      ),
      { numRuns: cases(1000) },
    )
  })

  it('are the sets of Jaccard similarity 1', () => {
    fc.assert(
      fc.property(collection, (sets) => {
        const grouped = identicalSets(sets).flatMap((group) =>
          group.flatMap((a) => group.filter((b) => a < b).map((b) => `${a} ${b}`)),
        )
        const { a, b } = joinEveryPair(sets, { threshold: 1 })
        expect(new Set(grouped)).toEqual(new Set([...a].map((first, i) => `${first} ${b[i]}`)))
      }),
      { numRuns: cases(500) },
    )
  })
})
