import { describe, expect, it } from 'vitest'
import { overlapOfSorted } from '../../../../../src/distance/sorted-sets.js'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import { CandidateBuilder } from '../../../../../src/engine/stages/candidates/candidates.js'
import { tagOfTile } from '../../../../../src/engine/stages/candidates/tiles-task.js'
import { compareCandidates } from '../../../../../src/engine/stages/verify/tile-candidates.js'
import { overlapBound, TileSets, verify } from '../../../../../src/engine/stages/verify/verify-tile.js'
import { FOUND_WORDS, WasmTile } from '../../../../../src/kernel/wasm-tile.js'
import { matchSimilarity, minOverlapOf } from '../../../../../src/model/match-bounds.js'
import { DOCUMENT_SIMILARITIES, isSymmetric, similarityOf } from '../../../../../src/model/similarity.js'
import { cases } from '../../../../depth.js'
import fc from '../../../../property.js'

const NUMBER = 3
const TILE = { one: 1, other: 2 }
const memory = new WasmTile()

/** A document: its position, and its set. */
type Doc = readonly [position: number, set: Uint32Array]

/** The sets of documents, in two groups, spread over two blocks. */
function setsOf(documents: readonly Doc[]) {
  return [0, 1].map((block) =>
    nodeBlocks.put(
      { name: `sets-${block}` },
      [1, 2].map((tag) => {
        const own = documents.filter((_, i) => i % 2 === block && 1 + (i % 3 === 0 ? 1 : 0) === tag)
        const sets = own.map(([, set]) => set)
        const words = [...own.map(([position]) => position), ...sets.map(({ length }) => length)]
        return { tag, bytes: Uint32Array.of(own.length, ...words, ...sets.flatMap((set) => [...set])) }
      }),
    ),
  )
}

const set = fc
  .uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 40, size: 'max' })
  .map((list) => Uint32Array.from(list, (value) => value * 0x6222222).sort())

/** Documents at positions up to a maximum, and candidates among them, as indexes of the ordered list. */
const tiles = fc.constantFrom(60, 5000, 2 ** 32 - 1).chain((max) =>
  fc
    .uniqueArray(fc.tuple(fc.nat(max), set), { minLength: 2, maxLength: 50, selector: ([at]) => at })
    .chain((documents) => {
      const number = fc.nat(documents.length - 1)
      return fc.tuple(fc.constant(documents), fc.array(fc.tuple(number, number), { maxLength: 600 }))
    }),
)

function candidateBlock(documents: readonly Doc[], pairs: readonly (readonly [number, number])[]) {
  const builder = new CandidateBuilder()
  for (const [i, j] of pairs) if (i !== j) builder.add(documents[i]![0], documents[j]![0])
  return nodeBlocks.put({ name: 'tiles' }, builder.segments(tagOfTile(NUMBER)))
}

/** The candidates by the numbers of the ordered documents, in order and without repeats. */
function distinctPairs(pairs: readonly (readonly [number, number])[]): [number, number][] {
  const keys = pairs.filter(([i, j]) => i !== j).map(([i, j]) => 100 * Math.min(i, j) + Math.max(i, j))
  return [...new Set(keys)].sort((x, y) => x - y).map((key) => [Math.floor(key / 100), key % 100])
}

