import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BlobInputs } from '../../../../src/engine/browser/blob-inputs.js'
import {
  CHUNK,
  type InputCache,
  makeInputCache,
  shareInputs,
} from '../../../../src/engine/browser/input-cache.js'
import { Random } from '../../../../src/hash/random.js'

const SIZE = 2.5 * CHUNK
const BYTES = new Uint8Array(SIZE)
for (let i = 0; i < SIZE; i++) BYTES[i] = (i * 2_654_435_761) >>> 24

/** A part of the bytes, as a Blob that this thread can read. */
class Part {
  constructor(
    readonly from: number,
    readonly to: number,
  ) {}
  get size() {
    return this.to - this.from
  }
  slice(from: number, to: number) {
    return new Part(Math.min(SIZE, this.from + from), Math.min(SIZE, this.from + to))
  }
}

describe('inputs that are Blobs', () => {
  let reads = 0

  beforeEach(() => {
    reads = 0
    vi.stubGlobal('navigator', { deviceMemory: 8 })
    vi.stubGlobal(
      'FileReaderSync',
      class {
        readAsArrayBuffer({ from, to }: Part): ArrayBuffer {
          reads++
          return BYTES.slice(from, to).buffer
        }
      },
    )
  })
  afterEach(() => vi.unstubAllGlobals())

  const open = (cache: InputCache = new Map()) =>
    new BlobInputs([['/a', new Part(0, SIZE) as unknown as Blob]], cache).open({ name: 'a', path: '/a' })

  /** What is read from an offset on, and how often the browser was asked. */
  function readAll(offsets: readonly number[], length: number, cache?: InputCache): number {
    const bytes = open(cache)
    for (const offset of offsets) {
      const target = new Uint8Array(length)
      const expected = BYTES.subarray(offset, offset + length)
      expect(bytes.readAt(offset, target)).toBe(expected.length)
      expect(Buffer.compare(target.subarray(0, expected.length), expected)).toBe(0)
    }
    return reads
  }

  it('are read in few large pieces if lines follow each other', () => {
    const lines = Array.from({ length: 4000 }, (_, i) => i * 3000)
    expect(readAll(lines, 1500)).toBeLessThan(10)
  })

  it('are not read in full if lines are far apart', () => {
    const lines = [0, 4e6, 8e6, 11e6]
    expect(readAll(lines, 1500)).toBe(4)
  })

  it('are correct at any offset, for any length', () => {
    const random = new Random(1)
    const some = Array.from({ length: 60 }, () => Math.floor(random.unit() * SIZE))
    for (const length of [1, 5000, 1_000_000, 5_000_000]) readAll(some.slice(0, 20e6 / length), length)
    expect(open().readAt(SIZE, new Uint8Array(10))).toBe(0)
  })

  it.each(['shared', 'own'])('are read once if they fit into memory, %s memory of threads', (memory) => {
    const files = [['/a', new Part(0, SIZE) as unknown as Blob]] as const
    const shared = memory === 'shared' ? shareInputs(files, 3) : undefined
    expect(shared?.size).toBe(memory === 'shared' ? 1 : undefined)
    const cache = makeInputCache(files, 3, shared)
    const some = Array.from({ length: 300 }, (_, i) => (i * 7_654_321) % SIZE)
    expect(readAll(some, 1500, cache)).toBe(3)
    expect(readAll([...some].reverse(), 900_000, cache)).toBe(3)
    expect(open(cache).readAt(SIZE, new Uint8Array(10))).toBe(0)
    expect(open(cache).readAt(SIZE + 5, new Uint8Array(10))).toBe(0)
  })

  it('are not kept if they are too large', () => {
    const large = { size: 600 * 2 ** 20 } as Blob
    expect(makeInputCache([['/a', large]], 1, undefined).size).toBe(0)
    expect(makeInputCache([['/a', large]], 1, shareInputs([['/a', large]], 1)).size).toBe(0)
  })
})
