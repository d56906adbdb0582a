import { UnreadableInput } from '../../../model/errors.js'
import type { Source, SourceFile } from '../../../read/source.js'
import type { Bytes, Inputs } from '../../ports.js'

/** The number of files that are kept open at a time. */
const MAX_OPEN = 64

/** Reads single records again, by their locations. */
export class RecordReader {
  readonly #inputs: Inputs
  readonly #files: readonly SourceFile[]
  /** Least recently used first. */
  readonly #open = new Map<number, Bytes>()

  constructor(inputs: Inputs, source: Pick<Source, 'files'>) {
    this.#inputs = inputs
    this.#files = source.files
  }

  /** Reads bytes of a file of the source, from `start` on, into the target or, by default, into newly allocated memory. */
  read(fileIndex: number, start: number, length: number, target = new Uint8Array(length)): Uint8Array {
    const file = this.#files[fileIndex]!
    if (!readFully(this.#bytes(fileIndex, file), start, target)) {
      throw new UnreadableInput(
        file.name,
        'it became shorter while it was being read',
        'do not change it during a run, and run again',
      )
    }
    return target
  }

  close(): void {
    for (const bytes of this.#open.values()) bytes.close()
    this.#open.clear()
  }

  #bytes(index: number, file: SourceFile): Bytes {
    const bytes = this.#open.get(index) ?? this.#inputs.open(file)
    this.#open.delete(index)
    this.#open.set(index, bytes)
    if (this.#open.size > MAX_OPEN) {
      const [oldest, old] = this.#open.entries().next().value as [number, Bytes]
      old.close()
      this.#open.delete(oldest)
    }
    return bytes
  }
}

/** Fills the target with the bytes from an offset on. Returns false if there are too few. */
export function readFully(bytes: Bytes, offset: number, target: Uint8Array): boolean {
  for (let done = 0; done < target.length; ) {
    const read = bytes.readAt(offset + done, done === 0 ? target : target.subarray(done))
    if (read === 0) return false
    done += read
  }
  return true
}