describe('the candidates of a tile', () => {
  const comparisons = fc.record({
    similarity: fc.constantFrom(...DOCUMENT_SIMILARITIES),
    threshold: fc.constantFrom(0.3, 0.5, 0.8, 1),
  })

  it('are compared once each and in order, whatever fits into memory', () => {
    fc.assert(
      fc.property(
        tiles,
        comparisons,
        fc.integer({ min: 1, max: 100 }),
        fc.boolean(),
        ([list, pairs], comparison, maxHeld, isWhole) => {
          const documents = [...list].sort(([x], [y]) => x - y)
          const sets = new TileSets(memory, nodeBlocks, setsOf(list), TILE)
          expect([...sets.documents]).toEqual(documents.map(([position]) => position))
          const candidates = [candidateBlock(documents, pairs)]
          const task = { candidates, number: NUMBER, isWhole, maxHeld }
          const bound = overlapBound(comparison)
          const found: number[][] = []
          let pieces = 0
          for (const piece of compareCandidates(task, memory, bound, nodeBlocks)) {
            for (let i = 0; i < piece.length; i += FOUND_WORDS)
              found.push([...piece.subarray(i, i + FOUND_WORDS)])
            pieces++
          }
          if (isWhole) expect(pieces).toBe(1)
          const distinct = distinctPairs(pairs)
          expect(memory.compared).toBe(distinct.length)
          const overlaps = distinct.map(([a, b]) => [
            a,
            b,
            overlapOfSorted(documents[a]![1], documents[b]![1]),
          ])
          // Whatever matches is found, and what is found has at least the overlap of the bound.
          const sizeOf = (number: number) => documents[number]![1].length
          const isFound = new Set(found.map(String))
          const missing = overlaps.filter((pair) => !isFound.has(String(pair)))
          for (const [a, b, overlap] of missing)
            expect(overlap!).toBeLessThan(minOverlapOf(comparison, sizeOf(a!), sizeOf(b!)))
          expect(found).toEqual(overlaps.filter((pair) => isFound.has(String(pair))))
          for (const [a, b, overlap] of found) {
            const [x, y] = [sizeOf(a!), sizeOf(b!)]
            expect(overlap).toBeGreaterThanOrEqual(
              Math.max(bound.share * (x + y), bound.part * Math.min(x, y)) - 1e-9,
            )
          }
        },
      ),
      { numRuns: cases(300) },
    )
  })

  it('are pairs in each direction that reaches the threshold, whose first document is one of its own', () => {
    fc.assert(
      fc.property(tiles, comparisons, fc.nat(60), ([list, pairs], comparison, own) => {
        const { similarity, threshold } = comparison
        const documents = [...list].sort(([x], [y]) => x - y)
        const sets = new TileSets(memory, nodeBlocks, setsOf(list), TILE)
        const task = {
          candidates: [candidateBlock(documents, pairs)],
          number: NUMBER,
          isWhole: true,
          maxHeld: 1,
        }
        const [found] = compareCandidates(task, memory, overlapBound(comparison), nodeBlocks)
        const { count, a, b, similarity: values } = verify(found!, sets, comparison, own)
        const expected = distinctPairs(pairs)
          .flatMap(([x, y]) =>
            isSymmetric(similarity)
              ? [[x, y]]
              : [
                  [x, y],
                  [y, x],
                ],
          )
          .map(([x, y]) => {
            const [one, other] = [documents[x!]![1], documents[y!]![1]]
            const overlap = overlapOfSorted(one, other)
            expect(sets.similarity(similarity, x!, y!)).toBe(
              matchSimilarity(similarity, overlap, one.length, other.length),
            )
            return [x!, y!, similarityOf(similarity, overlap, one.length, other.length)] as const
          })
          // Cosines next to the threshold are compared exactly elsewhere.
          .filter(([x, , value]) => x < own && value >= threshold)
          .sort(([x, y], [v, w]) => x - v || y - w)
        expect(Array.from({ length: count }, (_, i) => [a[i], b[i], values[i]])).toEqual(expected)
      }),
      { numRuns: cases(300) },
    )
  })

  it('replaces the overlaps of two long documents', () => {
    const list: Doc[] = [2, 5, 9].map((position) => [position, Uint32Array.of(1, 2, 3, 4)])
    const [blocks] = [setsOf(list)]
    const wide = (position: number, ...values: number[]) => [position, values.length, ...values]
    const long = nodeBlocks.put({ name: 'wide' }, [
      {
        tag: 2 ** 31 + 1,
        bytes: Float64Array.of(...wide(5, 2 ** 40, 2 ** 41), ...wide(9, 2 ** 40, 2 ** 42)),
      },
    ])
    const sets = new TileSets(memory, nodeBlocks, [...blocks, long], TILE)
    const candidates = [
      candidateBlock(list, [
        [0, 1],
        [0, 2],
        [1, 2],
      ]),
    ]
    const task = { candidates, number: NUMBER, isWhole: true, maxHeld: 1 }
    const comparison = { similarity: 'jaccard', threshold: 0.3 } as const
    const [found] = compareCandidates(task, memory, overlapBound(comparison), nodeBlocks)
    const { similarity } = verify(found!, sets, comparison, 3)
    expect([...similarity]).toEqual([1, 1, 1 / 3])
    expect(memory.compared).toBe(3)
    expect(sets.similarity('jaccard', 1, 2)).toBe(1 / 3)
    expect(sets.similarity('jaccard', 0, 2)).toBe(1)
  })
})
