// What the readers of formats use of `node:zlib`. The bundle of the page has this in its place.

import { decompressBrotli, decompressGzip } from 'hyparquet-compressors'
import { GzipDecoder } from './inflate.js'

export { crc32 } from './crc32.js'

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

/** Unpacks what `pipeline` hands to it. */
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
