import { describe, expect, it } from 'vitest'
import { type RemovalInput, removeSimilar } from '../../src/cluster/removal.js'
import { type PairBatch, sortPairs } from '../../src/model/pair.js'
import { cases } from '../depth.js'
import fc from '../property.js'
import { pairsOf } from '../unit/cluster/pairs-of.js'

interface Graph {
  readonly similarities: ReadonlyMap<string, number>
  readonly pairs: PairBatch
  readonly firstOf: Uint32Array
  readonly rank: readonly number[]
}

const key = (a: number, b: number) => `${Math.min(a, b)}-${Math.max(a, b)}`

/** Documents of which some are copies, pairs between the distinct ones, and a rank for each. */
const graphs: fc.Arbitrary<Graph> = fc
  .record({
    copyOf: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 25 }),
    edges: fc.array(fc.tuple(fc.nat(24), fc.nat(24), fc.integer({ min: 80, max: 99 })), { maxLength: 60 }),
    rank: fc.array(fc.nat(5), { minLength: 25, maxLength: 25 }),
  })
  .map(({ copyOf, edges, rank }) => {
    const firstOf = Uint32Array.from(copyOf, (_, position) => position)
    copyOf.forEach((first, position) => {
      if (first < position) firstOf[position] = firstOf[first]!
    })
    const similarities = new Map<string, number>()
    for (const [x, y, percent] of edges) {
      if (x >= firstOf.length || y >= firstOf.length) continue
      const [a, b] = [firstOf[x]!, firstOf[y]!]
      if (a !== b) similarities.set(key(a, b), percent / 100)
    }
    const triples = Array.from(similarities, ([name, similarity]) => {
      const [a, b] = name.split('-').map(Number)
      return [a!, b!, similarity] as const
    })
    return { similarities, pairs: pairsOf(triples), firstOf, rank }
  })

function orderOf(rank: readonly number[]): NonNullable<RemovalInput['orderOf']> {
  return (members) => members.slice().sort((x, y) => rank[x]! - rank[y]! || x - y)
}

/** The definition: best first, each document is compared with all that were kept before. */
function removePlainly({ similarities, firstOf, rank }: Graph) {
  const similarity = (x: number, y: number) =>
    firstOf[x] === firstOf[y] ? 1 : (similarities.get(key(firstOf[x]!, firstOf[y]!)) ?? 0)
  const order = Array.from(firstOf, (_, position) => position).sort((x, y) => rank[x]! - rank[y]! || x - y)
  const kept: number[] = []
  const isKept = new Set<number>()
  for (const position of order) {
    if (kept.some((one) => similarity(one, position) > 0)) continue
    kept.push(position)
    isKept.add(position)
  }
  return { kept, isKept, similarity }
}

describe('removal of similar documents', () => {
  it('keeps the same documents as a loop in the order of the policy', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const { survivorOf, similarity } = removeSimilar({
          firstOf: graph.firstOf,
          pairs: () => [graph.pairs],
          orderOf: orderOf(graph.rank),
        })
        const plain = removePlainly(graph)
        survivorOf.forEach((survivor, position) => {
          expect(survivor === position).toBe(plain.isKept.has(position))
          // Every removed document is similar to its survivor, which is kept and which the policy prefers to it.
          expect(plain.isKept.has(survivor)).toBe(true)
          expect(similarity[position]).toBe(plain.similarity(position, survivor))
          expect(similarity[position]).toBeGreaterThanOrEqual(0.8)
          expect(graph.rank[survivor]! <= graph.rank[position]!).toBe(true)
        })
      }),
      { numRuns: cases(300) },
    )
  })

  it('without an order, processes the documents in input order', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const input = { firstOf: graph.firstOf, pairs: () => [graph.pairs] }
        const inOrder = orderOf(Array<number>(25).fill(0))
        expect(removeSimilar(input)).toEqual(removeSimilar({ ...input, orderOf: inOrder }))
      }),
      { numRuns: cases(300) },
    )
  })

  it('does not depend on the order of the pairs, nor on how they are sorted', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const { firstOf, pairs, rank } = graph
        const one = removeSimilar({ firstOf, pairs: () => [pairs], orderOf: orderOf(rank) })
        const batches = Array.from({ length: pairs.count }, (_, i) =>
          pairsOf([[pairs.a[i]!, pairs.b[i]!, pairs.similarity[i]!]]),
        ).reverse()
        const joined = (all: Iterable<PairBatch>) =>
          sortPairs(pairsOf([...all].map(({ a, b, similarity }) => [a[0]!, b[0]!, similarity[0]!])))
        const other = removeSimilar({
          firstOf,
          pairs: () => batches,
          orderOf: orderOf(rank),
          sort: (all) => [joined(all)],
        })
        expect(other).toEqual(one)
      }),
      { numRuns: cases(300) },
    )
  })

  it('verifies pairs that are not listed because of many copies', () => {
    // 0, 1 and 2 are similar to each other; 3 to 5 are copies of them. Only the pairs with 2 are listed.
    const { survivorOf } = removeSimilar({
      firstOf: Uint32Array.of(0, 1, 2, 0, 1, 2),
      pairs: () => [
        pairsOf([
          [0, 2, 0.9],
          [1, 2, 0.9],
        ]),
      ],
      unlisted: { largestListed: 5, threshold: 0.8, similarity: () => 0.9 },
    })
    expect([...survivorOf]).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('holds where pairs of large groups are not listed: what is similar is verified, or kept', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const { firstOf, similarities } = graph
        const plain = removePlainly(graph)
        // Of each group only a tree of pairs is listed: the first ones that connect it.
        const root = Uint32Array.from(firstOf, (_, position) => position)
        const find = (x: number): number => (root[x] === x ? x : find(root[x]!))
        const listed = [...similarities].flatMap(([name, similarity]) => {
          const [a, b] = name.split('-').map(Number) as [number, number]
          if (find(a) === find(b)) return []
          root[find(a)] = find(b)
          return [[a, b, similarity] as const]
        })
        const { survivorOf, similarity } = removeSimilar({
          firstOf,
          pairs: () => [pairsOf(listed)],
          orderOf: orderOf(graph.rank),
          unlisted: { largestListed: 0, threshold: 0.8, similarity: plain.similarity },
        })
        const kept = new Set(survivorOf.filter((survivor, position) => survivor === position))
        survivorOf.forEach((survivor, position) => {
          expect(kept.has(survivor)).toBe(true)
          expect(similarity[position]).toBe(plain.similarity(position, survivor))
          expect(similarity[position]).toBeGreaterThanOrEqual(0.8)
        })
        // Groups here are small enough for every kept document to be compared.
        for (const one of kept) {
          for (const other of kept) if (one !== other) expect(plain.similarity(one, other)).toBe(0)
        }
      }),
      { numRuns: cases(300) },
    )
  })
})
