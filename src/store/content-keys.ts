import type { ByteString } from './storage.js'

/** The number of parts: the values of the first byte. */
const PARTS = 256

/**
 * A set of content keys. A `Set` holds at most 2 ** 24 values, fewer than an index may have contents, so there is one for each first byte:
 * content keys are hashes, and fill all of them alike.
 */
export class ContentKeys {
  readonly #parts = Array.from({ length: PARTS }, () => new Set<ByteString>())

  add(key: ByteString): void {
    this.#parts[key.charCodeAt(0)]!.add(key)
  }

  /** The keys in ascending order. */
  *sorted(): Generator<ByteString> {
    for (const part of this.#parts) yield* [...part].sort()
  }
}
