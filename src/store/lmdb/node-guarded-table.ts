/// <reference types="node" />
import type { ByteString } from '../storage.js'
import type { LmdbTable } from './lmdb-types.js'
import { lmdbFault } from './node-lmdb-fault.js'

/**
 * A table whose errors name its file.
 *
 * @throws InvalidArtifact if LMDB finds damage
 */
export class GuardedTable implements LmdbTable {
  readonly #table: LmdbTable
  readonly #path: string

  constructor(table: LmdbTable, path: string) {
    this.#table = table
    this.#path = path
  }

  get(key: ByteString): Uint8Array | undefined {
    try {
      return this.#table.get(key)
    } catch (error) {
      throw lmdbFault(this.#path, error)
    }
  }

  getBinaryFast(key: ByteString): Uint8Array | undefined {
    try {
      return this.#table.getBinaryFast(key)
    } catch (error) {
      throw lmdbFault(this.#path, error)
    }
  }

  doesExist(key: ByteString): boolean {
    try {
      return this.#table.doesExist(key)
    } catch (error) {
      throw lmdbFault(this.#path, error)
    }
  }

  putSync(key: ByteString, value: Uint8Array, options?: { readonly append: true }): boolean {
    try {
      return this.#table.putSync(key, value, options)
    } catch (error) {
      throw lmdbFault(this.#path, error)
    }
  }

  removeSync(key: ByteString): boolean {
    try {
      return this.#table.removeSync(key)
    } catch (error) {
      throw lmdbFault(this.#path, error)
    }
  }

  *getKeys(range: Parameters<LmdbTable['getKeys']>[0]): Generator<ByteString> {
    try {
      yield* this.#table.getKeys(range)
    } catch (error) {
      throw lmdbFault(this.#path, error)
    }
  }
}
