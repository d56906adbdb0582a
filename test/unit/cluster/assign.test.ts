import { expect, it } from 'vitest'
import { assignOneToOne } from '../../../src/cluster/assign.js'
import { PairBuilder } from '../../../src/model/pair.js'
import fc from '../../property.js'

interface Edge {
  readonly a: number
  readonly b: number
  readonly weight: number
}

/** Positions 0 to 4 on one side, 5 to 9 on the other. */
const edges = fc.uniqueArray(
  fc.record({ a: fc.nat(4), b: fc.integer({ min: 5, max: 9 }), weight: fc.integer({ min: 1, max: 100 }) }),
  { selector: ({ a, b }) => `${a} ${b}`, maxLength: 12 },
)

function assigned(list: readonly Edge[], count = 10) {
  const pairs = new PairBuilder()
  for (const { a, b } of list) pairs.add(a, b, 1)
  const chosen = assignOneToOne(
    count,
    pairs.pairs(),
    Float64Array.from(list, ({ weight }) => weight),
  )
  return Array.from(chosen.a, (a, i) => list.find((edge) => edge.a === a && edge.b === chosen.b[i])!)
}

/** The largest sum over all ways to choose, one by one. */
function bestSum(list: readonly Edge[]): number {
  const [first, ...rest] = list
  if (first === undefined) return 0
  const without = rest.filter(({ a, b }) => a !== first.a && b !== first.b)
  return Math.max(bestSum(rest), first.weight + bestSum(without))
}

it('gives the largest sum, with each record in one pair at most', () => {
  fc.assert(
    fc.property(edges, (list) => {
      const chosen = assigned(list)
      expect(new Set(chosen.flatMap(({ a, b }) => [a, b])).size).toBe(2 * chosen.length)
      // A tiny bonus for each pair decides between equal sums only.
      expect(chosen.reduce((sum, { weight }) => sum + weight, 0)).toBe(bestSum(list))
    }),
  )
})

it('is greedy in groups beyond 200 records', () => {
  const half = 150
  const list = Array.from({ length: half }, (_, i) => [
    { a: i, b: half + i, weight: 2 },
    { a: i, b: half + ((i + 1) % half), weight: 1 },
  ]).flat()
  expect(assigned(list, 2 * half).every(({ weight }) => weight === 2)).toBe(true)
})
