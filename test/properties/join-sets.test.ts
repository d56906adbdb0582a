import { describe, expect, it } from 'vitest'
import { joinByCounting } from '../../src/join/counting.js'
import { joinPart, joinRange } from '../../src/join/fast/join-range.js'
import { countPairs, joinSets } from '../../src/join/fast/join-sets.js'
import { prepareJoin } from '../../src/join/fast/prepare-join.js'
import { SetIndex } from '../../src/join/fast/set-index.js'
import { topMatches } from '../../src/join/fast/top-matches.js'
import type { SetJoin } from '../../src/join/set-join.js'
import { joinInKernel } from '../../src/kernel/join-in-kernel.js'
import { JoinMemory } from '../../src/kernel/join-memory.js'
import { prepareShared } from '../../src/kernel/join-prepare.js'
import { WasmProber } from '../../src/kernel/join-prober.js'
import { runPrepareStep } from '../../src/kernel/join-threads.js'
import { joinBatches, listPairs, type PairBatch, sortPairs } from '../../src/model/pair.js'
import { makeSetCollection, type SetCollection, sortedSet } from '../../src/model/set-collection.js'
import {
  minOverlapFor,
  reportedSimilarity,
  SIMILARITIES,
  type Similarity,
  similarityOf,
  similarityReaches,
} from '../../src/model/similarity.js'
import { everyPair, type Fraction, reachesFraction } from '../conformance/set-oracle.js'
import { cases } from '../depth.js'
import fc from '../property.js'

type Sets = readonly (readonly number[])[]

/** Few elements, so that much is shared; many, so that much is alone; hashes; and copies with small changes. */
const SPREAD = 0x9e3779b1
const element = fc.oneof(
  fc.integer({ min: 0, max: 14 }),
  fc.integer({ min: 0, max: 200 }),
  fc.integer({ min: 0, max: 60 }).map((value) => Math.imul(value, SPREAD) >>> 0),
)
const nearCopy = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 4 }))
  .map(([length, changed]) => {
    const set = new Set(Array.from({ length }, (_, i) => 2 * i))
    for (const value of changed) if (!set.delete(value)) set.add(value)
    return [...set]
  })
const anySet = fc.oneof(fc.array(element, { maxLength: 12 }), nearCopy)
const sets: fc.Arbitrary<Sets> = fc.oneof(
  fc.array(anySet, { maxLength: 16 }),
  fc.array(nearCopy, { maxLength: 16 }),
  // Heavy-tailed: element n in every (n + 1)th set or so.
  fc
    .array(fc.integer({ min: 0, max: 1000 }), { maxLength: 16 })
    .map((seeds) =>
      seeds.map((seed) =>
        Array.from({ length: 30 }, (_, n) => n).filter((n) => (seed * (n + 3)) % (n + 1) === 0),
      ),
    ),
)
const fraction: fc.Arbitrary<Fraction> = fc.oneof(
  fc.constantFrom<Fraction[]>(
    [1, 1],
    [1, 2],
    [4, 5],
    [9, 10],
    [3, 5],
    [7, 10],
    [2, 3],
    [1, 3],
    [1, 100],
    [19, 20],
  ),
  fc
    .tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }))
    .map(([x, y]): Fraction => [Math.min(x, y), Math.max(x, y)]),
)

function thresholdOf(similarity: Similarity, [p, q]: Fraction): { threshold: number; fraction: Fraction } {
  if (similarity !== 'overlap') return { threshold: p / q, fraction: [p, q] }
  return { threshold: 1 + (p % 7), fraction: [1 + (p % 7), 1] }
}

/** What a join must give. */
function expected(left: Sets, right: Sets | undefined, similarity: Similarity, share: Fraction) {
  const { threshold, fraction: exact } = thresholdOf(similarity, share)
  const size = (list: Sets, i: number) => new Set(list[i]).size
  return everyPair(left, right, similarity, exact).map(({ a, b, overlap }) => ({
    a,
    b,
    similarity: reportedSimilarity(similarity, overlap, size(left, a), size(right ?? left, b), threshold),
  }))
}

