import { describe, expect, it } from 'vitest'
import { minMemory } from '../../../src/engine/stages/memory-budget.js'
import { InvalidOption } from '../../../src/model/errors.js'
import { maxSampleBytes, sampleBlocks, sampleSize } from '../../../src/plan/sample-blocks.js'

describe('sampleSize', () => {
  it('is everything for small inputs, and grows with the square root for large ones', () => {
    expect([0, 100, 4096, 10_000, 1_000_000, 100_000_000].map(sampleSize)).toEqual([
      0, 100, 4096, 4096, 16_000, 160_000,
    ])
  })

  it('rejects an invalid number of documents', () => {
    expect(() => sampleSize(-1)).toThrow(InvalidOption)
  })
})

describe('sampleBlocks', () => {
  it('covers a small input wholly, block by block, no block across two files', () => {
    const { blocks, totalBlocks } = sampleBlocks([25_000, 0, 70], { seed: 1 })
    expect(totalBlocks).toBe(3)
    expect(blocks).toEqual([
      { file: 0, from: 0, to: 16_384 },
      { file: 0, from: 16_384, to: 25_000 },
      { file: 2, from: 0, to: 70 },
    ])
    expect(sampleBlocks([], { seed: 1 })).toEqual({ blocks: [], totalBlocks: 0 })
  })

  it('samples different blocks of the grid in the order of the input, by the seed', () => {
    const bytes = [1e9, 5e8]
    const { blocks, totalBlocks } = sampleBlocks(bytes, { seed: 7 })
    expect(totalBlocks).toBe(Math.ceil(1e9 / 16_384) + Math.ceil(5e8 / 16_384))
    expect(blocks.length).toBe(Math.ceil((16 * Math.sqrt(1e6) * 1500) / 16_384))
    const locations = blocks.map(({ file, from }) => file * 1e10 + from)
    expect(locations).toEqual([...new Set(locations)].sort((x, y) => x - y))
    for (const { file, from, to } of blocks) {
      expect(from % 16_384).toBe(0)
      expect(to).toBe(Math.min(from + 16_384, bytes[file]!))
    }
    expect(sampleBlocks(bytes, { seed: 7 }).blocks).toEqual(blocks)
    expect(sampleBlocks(bytes, { seed: 8 }).blocks).not.toEqual(blocks)
    expect(blocks.filter(({ file }) => file === 1).length / blocks.length).toBeCloseTo(1 / 3, 1)
  })

  it('uses larger blocks for long records', () => {
    const { blocks } = sampleBlocks([1e9], { seed: 1, recordBytes: 20_000 })
    expect(blocks[0]!.to - blocks[0]!.from).toBe(80_000)
  })

  it.each([2000, 20_000, 1e6, 2e6])(
    'has room in the smallest memory budget, however long records are: %d bytes',
    (recordBytes) => {
      for (const total of [1e9, 1e11]) {
        const { blocks } = sampleBlocks([total], { seed: 1, recordBytes })
        const bytes = blocks.reduce((sum, { from, to }) => sum + to - from, 0)
        const documents = Math.ceil(total / recordBytes)
        expect(blocks.length).toBeGreaterThanOrEqual(64)
        expect(bytes).toBeLessThan(1.01 * maxSampleBytes(documents))
        // The program took 66 MB and, of a sample of 13 MB, four times as much.
        expect(66e6 + 4.2 * bytes).toBeLessThan(minMemory(documents, 1))
      }
    },
  )

  it('has a few records on average, however long they are', () => {
    const { blocks } = sampleBlocks([1e11], { seed: 1, recordBytes: 1e8 })
    expect(blocks.reduce((sum, { from, to }) => sum + to - from, 0)).toBeCloseTo(6e8, -2)
  })

  it('has fewer bytes where each begins a shingle', () => {
    expect(maxSampleBytes(1e6, 'characters')).toBe(maxSampleBytes(1e6) / 8)
  })
})
