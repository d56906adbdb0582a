import { describe, expect, it } from 'vitest'
import { chainBetween, type Link } from '../../src/cluster/chain.js'
import { clusterPairs } from '../../src/cluster/cluster.js'
import { cohesionOfMembers, cohesionOfPairs } from '../../src/cluster/cohesion.js'
import { componentGroups, connectedComponents } from '../../src/cluster/components.js'
import { starClusters } from '../../src/cluster/stars.js'
import { chooseSurvivor } from '../../src/cluster/survivors.js'
import type { Document } from '../../src/model/document.js'
import type { PairBatch } from '../../src/model/pair.js'
import { cases } from '../depth.js'
import fc from '../property.js'
import { pairsOf } from '../unit/cluster/pairs-of.js'

interface Graph {
  readonly count: number
  readonly pairs: PairBatch
}

/** Graphs of few similarities, so that ties are common. */
function graphs(mostDocuments: number, mostPairs: number): fc.Arbitrary<Graph> {
  return fc.integer({ min: 2, max: mostDocuments }).chain((count) => {
    const triple = fc
      .tuple(fc.nat(count - 1), fc.nat(count - 1), fc.constantFrom(0.5, 0.6, 0.7, 0.8, 0.9, 1))
      .filter(([a, b]) => a !== b)
      .map(([a, b, similarity]) => [Math.min(a, b), Math.max(a, b), similarity] as const)
    return fc
      .uniqueArray(triple, { maxLength: mostPairs, selector: ([a, b]) => `${a} ${b}` })
      .map((triples) => ({ count, pairs: pairsOf(triples) }))
  })
}

/** The similarity of each pair from both sides, as a plain table. */
function table({ count, pairs }: Graph): (number | undefined)[][] {
  const rows = Array.from({ length: count }, () => new Array<number | undefined>(count).fill(undefined))
  for (let i = 0; i < pairs.count; i++) {
    const [a, b] = [pairs.a[i]!, pairs.b[i]!]
    rows[a]![b] = pairs.similarity[i]!
    rows[b]![a] = pairs.similarity[i]!
  }
  return rows
}

function floodFill(graph: Graph): number[] {
  const rows = table(graph)
  const min = new Array<number>(graph.count).fill(-1)
  const fill = (position: number, mark: number): void => {
    if (min[position] !== -1) return
    min[position] = mark
    rows[position]!.forEach((similarity, other) => {
      if (similarity !== undefined) fill(other, mark)
    })
  }
  for (let position = 0; position < graph.count; position++) fill(position, position)
  return min
}

/** Every way from one document to another that visits none twice. */
function simplePaths(
  rows: (number | undefined)[][],
  from: number,
  to: number,
  seen: number[] = [],
): Link[][] {
  if (from === to) return [[]]
  const paths: Link[][] = []
  rows[from]!.forEach((similarity, next) => {
    if (similarity === undefined || seen.includes(next)) return
    for (const rest of simplePaths(rows, next, to, [...seen, from])) {
      paths.push([{ a: from, b: next, similarity }, ...rest])
    }
  })
  return paths
}

function weakest(path: readonly Link[]): number {
  return Math.min(...path.map((link) => link.similarity))
}

function compareSteps(one: readonly Link[], other: readonly Link[]): number {
  for (let i = 0; i < one.length; i++) {
    if (one[i]!.b !== other[i]!.b) return one[i]!.b - other[i]!.b
  }
  return 0
}

describe('components', () => {
  it('equal a flood fill', () => {
    fc.assert(
      fc.property(graphs(40, 50), (graph) => {
        const components = connectedComponents(graph.count, graph.pairs)
        const filled = floodFill(graph)
        expect([...components]).toEqual(filled)
        const groups = [...new Set(filled)].map((root) =>
          filled.flatMap((mark, position) => (mark === root ? [position] : [])),
        )
        expect(componentGroups(components)).toEqual(groups.filter((group) => group.length > 1))
      }),
      { numRuns: cases(500) },
    )
  })
})

describe('stars', () => {
  const stars = fc.property(graphs(30, 60), (graph) => {
    const rows = table(graph)
    const degree = (position: number) => rows[position]!.filter((cell) => cell !== undefined).length
    const found = starClusters(graph.count, graph.pairs)
    const centerOf = new Map<number, number>()
    for (const { center, members } of found) {
      expect(members.length).toBeGreaterThan(1)
      expect(members).toContain(center)
      expect(members).toEqual([...members].sort((one, other) => one - other))
      for (const member of members) {
        // Each document is in at most one star.
        expect(centerOf.has(member)).toBe(false)
        centerOf.set(member, center)
        if (member === center) continue
        // Every member is alike to its center, and has no more neighbors than it.
        expect(rows[center]![member]).toBeDefined()
        expect(degree(member)).toBeLessThanOrEqual(degree(center))
      }
    }
    const alone = rows.flatMap((_, position) => (centerOf.has(position) ? [] : [position]))
    const independent = [...found.map(({ center }) => center), ...alone]
    // No two centers are alike; nor two documents that are left alone; nor one of these and a center.
    for (const one of independent) for (const other of independent) expect(rows[one]![other]).toBeUndefined()
    // Stars come in the order of their first member.
    const firsts = found.map(({ members }) => members[0]!)
    expect(firsts).toEqual([...firsts].sort((one, other) => one - other))
  })

  it('cover each document once, with a center that it is similar to, and separate the others', () => {
    fc.assert(stars, { numRuns: cases(500) })
  })

  it('do not depend on the order of the pairs', () => {
    fc.assert(
      fc.property(graphs(20, 40), ({ count, pairs }) => {
        const backwards = {
          count: pairs.count,
          a: pairs.a.toReversed(),
          b: pairs.b.toReversed(),
          similarity: pairs.similarity.toReversed(),
        }
        expect(starClusters(count, backwards)).toEqual(starClusters(count, pairs))
      }),
      { numRuns: cases(200) },
    )
  })
})

