import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { nodeJoin } from '../../src/engine/node/join/node-join.js'
import type { NodeJoinOptions, SetSource } from '../../src/engine/stages/join/join-engine.js'
import { Random } from '../../src/hash/random.js'
import { joinSets } from '../../src/join/fast/join-sets.js'
import { topMatches } from '../../src/join/fast/top-matches.js'
import { listPairs } from '../../src/model/pair.js'
import { makeSetCollection } from '../../src/model/set-collection.js'
import { SIMILARITIES, type Similarity } from '../../src/model/similarity.js'
import { byDepth, cases } from '../depth.js'
import fc from '../property.js'
import '../exposed-collector.js'

const temporary = mkdtempSync(join(tmpdir(), 'likewise-test-'))
afterAll(() => rmSync(temporary, { recursive: true }))

/** Heavy-tailed elements, sizes of all kinds, some sets of hundreds, many near copies, some empty. */
function makeSets(count: number, seed: number): number[][] {
  const random = new Random(seed)
  const sets: number[][] = []
  for (let i = 0; i < count; i++) {
    if (i > 4 && random.below(3) === 0) {
      const copy = [...sets[random.below(i)]!]
      if (copy.length > 0) copy[random.below(copy.length)] = random.below(5000)
      sets.push(copy)
      continue
    }
    const size = random.below(20) === 0 ? random.below(400) : random.below(30)
    sets.push(Array.from({ length: size }, () => heavyTailed(random)))
  }
  return sets
}

/** Element n about n times as rare as element 1. */
function heavyTailed(random: Random): number {
  return Math.floor(3000 ** (random.below(10_000) / 10_000))
}

async function run(left: SetSource, right: SetSource | undefined, options: NodeJoinOptions) {
  const result = await nodeJoin(left, right, { temporary, ...options })
  const pairs: { a: number; b: number; similarity: number }[] = []
  for await (const batch of result.batches()) pairs.push(...listPairs(batch))
  result.close()
  expect(readdirSync(temporary)).toEqual([])
  return { ...result, list: pairs }
}

function inParts(sets: readonly number[][], part: number): SetSource {
  return {
    async read(take) {
      for (let i = 0; i < sets.length; i += part) take(makeSetCollection(sets.slice(i, i + part)))
    },
  }
}

function thresholdsOf(similarity: Similarity): readonly number[] {
  if (similarity === 'overlap') return byDepth({ short: [12], long: [3, 12] })
  return byDepth({ short: [0.5], long: [0.3, 0.5, 0.8] })
}

describe('a join on the cores of this machine', () => {
  const left = makeSets(500, 1)
  const right = makeSets(300, 2)
  // The memory for data is a quarter of so small a budget: blocks of some ten thousand bytes, runs of some thousand pairs.
  const small = 2 ** 20

  it.each(SIMILARITIES)('gives the same pairs with any workers, memory and parts: %s', async (similarity) => {
    for (const threshold of thresholdsOf(similarity)) {
      const options = { threshold, similarity }
      const [a, b] = [makeSetCollection(left), makeSetCollection(right)]
      const self = listPairs(joinSets(a, options))
      const between = listPairs(joinSets(a, b, options))
      expect(self.length).toBeGreaterThan(100)
      for (const how of [{ workers: 1 }, { workers: 1, memory: small }]) {
        const one = await run(inParts(left, 100), undefined, { ...options, ...how })
        expect(one.list).toEqual(self)
        expect(one.pairs).toBe(self.length)
        expect(one.blocks[0]! > 1).toBe('memory' in how)
        const two = await run(inParts(left, 70), inParts(right, 70), { ...options, ...how })
        expect(two.list).toEqual(between)
        const counted = await run(a, b, { ...options, ...how, countOnly: true })
        expect([counted.pairs, counted.list]).toEqual([between.length, []])
      }
    }
  })

  it('finds the same best matches of each set with any memory', async () => {
    for (const options of [
      { top: 1 },
      { top: 5, threshold: 0.4 },
      { top: 3, similarity: 'containment' as const },
    ]) {
      const self = listPairs(topMatches(makeSetCollection(left), options))
      for (const how of [{ workers: 1 }, { workers: 1, memory: small }]) {
        const found = await run(inParts(left, 100), undefined, { ...options, ...how })
        expect(found.list).toEqual(self)
        expect(found.pairs).toBe(self.length)
      }
    }
  })

  it('handles small random collections', async () => {
    const sets = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(
        sets,
        fc.constantFrom(...SIMILARITIES),
        fc.integer({ min: 1, max: 3 }),
        async (list, similarity, at) => {
          const threshold = similarity === 'overlap' ? at : at / 3
          const collection = makeSetCollection(list)
          const found = await run(collection, undefined, { threshold, similarity, workers: 1 })
          expect(found.list).toEqual(listPairs(joinSets(collection, { threshold, similarity })))
          expect(found.empty).toEqual([list.filter((set) => set.length === 0).length])
        },
      ),
      { numRuns: cases(100) },
    )
  })
})
