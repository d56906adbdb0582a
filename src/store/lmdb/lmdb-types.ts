// The part of the package `lmdb` that is used. Its own types are not imported, because the package must be optional for those who
// type-check a program against this one, too.

import type { ByteString } from '../storage.js'

export interface LmdbModule {
  open(options: LmdbOptions & { readonly path: string }): LmdbEnvironment
}

interface LmdbOptions {
  readonly maxDbs?: number
  readonly maxReaders?: number
  readonly overlappingSync?: boolean
  readonly readOnly?: boolean
  readonly noSubdir?: boolean
  readonly noSync?: boolean
}

export interface LmdbEnvironment {
  openDB(options: {
    readonly name: string
    readonly keyEncoder: LmdbKeyEncoder
    readonly encoding: 'binary'
  }): LmdbTable
  /** All or nothing: if the action throws, what it has written is discarded. `transaction` would commit it. */
  childTransaction<Result>(action: () => Result): Promise<Result>
  transactionSync(action: () => void): void
  resetReadTxn(): void
  readerCheck(): number
  backup(path: string, compact: boolean): Promise<void>
  close(): Promise<void>
}

export interface LmdbTable {
  get(key: ByteString): Uint8Array | undefined
  /** The same, in a buffer that the next call overwrites. */
  getBinaryFast(key: ByteString): Uint8Array | undefined
  doesExist(key: ByteString): boolean
  /** @param options `append`: the key is the last one of the table */
  putSync(key: ByteString, value: Uint8Array, options?: { readonly append: true }): boolean
  removeSync(key: ByteString): boolean
  getKeys(range: {
    readonly start: ByteString
    readonly end: ByteString
    readonly limit?: number
  }): Iterable<ByteString>
}

export interface LmdbKeyEncoder {
  writeKey(key: ByteString, target: Uint8Array, position: number): number
  readKey(source: Uint8Array, start: number, end: number): ByteString
}
