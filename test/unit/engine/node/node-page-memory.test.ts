import { describe, expect, it, vi } from 'vitest'
import { allocationFor } from '../../../../src/engine/node/node-page-memory.js'
import { ANY_GARBAGE } from '../../../../src/engine/stages/memory-budget.js'
import { ReusedArrays } from '../../../../src/engine/stages/threads/reused-arrays.js'

const LIMITED = { bytes: 1e6, nearBudget: 1e8 }
const allocate = allocationFor(LIMITED)!

/** A WebAssembly memory consists of whole pages; the sizes here are others. */
const isOfPages = ({ byteLength }: ArrayBuffer) => byteLength % 2 ** 16 === 0

describe('the arrays of a run with a memory budget', () => {
  it('have their own pages if they are large', () => {
    const arrays = new ReusedArrays(allocate)
    const words = arrays.words('large', 100_000)
    expect([words.length, words.every((word) => word === 0)]).toEqual([100_000, true])
    expect(isOfPages(words.buffer)).toBe(true)
    expect(arrays.words('large', 90_000).buffer).toBe(words.buffer)
    expect(isOfPages(arrays.words('small', 100).buffer)).toBe(false)
  })

  it('are ordinary ones if there is no budget', () => {
    expect(allocationFor(ANY_GARBAGE)).toBeUndefined()
  })

  it('are ordinary ones if the process may not reserve the addresses', () => {
    const memory = vi.spyOn(WebAssembly, 'Memory').mockImplementation(() => {
      throw new RangeError('could not allocate memory')
    })
    try {
      const buffer = allocate(1_000_000)
      expect([buffer.byteLength, isOfPages(buffer)]).toEqual([1_000_000, false])
    } finally {
      memory.mockRestore()
    }
  })
})
