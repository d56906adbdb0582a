// What the readers of formats use of `node:zlib`. The bundle of the page has this in its place.

import { decompressBrotli, decompressGzip } from 'hyparquet-compressors'

interface UnpackOptions {
  /** Bytes that there must be. */
  readonly maxOutputLength: number
}

export function gunzipSync(bytes: Uint8Array, { maxOutputLength }: UnpackOptions): Uint8Array {
  return decompressGzip(bytes, maxOutputLength)
}

export function brotliDecompressSync(bytes: Uint8Array, { maxOutputLength }: UnpackOptions): Uint8Array {
  return decompressBrotli(bytes, maxOutputLength)
}

/** Nothing is packed in a page. */
export function gzipSync(): never {
  throw new Error('compression is not available in a page')
}

export function brotliCompressSync(): never {
  throw new Error('compression is not available in a page')
}

export const constants = {}

/** Unpacks what `pipeline` writes to it. */
export class Gunzip {
  readonly #stream = new DecompressionStream('gzip')

  async fill(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const writer = this.#stream.writable.getWriter()
    for await (const chunk of chunks) await writer.write(chunk as Uint8Array<ArrayBuffer>)
    await writer.close()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    const reader = this.#stream.readable.getReader()
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw Object.assign(new Error('not gzip'), { code: 'Z_DATA_ERROR' })
      })
      if (done) return
      yield value
    }
  }
}

export function createGunzip(): Gunzip {
  return new Gunzip()
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

export function crc32(bytes: Uint8Array, before = 0): number {
  let rest = ~before
  for (const byte of bytes) rest = TABLE[(rest ^ byte) & 255]! ^ (rest >>> 8)
  return ~rest >>> 0
}
