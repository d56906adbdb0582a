/// <reference types="node" />
import { mix32 } from '../../hash/mix.js'
import { damaged, hashWords, nextHash, readWord, writeWord } from '../set-bytes.js'
import type { ByteString } from '../storage.js'
import type { LmdbTable } from './lmdb-types.js'

/** Bytes that a checksum adds to a value. */
export const CHECKSUM_BYTES = 4

/**
 * A table whose values have checksums, because LMDB has none. A checksum includes the key, so that a value under a wrong key is
 * detected, too.
 *
 * @throws InvalidArtifact if a value is damaged
 */
export class CheckedTable {
  readonly #table: LmdbTable
  /** The buffer of the last value as words: fast reads use the same one every time. */
  #words: Uint32Array = new Uint32Array(0)

  constructor(table: LmdbTable) {
    this.#table = table
  }

  get(key: ByteString): Uint8Array | undefined {
    return this.#checked(key, this.#table.get(key))
  }

  /** The same, in a buffer that the next call overwrites. */
  getFast(key: ByteString): Uint8Array | undefined {
    return this.#checked(key, this.#table.getBinaryFast(key))
  }

  /** @param options `append`: the key is the last one of the table */
  put(key: ByteString, value: Uint8Array, options?: { readonly append: true }): void {
    const { length } = value
    const bytes = new Uint8Array(length + CHECKSUM_BYTES)
    bytes.set(value)
    writeWord(bytes, length, this.#checksum(key, bytes, length))
    checkPut(this.#table.putSync(key, bytes, options))
  }

  remove(key: ByteString): void {
    this.#table.removeSync(key)
  }

  #checked(key: ByteString, bytes: Uint8Array | undefined): Uint8Array | undefined {
    if (bytes === undefined) return undefined
    const length = bytes.length - CHECKSUM_BYTES
    if (length < 0 || readWord(bytes, length) !== this.#checksum(key, bytes, length)) throw damaged()
    return bytes.subarray(0, length)
  }

  #checksum(key: ByteString, bytes: Uint8Array, length: number): number {
    let hash = length
    for (let i = 0; i < key.length; i++) hash = nextHash(hash, key.charCodeAt(i))
    const count = length >> 2
    const { buffer, byteOffset } = bytes
    if (byteOffset % 4 === 0) {
      if (this.#words.buffer !== buffer) this.#words = new Uint32Array(buffer, 0, buffer.byteLength >> 2)
      hash = hashWords(hash, this.#words, byteOffset / 4, count)
    } else
      hash = hashWords(hash, new Uint32Array(new Uint8Array(bytes.subarray(0, 4 * count)).buffer), 0, count)
    for (let i = 4 * count; i < length; i++) hash = nextHash(hash, bytes[i]!)
    return mix32(hash)
  }
}

/** LMDB refuses to append a key that is not the last one. */
export function checkPut(isDone: boolean): void {
  if (!isDone) throw new Error('keys of an index are written out of order')
}
