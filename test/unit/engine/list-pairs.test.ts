import { describe, expect, it } from 'vitest'
import { findRoot, makeForest, unite } from '../../../src/cluster/union-find.js'
import { listPairsWithin } from '../../../src/engine/list-pairs.js'
import { PairBuilder } from '../../../src/model/pair.js'
import type { MaxGroup } from '../../../src/model/plan.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

/** Distinct documents of which each stands for so many, and which of them are similar. */
interface Case {
  readonly counts: readonly number[]
  readonly pairs: readonly (readonly [number, number])[]
}

const weighted = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 12 }).chain((counts) =>
  fc.record({
    counts: fc.constant(counts),
    pairs: fc
      .uniqueArray(
        fc.tuple(fc.nat(counts.length - 1), fc.nat(counts.length - 1)).filter(([a, b]) => a < b),
        { selector: String },
      )
      .map((list) => [...list].sort((x, y) => x[0] - y[0] || x[1] - y[1])),
  }),
)

function list(
  { counts, pairs }: Case,
  maxGroup: MaxGroup,
  known: ReadonlySet<number> = new Set(),
  largestGroup?: number,
) {
  const starts = [0]
  for (const count of counts) starts.push(starts.at(-1)! + count)
  const groups = counts.map((count, number) => Array.from({ length: count }, (_, i) => starts[number]! + i))
  const builder = new PairBuilder()
  for (const [a, b] of pairs) builder.add(a, b, 0.9)
  const listed: (readonly [number, number])[] = []
  const result = listPairsWithin(
    { counts, of: (number) => groups[number]! },
    () => [builder.pairs()],
    {
      maxGroup,
      ...(known.size > 0 && { isOversized: (number: number) => known.has(number) }),
      ...(largestGroup !== undefined && { largestGroup }),
    },
    (one, other) => listed.push([Math.min(one, other), Math.max(one, other)]),
  )
  const all = groups.flatMap((group, number) =>
    group
      .flatMap((one) => group.filter((other) => one < other).map((other) => [one, other] as const))
      .concat(
        pairs
          .filter(([a]) => a === number)
          .flatMap(([, b]) => group.flatMap((one) => groups[b]!.map((other) => [one, other] as const))),
      ),
  )
  return { ...result, listed: listed.map(String).sort(), all, documents: starts.at(-1)! }
}

function components(pairs: readonly (readonly [number, number])[], documents: number): number[] {
  const forest = makeForest(documents)
  for (const [one, other] of pairs) unite(forest, one, other)
  return Array.from({ length: documents }, (_, i) => findRoot(forest, i))
}

describe('listed pairs', () => {
  it('are all pairs, those of copies too, without a limit or within it', () => {
    fc.assert(
      fc.property(weighted, (given) => {
        for (const maxGroup of ['all', 1000] as const) {
          const { listed, all, omitted } = list(given, maxGroup)
          expect(listed).toEqual(all.map(String).sort())
          expect(omitted).toBe(0)
        }
      }),
      { numRuns: cases(200) },
    )
  })

  it('leave out only pairs of two documents whose groups are both larger than the limit, and never change clusters', () => {
    fc.assert(
      fc.property(weighted, fc.integer({ min: 1, max: 8 }), (given, maxGroup) => {
        const { listed, all, omitted, documents } = list(given, maxGroup)
        const sizes = new Array<number>(documents).fill(1)
        for (const [one, other] of all) {
          sizes[one]!++
          sizes[other]!++
        }
        const missing = all.filter((pair) => !listed.includes(String(pair)))
        expect(missing.every(([one, other]) => sizes[one]! > maxGroup && sizes[other]! > maxGroup)).toBe(true)
        expect(omitted).toBe(missing.length)
        expect(new Set(listed).size).toBe(listed.length)
        const found = listed.map((pair) => pair.split(',').map(Number) as [number, number])
        expect(components(found, documents)).toEqual(components(all, documents))
      }),
      { numRuns: cases(300) },
    )
  })

  it('are the same if the size of the largest group is known', () => {
    fc.assert(
      fc.property(weighted, fc.integer({ min: 1, max: 8 }), fc.nat(3), (given, maxGroup, knownDocuments) => {
        const known = new Set(Array.from({ length: knownDocuments }, (_, number) => number))
        const { all, documents, ...expected } = list(given, maxGroup, known)
        const forest = components(all, documents)
        const sizes = new Array<number>(documents).fill(0)
        for (const root of forest) sizes[root]!++
        const { listed, omitted, betweenOversized } = list(given, maxGroup, known, Math.max(...sizes))
        expect({ listed, omitted, betweenOversized }).toEqual(expected)
      }),
      { numRuns: cases(200) },
    )
  })

  it('of documents that are known to be oversized are counted separately', () => {
    const star: Case = {
      counts: [1, 1, 1, 2],
      pairs: [
        [0, 1],
        [0, 2],
        [1, 2],
        [2, 3],
      ],
    }
    const { listed, omitted, betweenOversized } = list(star, 1000, new Set([0, 1, 2]))
    expect(listed).toEqual(['0,1', '0,2', '2,3', '2,4', '3,4'])
    expect([omitted, betweenOversized]).toEqual([0, 2])
  })
})
