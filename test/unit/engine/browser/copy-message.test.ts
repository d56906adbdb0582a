import { describe, expect, it } from 'vitest'
import { copyMessage } from '../../../../src/engine/browser/copy-message.js'

describe('a copied message', () => {
  const block = { name: 'a', object: { bytes: Uint8Array.of(1, 2, 3).buffer } }
  const message = {
    task: { kind: 'band', count: 3, missing: undefined, nothing: null, list: ['x', 2] },
    common: { blocks: [block, block], part: Uint32Array.of(1, 2, 3, 4).subarray(1, 3), flags: new Set([1]) },
  }

  it('arrives as it was, and the original keeps its memory', () => {
    const { message: copy, buffers } = copyMessage(message)
    const received = structuredClone(copy, { transfer: [...buffers] })
    expect(received).toEqual(structuredClone(message))
    expect(block.object.bytes.byteLength).toBe(3)
    // What the copy had is gone, because it was transferred.
    expect(copy.common.blocks[0]!.object.bytes.byteLength).toBe(0)
    expect(copy.common.part.byteLength).toBe(0)
  })

  it('holds memory once that the message has twice, and only the visible part of a buffer', () => {
    const { message: copy, buffers } = copyMessage(message)
    expect(copy.common.blocks[0]).toBe(copy.common.blocks[1])
    expect(buffers.map(({ byteLength }) => byteLength)).toEqual([3, 8])
  })

  it('shares memory that threads can share', () => {
    const shared = new Uint32Array(new SharedArrayBuffer(8))
    const { message: copy, buffers } = copyMessage({ shared, bytes: shared.buffer })
    expect(copy.shared).toBe(shared)
    expect(copy.bytes).toBe(shared.buffer)
    expect(buffers).toEqual([])
  })
})
