import { UnreadableInput } from '../../model/errors.js'
import type { Bytes, Input, Inputs } from '../ports.js'
import type { BlobFiles } from './blob-files.js'
import { type CachedFile, CHUNK, type InputCache } from './input-cache.js'

/** Inputs that are Blobs, such as files dropped onto a page. */
export class BlobInputs implements Inputs {
  readonly #blobs: ReadonlyMap<string, Blob>
  readonly #cache: InputCache

  constructor(files: BlobFiles, cache: InputCache) {
    this.#blobs = new Map(files)
    this.#cache = cache
  }

  open({ name, path }: Input): Bytes {
    const blob = this.#blobs.get(path)
    if (blob === undefined) throw new UnreadableInput(name, 'no such file', 'check the path')
    const cached = this.#cache.get(path)
    return cached === undefined ? new BlobBytes(name, blob) : new CachedBytes(name, blob, cached)
  }
}

/** A Blob whose bytes are cached once they have been read. */
class CachedBytes implements Bytes {
  readonly #name: string
  readonly #blob: Blob
  readonly #cached: CachedFile

  constructor(name: string, blob: Blob, cached: CachedFile) {
    this.#name = name
    this.#blob = blob
    this.#cached = cached
  }

  get size(): number {
    return this.#blob.size
  }

  readAt(offset: number, target: Uint8Array): number {
    const end = Math.min(offset + target.length, this.size)
    let at = offset
    while (at < end) {
      const number = Math.floor(at / CHUNK)
      const from = at - number * CHUNK
      const wanted = this.#chunk(number).subarray(from, from + end - at)
      target.set(wanted, at - offset)
      at += wanted.length
    }
    return at - offset
  }

  #chunk(number: number): Uint8Array {
    const known = this.#cached.get(number)
    if (known !== undefined) return known
    const read = readBlob(this.#name, this.#blob.slice(number * CHUNK, (number + 1) * CHUNK))
    this.#cached.set(number, read)
    return read
  }

  /** Browsers refuse to read a file that has changed since it was chosen; bytes read before that stay valid. */
  checkUnchanged(): void {}

  close(): void {}
}

/** The number of bytes that are read at a time: at first and after a jump, and when reads are consecutive. */
const WINDOW = { min: 2 ** 18, max: 2 ** 22 }
/** Reading this many bytes takes as long as starting another read, which another process of the browser has to answer. */
const JUMP = 2 ** 19

/**
 * Reads a Blob in windows. Stages read single lines, and each read of a Blob takes about a millisecond, however short it is.
 */
export class BlobBytes implements Bytes {
  readonly #name: string
  readonly #blob: Blob
  #window: Uint8Array = new Uint8Array(0)
  /** The offset of the first byte of the window. */
  #offset = 0
  #windowBytes: number

  /** @param isReadInOrder whether most of it is read, one part after the other */
  constructor(name: string, blob: Blob, isReadInOrder = false) {
    this.#name = name
    this.#blob = blob
    this.#windowBytes = isReadInOrder ? WINDOW.max : WINDOW.min
  }

  get size(): number {
    return this.#blob.size
  }

  readAt(offset: number, target: Uint8Array): number {
    let done = 0
    while (done < target.length && offset + done < this.#blob.size) {
      this.#move(offset + done, target.length - done)
      const from = offset + done - this.#offset
      const bytes = this.#window.subarray(from, from + target.length - done)
      target.set(bytes, done)
      done += bytes.length
    }
    return done
  }

  /** Browsers refuse to read a file that has changed since it was chosen. */
  checkUnchanged(): void {}

  close(): void {}

  /** Moves the window so that it contains this byte. */
  #move(offset: number, needed: number): void {
    const end = this.#offset + this.#window.length
    if (offset >= this.#offset && offset < end) return
    if (end > 0) {
      const isNear = offset >= end && offset - end < JUMP
      this.#windowBytes = isNear ? Math.min(2 * this.#windowBytes, WINDOW.max) : WINDOW.min
    }
    const bytes = Math.max(this.#windowBytes, Math.min(needed, WINDOW.max))
    this.#window = readBlob(this.#name, this.#blob.slice(offset, offset + bytes))
    this.#offset = offset
  }
}

/**
 * The bytes of a Blob. Only workers can read one synchronously.
 *
 * @throws UnreadableInput
 */
export function readBlob(name: string, blob: Blob): Uint8Array<ArrayBuffer> {
  if (blob.size === 0) return new Uint8Array(0)
  try {
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob))
  } catch {
    throw new UnreadableInput(
      name,
      'the browser cannot read it; it may have been changed or removed since it was chosen',
      'choose it again',
    )
  }
}