function inKernel(left: Sets, right: Sets | undefined, similarity: Similarity, threshold: number) {
  const memory = new JoinMemory()
  const collections = [left, right].map((list) => list && makeSetCollection(list))
  const join = prepareJoin(collections[0]!, collections[1], similarity, threshold, memory.allocate)
  return listPairs(sortPairs(joinRange(join, new WasmProber(join, memory.memory), 0, join.probes.count)))
}

/** The same by searches that end when they have so many pairs. */
function inPieces(
  left: Sets,
  right: Sets | undefined,
  similarity: Similarity,
  threshold: number,
  max: number,
) {
  const memory = new JoinMemory()
  const collections = [left, right].map((list) => list && makeSetCollection(list))
  const join = prepareJoin(collections[0]!, collections[1], similarity, threshold, memory.allocate)
  const prober = new WasmProber(join, memory.memory)
  const pieces: PairBatch[] = []
  for (let from = 0; from < join.probes.count; ) {
    const piece = joinPart(join, prober, from, join.probes.count, max)
    expect(piece.next).toBeGreaterThan(from)
    // One probe more than are enough.
    expect(piece.count).toBeLessThan(max + join.index.count)
    pieces.push(piece)
    from = piece.next
  }
  const count = pieces.reduce((sum, piece) => sum + piece.count, 0)
  return listPairs(sortPairs(joinBatches(pieces, count)))
}

/** Engines of one collection, which give the pairs of `joinSets`. */
const ENGINES: readonly SetJoin[] = [joinInKernel, joinByCounting]

/** Makes a join ready in the kernel as if by so many threads, whose steps end in any order. */
async function preparedByThreads(
  [left, right]: readonly (SetCollection | undefined)[],
  options: { readonly similarity: Similarity; readonly threshold: number },
  threads: number,
  areInMemory: boolean,
) {
  const memory = new JoinMemory()
  const partsOf = (sets: SetCollection) => {
    const middle = sets.count >> 1
    return {
      areInMemory,
      parts: [
        { ...sets, count: middle },
        { ...sets, count: sets.count - middle, offsets: sets.offsets.subarray(middle) },
      ].map(({ count, offsets, elements }) => {
        if (!areInMemory) return { count, offsets, elements }
        const own = memory.allocate(elements.length)
        own.set(elements)
        return { count, offsets, elements: own }
      }),
    }
  }
  return prepareShared(partsOf(left!), right && partsOf(right), options, memory, {
    count: threads,
    ranges: 3,
    async run(steps) {
      for (const step of [...steps].reverse()) runPrepareStep(memory.memory, step)
    },
  })
}

/** Collections that are hard on one filter or another. */
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
const ADVERSARIAL: Record<string, Sets> = {
  'all equal': Array.from({ length: 12 }, () => range(0, 20)),
  'all disjoint': range(0, 12).map((i) => range(10 * i, 10 * i + 10)),
  'one huge set': [
    range(0, 5000),
    ...range(0, 12).map((i) => range(300 * i, 300 * i + 3 + i)),
    range(0, 4000),
  ],
  'heavy-tailed elements': range(1, 25).map((i) => range(0, 60).filter((n) => n % i === 0)),
  'empty sets': [[], [1], [], [1], []],
  'all empty': [[], [], []],
  'nothing at all': [],
  duplicates: [...range(0, 6), ...range(0, 6)].map((i) => range(i, i + 9)),
  'one element each': [[5], [5], [6], [5], [7], [6]],
  nested: range(1, 20).map((i) => range(0, i)),
  'shared by all but one': range(0, 10).map((i) => [...range(100, 140), i]),
}

