import { describe, expect, it } from 'vitest'
import {
  ANY_GARBAGE,
  bandShares,
  equalShares,
  groupCapacity,
  joinWorkers,
  minMemory,
  programBytes,
  shareJoinMemory,
  shareMemory,
  unitRanges,
} from '../../../../src/engine/stages/memory-budget.js'
import { MemoryTooSmall } from '../../../../src/model/errors.js'

const MB = 2 ** 20

describe('a memory budget', () => {
  it('that is not set leaves everything in memory', () => {
    const shares = shareMemory(undefined, 1e9, { requested: undefined, byDefault: 4 })
    const all = Number.POSITIVE_INFINITY
    expect(shares).toEqual({
      workers: 4,
      blocks: all,
      task: all,
      garbage: ANY_GARBAGE,
      maxLineBytes: 2 ** 27,
    })
    expect([bandShares(1e7, 6, shares), equalShares(1e7, shares)]).toEqual([2, 4])
    // The kernel cannot address the keys of a billion documents.
    expect([bandShares(1e9, 6, shares), equalShares(1e9, shares)]).toEqual([30, 53])
    expect(groupCapacity(1e12, shares)).toBe(2 ** 27)
  })

  it('is never divided into more than it has', () => {
    for (const memory of [200, 256, 1024, 16_384]) {
      for (const documents of [0, 1e5, 1e6]) {
        const shares = shareMemory(memory * MB, documents, { requested: undefined, byDefault: 8 })
        expect(shares.blocks + shares.workers * shares.task).toBeLessThan(memory * MB)
        expect(shares.task).toBeGreaterThan(0)
        expect(shares.maxLineBytes).toBeGreaterThanOrEqual(MB)
        // A share of keys, or of hashes, fits into its task, and so does a group.
        expect((32 * documents) / bandShares(documents, 6, shares)).toBeLessThanOrEqual(shares.task)
        expect((84 * documents) / equalShares(documents, shares)).toBeLessThanOrEqual(shares.task)
        expect(4 * groupCapacity(1e9, shares)).toBeLessThanOrEqual(shares.task)
      }
    }
  })

  it('uses fewer workers before it is rejected, unless their number was requested', () => {
    const least = minMemory(1e6, 1)
    expect(shareMemory(least, 1e6, { requested: undefined, byDefault: 8 }).workers).toBe(1)
    expect(shareMemory(minMemory(1e6, 3), 1e6, { requested: undefined, byDefault: 8 }).workers).toBe(3)
    expect(() => shareMemory(least, 1e6, { requested: 2, byDefault: 8 })).toThrow(MemoryTooSmall)
    expect(shareMemory(minMemory(1e6, 2), 1e6, { requested: 2, byDefault: 8 }).workers).toBe(2)
  })

  it('that is too small is rejected with the minimum', () => {
    const least = minMemory(5e6, 1)
    const refused = () => shareMemory(least - 1, 5e6, { requested: undefined, byDefault: 2 })
    expect(refused).toThrow(MemoryTooSmall)
    expect(refused).toThrow(`about 5,000,000 documents; use at least ${Math.ceil(least / 1e6)} MB`)
    expect(refused).toThrow(expect.objectContaining({ memory: least - 1, required: least }))
  })
})

describe('the memory budget of a join', () => {
  it('has room for the program, the sets and the pairs', () => {
    for (const memory of [512, 1024, 4096]) {
      for (const workers of [1, 2, 4]) {
        const { whole, block, pairs } = shareJoinMemory(memory * MB, workers)
        expect(programBytes(workers) + whole + 48 * pairs).toBeLessThanOrEqual(memory * MB)
        expect(2 * block).toBe(whole)
      }
    }
  })

  it('limits the workers, unless a number was requested', () => {
    const four = { requested: undefined, byDefault: 4 }
    expect([108, 151, 152, 1024].map((memory) => joinWorkers(memory * MB, four))).toEqual([1, 1, 2, 4])
    expect(joinWorkers(152 * MB, { requested: 2, byDefault: 4 })).toBe(2)
    expect(() => joinWorkers(151 * MB, { requested: 2, byDefault: 4 })).toThrow(MemoryTooSmall)
    expect(() => joinWorkers(107 * MB, four)).toThrow(MemoryTooSmall)
  })
})

describe('ranges of units', () => {
  const shares = shareMemory(undefined, 1e6, { requested: 2, byDefault: 2 })
  const rangesOf = (counts: readonly number[]) => {
    const firsts = [0]
    for (const count of counts) firsts.push(firsts.at(-1)! + count)
    return unitRanges(Float64Array.from(firsts), shares)
  }

  it('have every unit once, in order, and few documents are one range', () => {
    expect(rangesOf([])).toEqual([])
    expect(rangesOf([0])).toEqual([[0, 1]])
    expect(rangesOf([10, 0, 20, 0])).toEqual([[0, 4]])
    expect(rangesOf([1e6, 0, 5])).toEqual([
      [0, 1],
      [1, 3],
    ])
  })

  it('are several for each worker if there are many documents', () => {
    const ranges = rangesOf(Array.from({ length: 100 }, () => 10_000))
    expect(ranges.length).toBeGreaterThanOrEqual(5)
    expect(ranges[0]![0]).toBe(0)
    expect(ranges.at(-1)![1]).toBe(100)
    for (let i = 1; i < ranges.length; i++) expect(ranges[i]![0]).toBe(ranges[i - 1]![1])
  })
})
