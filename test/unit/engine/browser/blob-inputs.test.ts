import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BlobInputs } from '../../../../src/engine/browser/blob-inputs.js'
import { Random } from '../../../../src/hash/random.js'

const SIZE = 12_000_000
const BYTES = Uint8Array.from({ length: SIZE }, (_, i) => (i * 2_654_435_761) >>> 24)

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

  const open = () =>
    new BlobInputs([['/a', new Part(0, SIZE) as unknown as Blob]]).open({ name: 'a', path: '/a' })

  /** What is read from an offset on, and how often the browser was asked. */
  function readAll(offsets: readonly number[], length: number): number {
    const bytes = open()
    for (const offset of offsets) {
      const target = new Uint8Array(Math.min(length, SIZE - offset))
      for (let end = 0; end < target.length; ) {
        const read = bytes.readAt(offset + end, target.subarray(end))
        expect(read).toBeGreaterThan(0)
        end += read
      }
      expect(Buffer.compare(target, BYTES.subarray(offset, offset + target.length))).toBe(0)
    }
    return reads
  }

  it('are read in few large pieces where lines follow each other', () => {
    const lines = Array.from({ length: 4000 }, (_, i) => i * 3000)
    expect(readAll(lines, 1500)).toBeLessThan(10)
  })

  it('are not read in full where lines are far apart', () => {
    const lines = [0, 4e6, 8e6, 11e6]
    expect(readAll(lines, 1500)).toBe(4)
  })

  it('are right at any offset, for any length', () => {
    const random = new Random(1)
    const some = Array.from({ length: 60 }, () => Math.floor(random.unit() * SIZE))
    for (const length of [1, 5000, 1_000_000, 5_000_000]) readAll(some.slice(0, 20e6 / length), length)
    expect(open().readAt(SIZE, new Uint8Array(10))).toBe(0)
  })
})
