/// <reference types="node" />
import { gzipSync } from 'node:zlib'
import { openZstd } from '../parquet/node-zstd.js'
import type { OutputCompression } from './output-format.js'

/** Packs a piece of a file by itself; packed pieces in a row are a whole packed file. */
export type Pack = (bytes: Uint8Array) => Uint8Array

/**
 * Both formats allow many members (gzip) or frames (zstd) in a file, and every reader takes them as one. With pieces of a
 * megabyte that costs less than one part in a hundred, and writing stays plain calls.
 */
export async function makePack(compression: OutputCompression | undefined): Promise<Pack | undefined> {
  if (compression === undefined) return undefined
  if (compression === 'gzip') return (bytes) => gzipSync(bytes, { level: 3 })
  const { compress } = await openZstd()
  return (bytes) => compress(bytes, 3)
}