describe('the chain', () => {
  it('is the best of all simple paths', () => {
    fc.assert(
      fc.property(graphs(7, 12), (graph) => {
        const rows = table(graph)
        for (let from = 0; from < graph.count; from++) {
          for (let to = from + 1; to < graph.count; to++) {
            const best = simplePaths(rows, from, to).sort(
              (one, other) =>
                weakest(other) - weakest(one) || one.length - other.length || compareSteps(one, other),
            )[0]
            expect(chainBetween(graph.pairs, from, to)).toEqual(best)
          }
        }
      }),
      { numRuns: cases(200) },
    )
  })

  it('is the same in reverse', () => {
    fc.assert(
      fc.property(graphs(12, 30), fc.nat(11), fc.nat(11), ({ pairs }, from, to) => {
        const back = chainBetween(pairs, to, from)?.map(({ a, b, similarity }) => ({
          a: b,
          b: a,
          similarity,
        }))
        expect(chainBetween(pairs, from, to)).toEqual(back?.reverse())
      }),
      { numRuns: cases(300) },
    )
  })

  it('exists exactly between members of one component', () => {
    fc.assert(
      fc.property(graphs(15, 15), fc.nat(14), fc.nat(14), ({ count, pairs }, x, y) => {
        const [from, to] = [x % count, y % count]
        const components = connectedComponents(count, pairs)
        expect(chainBetween(pairs, from, to) !== undefined).toBe(components[from] === components[to])
      }),
      { numRuns: cases(300) },
    )
  })
})

describe('cohesion', () => {
  it('of every cluster equals plain loops, by either method', () => {
    fc.assert(
      fc.property(graphs(20, 40), fc.constantFrom('components', 'stars'), (graph, method) => {
        const rows = table(graph)
        const similarity = (a: number, b: number) => rows[a]![b] ?? 0.25
        const byPairs = clusterPairs(graph.count, graph.pairs, { method })
        const byMembers = clusterPairs(graph.count, graph.pairs, { method, similarity })
        byPairs.forEach((cluster, number) => {
          const { members } = cluster
          const all = members.flatMap((a) => members.filter((b) => a < b).map((b) => rows[a]![b]))
          const verified = all.filter((value) => value !== undefined)
          expect(cluster.pairs).toBe(verified.length)
          expect(cluster.minSimilarity).toBe(Math.min(...verified))
          expect(cluster.meanSimilarity).toBeCloseTo(verified.reduce((x, y) => x + y) / verified.length, 12)
          expect(cluster.meanSimilarity).toBeGreaterThanOrEqual(cluster.minSimilarity)
          expect(cohesionOfPairs(members, graph.pairs)).toEqual({
            min: cluster.minSimilarity,
            mean: cluster.meanSimilarity,
            over: cluster.cohesionOver,
          })
          const guessed = all.map((value) => value ?? 0.25)
          const every = byMembers[number]!
          expect(every.members).toEqual(members)
          expect(every.minSimilarity).toBe(Math.min(...guessed))
          expect(every.meanSimilarity).toBeCloseTo(guessed.reduce((x, y) => x + y) / guessed.length, 12)
          expect(cohesionOfMembers(members, similarity).mean).toBe(every.meanSimilarity)
          expect(every.cohesionOver).toBe('every-pair')
        })
      }),
      { numRuns: cases(300) },
    )
  })
})

describe('the survivor', () => {
  type Valued = Document & { readonly value: number | null }
  const documents = fc.array(
    fc.record({
      text: fc.string({ unit: 'binary', maxLength: 4 }),
      value: fc.option(fc.integer({ max: 3, min: 0 })),
    }),
    { minLength: 1, maxLength: 12 },
  )

  it('is a member that no other beats, and the first of those', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom('longest', 'largest', 'smallest'), (list: Valued[], kind) => {
        const score = ({ text, value }: Valued): number => {
          if (kind === 'longest') return [...text].length
          if (typeof value !== 'number') return Number.NEGATIVE_INFINITY
          return kind === 'largest' ? value : -value
        }
        const scores = list.map(score)
        const members = list.map((_, position) => position)
        const policy = kind === 'longest' ? kind : { field: 'value', prefer: kind }
        expect(chooseSurvivor(members, list, policy)).toBe(scores.indexOf(Math.max(...scores)))
        expect(chooseSurvivor(members.toReversed(), list, policy)).toBe(scores.indexOf(Math.max(...scores)))
      }),
      { numRuns: cases(500) },
    )
  })
})
