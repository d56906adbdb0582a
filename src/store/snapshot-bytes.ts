import { InvalidArtifact } from '../model/errors.js'

/** The maximum length of the first line of a snapshot, and of a part of a frame; anything longer is not a snapshot. */
const MAX_LINE = 2 ** 24
const MAX_PIECE = 2 ** 30

/** Splits a stream of bytes into pieces. */
export class SnapshotBytes {
  readonly #source: AsyncIterator<Uint8Array>
  #chunk: Uint8Array = new Uint8Array(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The bytes up to the next newline, which is skipped. */
  async line(): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    let length = 0
    for (;;) {
      const end = this.#chunk.indexOf(10)
      length += end >= 0 ? end : this.#chunk.length
      if (length > MAX_LINE) throw damaged('its first line is too long')
      if (end >= 0) {
        parts.push(this.#chunk.subarray(0, end))
        this.#chunk = this.#chunk.subarray(end + 1)
        return concatenate(parts)
      }
      parts.push(this.#chunk)
      await this.#next()
    }
  }

  async take(count: number): Promise<Uint8Array> {
    if (count > MAX_PIECE) throw damaged('a part is too large')
    const parts: Uint8Array[] = []
    let missing = count
    while (missing > this.#chunk.length) {
      parts.push(this.#chunk)
      missing -= this.#chunk.length
      await this.#next()
    }
    parts.push(this.#chunk.subarray(0, missing))
    this.#chunk = this.#chunk.subarray(missing)
    return concatenate(parts)
  }

  async #next(): Promise<void> {
    const { value, done } = await this.#source.next()
    if (done) throw damaged('it was cut off')
    this.#chunk = value
  }
}

/** The error for a snapshot that is damaged. */
export function damaged(problem: string): InvalidArtifact {
  return new InvalidArtifact('a snapshot', `it is damaged: ${problem}`, 'create the snapshot again')
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
