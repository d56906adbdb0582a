/// <reference types="node" />
import { gzipSync } from 'node:zlib'
import { openZstd } from '../parquet/node-zstd.js'
import type { OutputCompression } from './output-format.js'

/** Compresses a piece of a file on its own; the concatenation of compressed pieces is a valid compressed file. */
export type Pack = (bytes: Uint8Array) => Uint8Array

/**
 * Both formats allow many members (gzip) or frames (zstd) in a file, and every reader concatenates them. With pieces of a megabyte, that
 * costs less than 1 % in size, and writing needs no streams.
 */
export async function makePack(compression: OutputCompression | undefined): Promise<Pack | undefined> {
  if (compression === undefined) return undefined
  if (compression === 'gzip') return (bytes) => gzipSync(bytes, { level: 3 })
  const { compress } = await openZstd()
  return (bytes) => compress(bytes, 3)
}
