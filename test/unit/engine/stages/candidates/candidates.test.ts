import { describe, expect, it } from 'vitest'
import {
  CandidateBuilder,
  reusedCandidateBuilder,
  sortCandidates,
} from '../../../../../src/engine/stages/candidates/candidates.js'
import { ReusedArrays } from '../../../../../src/engine/stages/threads/reused-arrays.js'
import { concatenateWords } from '../../../../../src/engine/stages/threads/shared-words.js'

const DOCUMENTS = 400

/** Pairs with many repeats, in any order: more than one segment of them. */
function pairs(): [number, number][] {
  return Array.from({ length: 140_000 }, (_, i) => {
    const a = (i * 7919) % (DOCUMENTS - 1)
    return [a, a + 1 + ((i * 104_729) % (DOCUMENTS - 1 - a))]
  })
}

function wordsOf(segments: ReturnType<CandidateBuilder['segments']>): Uint32Array {
  return concatenateWords(segments.map(({ bytes }) => bytes as Uint32Array))
}

/** Sorted and without repeats, by plain numbers. */
function expected(): Uint32Array {
  const keys = new Set(pairs().map(([a, b]) => a * DOCUMENTS + b))
  const sorted = [...keys].sort((x, y) => x - y)
  return Uint32Array.from(sorted.flatMap((key) => [Math.floor(key / DOCUMENTS), key % DOCUMENTS]))
}

const areEqual = (one: Uint32Array, other: Uint32Array) => bytesOf(one).equals(bytesOf(other))
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

const arrays = new ReusedArrays()

describe('candidates', () => {
  it.each([
    ['a builder', () => new CandidateBuilder()],
    ['a builder whose memory is used again', () => reusedCandidateBuilder(arrays)],
  ])('of %s are each there once and in order', (_, make) => {
    for (let round = 0; round < 2; round++) {
      const builder = make()
      for (const [a, b] of pairs()) builder.add(b, a)
      expect(builder.count).toBe(140_000)
      expect(areEqual(wordsOf(builder.segments()), Uint32Array.from(pairs().flat()))).toBe(true)
      expect(areEqual(sortCandidates(wordsOf(builder.segments()), DOCUMENTS), expected())).toBe(true)
    }
  })

  it('are returned as they are if they are in order, and only then', () => {
    const sorted = Uint32Array.of(1, 2, 1, 3, 2, 3)
    expect(sortCandidates(sorted, 4)).toBe(sorted)
    expect([...sortCandidates(Uint32Array.of(1, 3, 1, 2, 2, 3), 4)]).toEqual([...sorted])
    expect([...sortCandidates(Uint32Array.of(2, 3, 1, 2, 1, 3), 4)]).toEqual([...sorted])
    expect([...sortCandidates(Uint32Array.of(1, 2, 1, 3, 2, 3, 2, 3), 4)]).toEqual([...sorted])
  })

  it('are sorted in ranges if their numbers would exceed 2^53', () => {
    const count = 2 ** 32 - 1
    const words = Uint32Array.of(count - 2, count - 1, 5, 6, count - 2, count - 1, 5, 3_000_000_000, 4, 9)
    expect([...sortCandidates(words, count)]).toEqual([4, 9, 5, 6, 5, 3_000_000_000, count - 2, count - 1])
  })
})
