import { describe, expect, it } from 'vitest'
import xxhash from 'xxhash-wasm'
import { openZstd } from '../../../src/parquet/node-zstd.js'
import { unpackZstd, ZstdFault } from '../../../src/read/zstd.js'
import fc from '../../property.js'

const { compress } = await openZstd()
const { h64Raw: hash } = await xxhash()

/** A frame with a checksum, its content as it is (RFC 8878, section 3.1.1). */
function rawFrame(content: Uint8Array): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  const block = (content.length << 3) | 1
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32LE(Number(BigInt.asUintN(32, hash(content))))
  const head = [0x28, 0xb5, 0x2f, 0xfd, 0b1010_0100, ...size, block & 255, (block >> 8) & 255, block >> 16]
  return Buffer.concat([Buffer.from(head), content, checksum])
}

/** A frame of user data, which is to be skipped. */
function userFrame(length: number): Buffer {
  const head = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 0, 0, 0, 0])
  head.writeUInt32LE(length, 4)
  return Buffer.concat([head, Buffer.alloc(length, 0x28)])
}

async function unpack(bytes: Uint8Array, piece: number): Promise<Buffer> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  const parts: Uint8Array[] = []
  for await (const part of unpackZstd(chunks())) parts.push(part)
  return Buffer.concat(parts)
}

describe('unpackZstd', () => {
  it('gives what was packed, in any frames and pieces', async () => {
    const content = fc.uint8Array({ maxLength: 300 })
    const frame = fc.tuple(fc.constantFrom('packed', 'raw', 'user'), content)
    await fc.assert(
      fc.asyncProperty(
        fc.array(frame, { maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        async (frames, piece) => {
          const packed = frames.map(([kind, bytes]) => {
            if (kind === 'user') return userFrame(bytes.length)
            return kind === 'raw' ? rawFrame(bytes) : Buffer.from(compress(bytes))
          })
          const expected = Buffer.concat(frames.flatMap(([kind, bytes]) => (kind === 'user' ? [] : [bytes])))
          expect((await unpack(Buffer.concat(packed), piece)).equals(expected)).toBe(true)
        },
      ),
    )
  })

  it('refuses data that are cut short at any place', async () => {
    const frame = rawFrame(Buffer.from('some text that is packed'))
    const whole = Buffer.concat([
      frame,
      userFrame(5),
      Buffer.from(compress(Buffer.from('more of it '.repeat(20)))),
    ])
    const ends = [0, frame.length, frame.length + 13]
    for (let length = 0; length < whole.length; length++) {
      const result = unpack(whole.subarray(0, length), 7)
      if (ends.includes(length)) await result
      else await expect(result, `${length} bytes`).rejects.toThrow(ZstdFault)
    }
  })

  it('refuses data of another checksum', async () => {
    const frame = rawFrame(Buffer.from('some text that is packed'))
    frame[frame.length - 10]! ^= 1
    await expect(unpack(frame, 1000)).rejects.toThrow('a zstd checksum does not match')
  })

  it('gives blocks one by one, however many lie in a chunk', async () => {
    // 4,000 blocks of 128 KB, four bytes each: half a gigabyte in 16 KB.
    const head = [0x28, 0xb5, 0x2f, 0xfd, 0, 0x38]
    const block = (isLast: boolean) => {
      const header = ((2 ** 17) << 3) | 2 | (isLast ? 1 : 0)
      return [header & 255, (header >> 8) & 255, header >> 16, 0x61]
    }
    const blocks = Array.from({ length: 4000 }, (_, i) => block(i === 3999)).flat()
    let [largest, total] = [0, 0]
    async function* chunk() {
      yield Uint8Array.from([...head, ...blocks])
    }
    for await (const { length } of unpackZstd(chunk())) {
      largest = Math.max(largest, length)
      total += length
    }
    expect([largest, total]).toEqual([2 ** 17, 4000 * 2 ** 17])
  })

  it('refuses a window beyond 128 MB before it is filled', async () => {
    const head = [0x28, 0xb5, 0x2f, 0xfd, 0, (31 - 10) << 3]
    await expect(unpack(Uint8Array.from([...head, 1, 0, 0]), 100)).rejects.toThrow('a window of 2.1 GB')
  })
})
