// The parts of `node:zlib` that format readers use. The bundle of the page replaces the module with this one.

import { decompressBrotli, decompressGzip } from 'hyparquet-compressors'
import { GzipDecoder } from './inflate.js'

export { crc32 } from './crc32.js'

interface UnpackOptions {
  /** The size of the decompressed data, which is known. */
  readonly maxOutputLength: number
}

export function gunzipSync(bytes: Uint8Array, { maxOutputLength }: UnpackOptions): Uint8Array {
  return decompressGzip(bytes, maxOutputLength)
}

export function brotliDecompressSync(bytes: Uint8Array, { maxOutputLength }: UnpackOptions): Uint8Array {
  return decompressBrotli(bytes, maxOutputLength)
}

/** A page never compresses anything. */
export function gzipSync(): never {
  throw new Error('compression is not available in a page')
}

export function brotliCompressSync(): never {
  throw new Error('compression is not available in a page')
}

export const constants = {}

/** Decompresses the data that `pipeline` passes to it. */
export class Gunzip {
  #chunks: AsyncIterable<Uint8Array> | undefined

  async fill(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    this.#chunks = chunks
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    const decoder = new GzipDecoder()
    for await (const chunk of this.#chunks ?? []) yield* decoder.push(chunk, false)
    yield* decoder.push(new Uint8Array(0), true)
  }
}

export function createGunzip(): Gunzip {
  return new Gunzip()
}
