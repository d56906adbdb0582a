import { describe, expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import { CandidateBuilder } from '../../../../../src/engine/stages/candidates/candidates.js'
import { runUniteTask, runWeighTask } from '../../../../../src/engine/stages/groups/connect-task.js'
import { type Groups, makeGroups } from '../../../../../src/engine/stages/groups/groups.js'
import { SKETCH, type Sketched, sliceSketched } from '../../../../../src/engine/stages/read/sketched.js'
import { sharedBits, sharedWords } from '../../../../../src/engine/stages/threads/shared-words.js'
import { Thread } from '../../../../../src/engine/stages/threads/thread.js'
import { cases } from '../../../../depth.js'
import fc from '../../../../property.js'

type Candidate = readonly [a: number, b: number]

const thread = new Thread({
  inputs: {
    open() {
      throw new Error('nothing is read')
    },
  },
  store: nodeBlocks,
})

/** Sizes of sets as sketch blocks of three records each. */
function sketchedOf(sizes: readonly number[]): Sketched {
  const units = Math.max(1, Math.ceil(sizes.length / 3))
  const firsts = Float64Array.from({ length: units + 1 }, (_, unit) => Math.min(sizes.length, 3 * unit))
  const blocks = Array.from({ length: units }, (_, unit) =>
    nodeBlocks.put({ name: `sketch-${unit}` }, [
      { tag: SKETCH.sizes, bytes: Uint32Array.from(sizes.slice(3 * unit, 3 * unit + 3)) },
    ]),
  )
  return { blocks, firsts }
}

function groupsOf(sizes: readonly number[], candidates: readonly Candidate[], capacity: number): Groups {
  // Two blocks, as two bands would make.
  const blocks = [0, 1].map((half) => {
    const builder = new CandidateBuilder()
    candidates.forEach(([a, b], i) => {
      if (i % 2 === half) builder.add(a, b)
    })
    return nodeBlocks.put({ name: `candidates-${half}` }, builder.segments())
  })
  const sketched = sketchedOf(sizes)
  const count = sizes.length
  const components = { parents: sharedWords(count), weights: sharedWords(count), isTied: sharedBits(count) }
  for (const block of blocks) runUniteTask({ kind: 'unite', candidates: [block], components }, thread)
  for (let unit = 0; unit < sketched.blocks.length; unit += 2) {
    const some = sliceSketched(sketched, unit, unit + 2)
    runWeighTask({ kind: 'weigh', sketched: some, components }, thread)
  }
  return makeGroups(nodeBlocks, sketched, components, blocks, capacity)
}

/** The documents tied to each other, by a flood fill. */
function components(count: number, candidates: readonly Candidate[]): number[][] {
  const next: number[][] = Array.from({ length: count }, () => [])
  for (const [a, b] of candidates) {
    next[a]!.push(b)
    next[b]!.push(a)
  }
  const seen = new Set<number>()
  return next.flatMap((neighbors, start) => {
    if (neighbors.length === 0 || seen.has(start)) return []
    const open = [start]
    const found: number[] = []
    for (let document = open.pop(); document !== undefined; document = open.pop()) {
      if (seen.has(document)) continue
      seen.add(document)
      found.push(document)
      open.push(...next[document]!)
    }
    return [found.sort((x, y) => x - y)]
  })
}

const collections = fc
  .array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 20 })
  .chain((sizes) =>
    fc.record({
      sizes: fc.constant(sizes),
      candidates: fc
        .array(fc.tuple(fc.nat(sizes.length - 1), fc.nat(sizes.length - 1)), { maxLength: 25 })
        .map((list) => list.filter(([a, b]) => a < b) as Candidate[]),
      capacity: fc.integer({ min: 1, max: 800 }),
    }),
  )

describe('groups', () => {
  it('keep connected documents together as long as a group has room, and each candidate is in one tile', () => {
    fc.assert(
      fc.property(collections, ({ sizes, candidates, capacity }) => {
        const groups = groupsOf(sizes, candidates, capacity)
        const { groupOf, whole, count, tiles } = groups
        const tied = components(sizes.length, candidates)
        const inAny = new Set(tied.flat())
        sizes.forEach((_, position) => {
          expect(groupOf[position] === 0).toBe(!inAny.has(position))
        })
        const filled = new Map<number, number>()
        for (const members of tied) {
          const inside = candidates.filter(([a]) => members.includes(a)).length
          const weight = members.reduce((sum, member) => sum + sizes[member]! + 40, 8 * inside)
          const own = new Set(members.map((member) => groupOf[member]!))
          if (weight <= capacity) {
            expect(own.size).toBe(1)
            const [group] = own
            expect(group).toBeLessThanOrEqual(whole)
            filled.set(group!, (filled.get(group!) ?? 0) + weight)
          } else {
            // Spread over groups that hold nothing else, each filled only as far as it has room, one document at least.
            for (const group of own) {
              expect(group).toBeGreaterThan(whole)
              const here = members.filter((member) => groupOf[member] === group)
              expect(
                sizes.every((__, position) => groupOf[position] !== group || here.includes(position)),
              ).toBe(true)
              const words = here.reduce((sum, member) => sum + sizes[member]! + 40, 0)
              expect(here.length === 1 || words <= capacity).toBe(true)
            }
          }
        }
        for (const words of filled.values()) expect(words).toBeLessThanOrEqual(capacity)
        expect(new Set(groupOf.filter((group) => group > 0)).size).toBe(count)

        // Tiles: every whole group with itself, and exactly the pairs of other groups that have a candidate.
        const between = candidates
          .map(([a, b]) => [groupOf[a]!, groupOf[b]!].sort((x, y) => x - y).join())
          .filter((tile) => Number(tile.split(',')[0]) > whole)
        const expected = [
          ...Array.from({ length: whole }, (_, i) => `${i + 1},${i + 1}`),
          ...new Set(between),
        ]
        expect(tiles.map(({ one, other }) => `${one},${other}`).sort()).toEqual(expected.sort())
        expect(tiles.slice(0, whole).map(({ one }) => one)).toEqual(
          Array.from({ length: whole }, (_, i) => i + 1),
        )
        expect(groups.name).toMatch(/^\d+-[0-9a-f]{8}$/)
      }),
      { numRuns: cases(500) },
    )
  })

  it('do not depend on the order of the candidates', () => {
    fc.assert(
      fc.property(collections, ({ sizes, candidates, capacity }) => {
        const { groupOf, tiles } = groupsOf(sizes, candidates, capacity)
        const turned = groupsOf(sizes, [...candidates].reverse(), capacity)
        expect(turned.groupOf).toEqual(groupOf)
        expect(turned.tiles).toEqual(tiles)
      }),
      { numRuns: cases(100) },
    )
  })
})
