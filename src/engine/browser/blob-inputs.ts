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

class BlobBytes implements Bytes {
  readonly #name: string
  readonly #blob: Blob

  constructor(name: string, blob: Blob) {
    this.#name = name
    this.#blob = blob
  }

  get size(): number {
    return this.#blob.size
  }

  readAt(offset: number, target: Uint8Array): number {
    const bytes = readBlob(this.#name, this.#blob.slice(offset, offset + target.length))
    target.set(bytes)
    return bytes.length
  }

  /** Browsers refuse to read a file that has changed since it was chosen. */
  checkUnchanged(): void {}

  close(): void {}
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
