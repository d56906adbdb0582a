/// <reference types="node" />
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { compressHadoopLz4, compressLz4 } from './lz4.js'
import { openZstd } from './node-zstd.js'
import type { PackPage } from './page-builder.js'
import { CODECS } from './page-header.js'
import { ParquetFault } from './thrift.js'

/** Compresses and decompresses pages. */
export interface Codecs {
  /** Decompresses a page, whose size must be that in its header. */
  unpack(codec: number, bytes: Uint8Array, size: number): Uint8Array
  /**
   * How pages of a column with this codec are compressed again: with the same codec. A codec that cannot be read cannot be written either.
   */
  packing(codec: number): { readonly codec: number; readonly pack: PackPage }
}

let ready: Promise<Codecs> | undefined

/** Loads the codecs, once. */
export function openCodecs(): Promise<Codecs> {
  ready ??= loadCodecs()
  return ready
}

async function loadCodecs(): Promise<Codecs> {
  const { compressors } = await import('hyparquet-compressors')
  const { snappyCompress } = await import('hyparquet-writer/src/snappy.js')
  const zstd = await openZstd()

  const unpackers: Readonly<Record<number, (bytes: Uint8Array, size: number) => Uint8Array>> = {
    [CODECS.UNCOMPRESSED]: (bytes) => bytes,
    [CODECS.SNAPPY]: compressors.SNAPPY!,
    [CODECS.GZIP]: (bytes, size) => gunzipSync(bytes, { maxOutputLength: size }),
    [CODECS.BROTLI]: (bytes, size) => brotliDecompressSync(bytes, { maxOutputLength: size }),
    [CODECS.LZ4]: compressors.LZ4!,
    [CODECS.LZ4_RAW]: compressors.LZ4_RAW!,
    [CODECS.ZSTD]: (bytes, size) => {
      checkZstd(bytes, size)
      return zstd.decompress(bytes, { defaultHeapSize: size })
    },
  }
  const packers: Readonly<Record<number, PackPage>> = {
    [CODECS.UNCOMPRESSED]: (bytes) => bytes,
    [CODECS.SNAPPY]: snappyCompress,
    [CODECS.GZIP]: (bytes) => gzipSync(bytes),
    [CODECS.BROTLI]: (bytes) =>
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    [CODECS.LZ4]: compressHadoopLz4,
    [CODECS.LZ4_RAW]: compressLz4,
    [CODECS.ZSTD]: (bytes) => zstd.compress(bytes, 3),
  }
  return {
    unpack(codec, bytes, size) {
      // Writers differ in how they compress an empty page.
      if (size === 0) return new Uint8Array(0)
      const unpack = unpackers[codec]
      if (unpack === undefined) throw unsupported(codec)
      let unpacked: Uint8Array
      try {
        unpacked = unpack(bytes, size)
      } catch (error) {
        throw error instanceof ParquetFault
          ? error
          : new ParquetFault(`a page cannot be decompressed (${(error as Error).message})`)
      }
      if (unpacked.length !== size) {
        throw new ParquetFault(`a page has ${unpacked.length} bytes instead of ${size}`)
      }
      return unpacked
    },
    packing(codec) {
      const pack = packers[codec]
      if (pack === undefined) throw unsupported(codec)
      return { codec, pack }
    },
  }
}

function unsupported(codec: number): ParquetFault {
  return new ParquetFault(`its compression is not supported (codec ${codec})`)
}

/** The decoder trusts the size stated in the frame, so it must be that of the page, if it is stated. */
function checkZstd(bytes: Uint8Array, size: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 6) throw new ParquetFault('a page ends early')
  if (view.getUint32(0, true) !== 0xfd2fb528) throw new ParquetFault('a page is not zstd')
  const flags = view.getUint8(4)
  const isSingle = (flags & 0x20) !== 0
  const width = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6]!
  if (width === 0) return
  const at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][flags & 3]!
  if (at + width > bytes.length) throw new ParquetFault('a page ends early')
  const stated =
    width === 1
      ? view.getUint8(at)
      : width === 2
        ? view.getUint16(at, true) + 256
        : width === 4
          ? view.getUint32(at, true)
          : Number(view.getBigUint64(at, true))
  if (stated !== size) throw new ParquetFault(`a page has ${stated} bytes instead of ${size}`)
}
