import { expect, it } from 'vitest'
import { visitOverlaps } from '../../src/join/overlap.js'
import { makeSetCollection, setAt } from '../../src/model/set-collection.js'
import { findPassages } from '../../src/verify/passages.js'
import fc from '../property.js'

const sequence = fc
  .array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 })
  .map((list) => Uint32Array.from(list))

/** Greedy string tiling as it is written in the paper: look for the longest matches again and again. */
function tilesByLookingAgain(a: Uint32Array, b: Uint32Array, run: number): [number, number, number][] {
  const usedA = new Set<number>()
  const usedB = new Set<number>()
  const matchAt = (i: number, j: number) => {
    let length = 0
    while (i + length < a.length && j + length < b.length) {
      if (a[i + length] !== b[j + length] || usedA.has(i + length) || usedB.has(j + length)) break
      length++
    }
    return length
  }
  const tiles: [number, number, number][] = []
  for (;;) {
    const matches: [number, number, number][] = []
    for (let i = 0; i < a.length; i++) for (let j = 0; j < b.length; j++) matches.push([i, j, matchAt(i, j)])
    const longest = Math.max(0, ...matches.map(([, , length]) => length))
    if (longest < run) return tiles.sort(([i], [j]) => i - j)
    for (const [i, j, length] of matches) {
      if (length < longest || matchAt(i, j) < longest) continue
      for (let k = 0; k < longest; k++) {
        usedA.add(i + k)
        usedB.add(j + k)
      }
      tiles.push([i, j, longest])
    }
  }
}

it('without gaps, passages are greedy tiles that follow each other in both sequences', () => {
  fc.assert(
    fc.property(sequence, sequence, fc.integer({ min: 1, max: 4 }), (a, b, run) => {
      const passages = findPassages(a, b, { minRun: run, maxGap: 0, minTokens: run })
      const covered = new Map<number, number>()
      for (const passage of passages) {
        expect(passage.a.end - passage.a.start).toBe(passage.matched)
        expect(a.slice(passage.a.start, passage.a.end)).toEqual(b.slice(passage.b.start, passage.b.end))
        for (let k = 0; k < passage.matched; k++) covered.set(passage.a.start + k, passage.b.start + k)
      }
      const tiled = new Map<number, number>()
      for (const [i, j, length] of tilesByLookingAgain(a, b, run))
        for (let k = 0; k < length; k++) tiled.set(i + k, j + k)
      expect([...covered].sort(([i], [j]) => i - j)).toEqual([...tiled])
    }),
  )
})

it('with gaps, passages hold the same matches, in order, and never further apart than the gap', () => {
  fc.assert(
    fc.property(sequence, sequence, fc.integer({ min: 0, max: 5 }), (a, b, gap) => {
      const passages = findPassages(a, b, { minRun: 2, maxGap: gap, minTokens: 2 })
      const tiles = tilesByLookingAgain(a, b, 2)
      expect(passages.reduce((sum, { matched }) => sum + matched, 0)).toBe(
        tiles.reduce((sum, [, , length]) => sum + length, 0),
      )
      for (const passage of passages) {
        // Each run of at least two equal tokens is followed by at most `gap` others.
        const most = passage.matched + (passage.matched / 2 - 1) * gap
        expect(passage.a.end - passage.a.start).toBeLessThanOrEqual(most)
        expect(passage.b.end - passage.b.start).toBeLessThanOrEqual(most)
      }
    }),
  )
})

it('the overlap join finds what comparing every pair finds', () => {
  const sets = fc.array(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 8 }), { maxLength: 12 })
  fc.assert(
    fc.property(
      sets,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 12 }),
      (lists, least, maxSets) => {
        const collection = makeSetCollection(lists)
        const holders = (element: number) => lists.filter((list) => list.includes(element)).length
        const expected: number[][] = []
        for (let b = 0; b < collection.count; b++) {
          for (let a = 0; a < b; a++) {
            const shared = setAt(collection, b).filter(
              (element) => setAt(collection, a).includes(element) && holders(element) <= maxSets,
            ).length
            if (shared >= least) expected.push([a, b, shared])
          }
        }
        const found: number[][] = []
        visitOverlaps(collection, { minShared: least, maxSets }, (a, b, shared) => found.push([a, b, shared]))
        expect(found).toEqual(expected)
      },
    ),
  )
})
