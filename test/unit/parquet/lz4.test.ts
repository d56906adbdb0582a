import { compressors } from 'hyparquet-compressors'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { compressHadoopLz4, compressLz4 } from '../../../src/parquet/lz4.js'

function inputs(): Uint8Array[] {
  const random = new Random(7)
  const text = Buffer.from('the same words again and again, '.repeat(9000))
  const noise = Uint8Array.from({ length: 70_000 }, () => random.bits() & 0xff)
  const mixed = Buffer.concat([noise.subarray(0, 3000), text, noise, text.subarray(0, 100)])
  const short = Array.from({ length: 40 }, (_, i) =>
    Buffer.from('abcdabcdabcdabcdabcd'.repeat(2)).subarray(0, i + 1),
  )
  return [text, noise, mixed, new Uint8Array(1 << 20), ...short]
}

describe('LZ4', () => {
  it('is read again, with and without the sizes that Hadoop writes', () => {
    for (const bytes of inputs()) {
      const raw = compressLz4(bytes)
      // Compared as bytes: toEqual would take seconds for a megabyte.
      expect(Buffer.compare(compressors.LZ4_RAW!(raw, bytes.length), bytes)).toBe(0)
      const framed = compressHadoopLz4(bytes)
      expect(Buffer.compare(compressors.LZ4!(framed, bytes.length), bytes)).toBe(0)
    }
  })

  it('makes repeated bytes smaller, and others hardly larger', () => {
    const [text, noise] = inputs() as [Uint8Array, Uint8Array]
    expect(compressLz4(text).length).toBeLessThan(text.length / 50)
    expect(compressLz4(noise).length).toBeLessThan(noise.length * 1.005 + 16)
  })
})
