import { UnreadableInput } from '../../model/errors.js'
import type { Bytes, Input, Inputs } from '../ports.js'

/** Blobs by path. Threads hand each other these: a Blob is a reference to bytes, and no bytes go with it. */
export type BlobFiles = readonly (readonly [path: string, blob: Blob])[]

/** Inputs that are Blobs, such as files that somebody has dropped into a page. */
export class BlobInputs implements Inputs {
  readonly #blobs: ReadonlyMap<string, Blob>

  constructor(files: BlobFiles) {
    this.#blobs = new Map(files)
  }

  open({ name, path }: Input): Bytes {
    const blob = this.#blobs.get(path)
    if (blob === undefined) throw new UnreadableInput(name, 'no such file', 'check the path')
    return new BlobBytes(name, blob)
  }
}

/** Bytes that are read at a time: at first and after a jump, and where one read follows the other. */
const WINDOW = { min: 2 ** 18, max: 2 ** 22 }
/** To read so many bytes takes as long as to begin another read, which the browser's other process has to answer. */
const JUMP = 2 ** 19

/**
 * Reads a Blob in windows. Stages read single lines, and each read of a Blob takes about a millisecond, however short it is.
 */
export class BlobBytes implements Bytes {
  readonly #name: string
  readonly #blob: Blob
  #window: Uint8Array = new Uint8Array(0)
  /** Of the first byte of the window. */
  #offset = 0
  #windowBytes = WINDOW.min

  constructor(name: string, blob: Blob) {
    this.#name = name
    this.#blob = blob
  }

  get size(): number {
    return this.#blob.size
  }

  readAt(offset: number, target: Uint8Array): number {
    if (target.length >= WINDOW.max) {
      const bytes = this.#read(offset, target.length)
      target.set(bytes)
      return bytes.length
    }
    const end = this.#offset + this.#window.length
    if (offset < this.#offset || offset >= end) {
      if (offset >= this.#blob.size) return 0
      const isNear = offset >= this.#offset && offset - end < JUMP
      this.#windowBytes = isNear ? Math.min(2 * this.#windowBytes, WINDOW.max) : WINDOW.min
      this.#window = this.#read(offset, Math.max(this.#windowBytes, target.length))
      this.#offset = offset
    }
    const from = offset - this.#offset
    const bytes = this.#window.subarray(from, from + target.length)
    target.set(bytes)
    return bytes.length
  }

  /** Browsers refuse to read a file that has changed since it was chosen. */
  checkUnchanged(): void {}

  close(): void {}

  #read(offset: number, length: number): Uint8Array {
    return readBlob(this.#name, this.#blob.slice(offset, offset + length))
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