describe('a join of sets finds what every pair finds', () => {
  for (const similarity of SIMILARITIES) {
    it(`of random collections, by ${similarity}, in the kernel and in TypeScript`, () => {
      fc.assert(
        fc.property(sets, fc.option(sets, { nil: undefined }), fraction, (left, right, share) => {
          const { threshold } = thresholdOf(similarity, share)
          const options = { threshold, similarity }
          const pairs = expected(left, right, similarity, share)
          const a = makeSetCollection(left)
          const b = right && makeSetCollection(right)
          expect(listPairs(b === undefined ? joinSets(a, options) : joinSets(a, b, options))).toEqual(pairs)
          expect(b === undefined ? countPairs(a, options) : countPairs(a, b, options)).toBe(pairs.length)
          expect(inKernel(left, right, similarity, threshold)).toEqual(pairs)
          expect(inPieces(left, right, similarity, threshold, 3)).toEqual(pairs)
          if (b === undefined)
            for (const join of ENGINES) expect(join(a, options)).toEqual(joinSets(a, options))
        }),
        { numRuns: cases(250) },
      )
    })

    it(`of adversarial collections, by ${similarity}, at all thresholds`, () => {
      const names = Object.keys(ADVERSARIAL)
      for (const [i, name] of names.entries()) {
        const left = ADVERSARIAL[name]!
        for (const right of [undefined, ADVERSARIAL[names[(i + 2) % names.length]!]!]) {
          for (const share of [
            [1, 100],
            [1, 3],
            [1, 2],
            [3, 5],
            [4, 5],
            [9, 10],
            [99, 100],
            [1, 1],
          ] as Fraction[]) {
            const { threshold } = thresholdOf(similarity, share)
            const pairs = expected(left, right, similarity, share)
            const collections = [left, ...(right ? [right] : [])].map(makeSetCollection)
            const options = { threshold, similarity }
            const found =
              collections.length === 1
                ? joinSets(collections[0]!, options)
                : joinSets(collections[0]!, collections[1]!, options)
            expect(listPairs(found), name).toEqual(pairs)
            expect(inKernel(left, right, similarity, threshold), name).toEqual(pairs)
            if (right === undefined)
              for (const join of ENGINES) expect(join(collections[0]!, options), name).toEqual(found)
          }
        }
      }
    })

    it(`many–one, by ${similarity}, with elements that the index does not have`, () => {
      fc.assert(
        fc.property(
          sets,
          fc.array(anySet, { maxLength: 4 }),
          fraction,
          fc.boolean(),
          (indexed, probes, share, into) => {
            const { threshold } = thresholdOf(similarity, share)
            const direction = into ? ('probe-in-indexed' as const) : ('indexed-in-probe' as const)
            const options = { threshold, similarity, ...(similarity === 'containment' && { direction }) }
            const index = new SetIndex(makeSetCollection(indexed), options)
            for (const probe of probes) {
              const { ids, similarity: values } = index.probe(sortedSet(probe))
              const pairs =
                similarity === 'containment' && !into
                  ? expected(indexed, [probe], similarity, share).map(({ a, similarity: s }) => [a, s])
                  : expected([probe], indexed, similarity, share).map(({ b, similarity: s }) => [b, s])
              expect([...ids].map((id, k) => [id, values[k]])).toEqual(pairs)
            }
          },
        ),
        { numRuns: cases(200) },
      )
    })

    it(`the top of each set, by ${similarity}`, () => {
      fc.assert(
        fc.property(
          sets,
          fc.option(sets, { nil: undefined }),
          fc.integer({ min: 1, max: 6 }),
          fc.option(fraction, { nil: undefined }),
          (left, right, top, share) => {
            const { threshold } = share ? thresholdOf(similarity, share) : { threshold: undefined }
            const options = { top, similarity, ...(threshold !== undefined && { threshold }) }
            const [a, b] = [makeSetCollection(left), right && makeSetCollection(right)]
            const found = listPairs(b === undefined ? topMatches(a, options) : topMatches(a, b, options))
            expect(found).toEqual(topByEveryPair(left, right, similarity, top, share))
          },
        ),
        { numRuns: cases(200) },
      )
    })
  }
})

