import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as module from '../../../../src/engine/browser/browser-blocks.js'

const THREADS = 2
/** The bytes that one of two threads may make to be copied, with 1 GiB of memory. */
const ROOM = 2 ** 30 / 8 / THREADS / THREADS

describe('blocks of threads that cannot share memory', () => {
  let blocks: typeof module

  beforeEach(async () => {
    vi.resetModules()
    vi.stubGlobal('SharedArrayBuffer', undefined)
    vi.stubGlobal('navigator', { deviceMemory: 1 })
    vi.stubGlobal(
      'Blob',
      class {
        constructor(readonly parts: readonly Uint8Array[]) {}
      },
    )
    blocks = await import('../../../../src/engine/browser/browser-blocks.js')
  })
  afterEach(() => vi.unstubAllGlobals())

  const segment = (tag: number, bytes: Uint8Array) => ({ tag, bytes })

  it('are passed on by the thread that made them, and copied to every other', () => {
    const made = new blocks.BrowserBlocks(THREADS)
    const segments = [segment(3, Uint8Array.of(1, 2, 3)), segment(5, Uint8Array.of(4))]
    const block = made.put({ name: 'a' }, segments)
    const buffers = blocks.blockBuffers([block])
    expect(buffers).toHaveLength(1)

    const received = structuredClone(block, { transfer: buffers })
    expect(buffers[0]!.byteLength).toBe(0)
    for (const one of [structuredClone(received), structuredClone(received)]) {
      const reader = new blocks.BrowserBlocks(THREADS).open(one)
      expect([...reader.read(reader.find(5)!)]).toEqual([4])
      expect([...reader.read(reader.find(3)!)]).toEqual([1, 2, 3])
      expect(reader.find(4)).toBeUndefined()
    }
  })

  it('are Blobs if copies of all of them would take too much memory', () => {
    const made = new blocks.BrowserBlocks(THREADS)
    const put = (bytes: number) => made.put({ name: 'a' }, [segment(1, new Uint8Array(bytes))])
    const isCopied = (block: ReturnType<typeof put>) => blocks.blockBuffers([block]).length === 1
    expect([put(ROOM + 1), put(ROOM / 2), put(ROOM / 2 + 1), put(ROOM / 2), put(1)].map(isCopied)).toEqual([
      false,
      true,
      false,
      true,
      false,
    ])
  })

  it('are not searched for in other results', () => {
    expect(blocks.blockBuffers(Uint32Array.of(1))).toEqual([])
  })
})