function topByEveryPair(
  left: Sets,
  right: Sets | undefined,
  similarity: Similarity,
  top: number,
  share: Fraction | undefined,
) {
  const exact = share && thresholdOf(similarity, share)
  return left.flatMap((elements, a) => {
    const setA = new Set(elements)
    return (right ?? left)
      .map((other, b) => {
        const setB = new Set(other)
        const overlap = [...setA].filter((value) => setB.has(value)).length
        const counts =
          overlap > 0 &&
          !(right === undefined && a === b) &&
          (exact === undefined || reachesFraction(similarity, overlap, setA.size, setB.size, exact.fraction))
        const value = counts
          ? reportedSimilarity(similarity, overlap, setA.size, setB.size, exact?.threshold ?? 0)
          : -1
        return { a, b, similarity: value }
      })
      .filter((pair) => pair.similarity > 0)
      .sort((x, y) => y.similarity - x.similarity || x.b - y.b)
      .slice(0, top)
  })
}

describe('the similarity of two sets', () => {
  const size = fc.integer({ min: 1, max: 5000 })

  it('reaches a fraction exactly if it does in integer arithmetic', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SIMILARITIES),
        size,
        size,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fraction,
        (by, a, b, at, share) => {
          const { threshold, fraction: exact } = thresholdOf(by, share)
          const overlap = Math.max(1, Math.floor(at * Math.min(a, b)))
          expect(similarityReaches(by, overlap, a, b, threshold)).toBe(
            reachesFraction(by, overlap, a, b, exact),
          )
        },
      ),
      { numRuns: cases(3000) },
    )
  })

  it('counts equality by cosine: o / √(a · b) is p / q', () => {
    for (let q = 1; q <= 60; q++) {
      for (let p = 1; p <= q; p++) {
        for (const [a, b, overlap] of [
          [p * p, q * q, p * p],
          [q, q, p],
          [2 * q, 8 * q, 4 * p],
        ] as const) {
          expect(
            similarityReaches('cosine', overlap, a, b, p / q),
            `${overlap} of ${a}, ${b} at ${p}/${q}`,
          ).toBe(true)
          expect(similarityReaches('cosine', overlap - 1, a, b, p / q)).toBe(false)
        }
      }
    }
  })

  it('has the minimum overlap that reaches the threshold', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SIMILARITIES), size, size, fraction, (by, a, b, share) => {
        const { threshold } = thresholdOf(by, share)
        const least = minOverlapFor(by, a, b, threshold)
        expect(similarityReaches(by, least, a, b, threshold)).toBe(true)
        if (least > 1) expect(similarityReaches(by, least - 1, a, b, threshold)).toBe(false)
        expect(similarityOf(by, least, a, b)).toBeGreaterThan(0)
      }),
      { numRuns: cases(3000) },
    )
  })
})

describe('a join prepared by any number of threads', () => {
  const ready = async (left: Sets, right: Sets | undefined, similarity: Similarity, threshold: number) => {
    const collections = [left, right].map((list) => list && makeSetCollection(list))
    const wanted = prepareJoin(collections[0]!, collections[1], similarity, threshold)
    for (const threads of [1, 2, 5]) {
      const options = { similarity, threshold }
      expect(await preparedByThreads(collections, options, threads, threads === 2)).toEqual(wanted)
    }
  }

  it('is the same as by one thread, for random collections', async () => {
    await fc.assert(
      fc.asyncProperty(
        sets,
        fc.option(sets, { nil: undefined }),
        fc.constantFrom(...SIMILARITIES),
        fraction,
        (left, right, similarity, share) =>
          ready(left, right, similarity, thresholdOf(similarity, share).threshold),
      ),
      { numRuns: cases(150) },
    )
  })

  it.each(Object.entries(ADVERSARIAL))('is the same as by one thread, for %s', async (_, list) => {
    for (const threshold of [0.3, 0.9]) await ready(list, undefined, 'jaccard', threshold)
    await ready(list, ADVERSARIAL['one huge set'], 'containment', 0.5)
  })
})
