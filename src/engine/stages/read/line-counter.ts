import type { Bytes, Input, Inputs } from '../../ports.js'

const NEWLINE = 0x0a

/** Counts newlines from offset to offset, forward only. */
export class LineCounter {
  readonly #bytes: Bytes
  readonly #chunk = new Uint8Array(2 ** 20)
  #offset = 0
  #line = 1

  constructor(inputs: Inputs, input: Input) {
    this.#bytes = inputs.open(input)
  }

  /** The line of this byte, which must be after the one of the previous call. */
  lineAt(end: number): number {
    while (this.#offset < end) {
      const room = this.#chunk.subarray(0, Math.min(this.#chunk.length, end - this.#offset))
      const read = this.#bytes.readAt(this.#offset, room)
      if (read === 0) break
      this.#line += countNewlines(room.subarray(0, read))
      this.#offset += read
    }
    return this.#line
  }

  close(): void {
    this.#bytes.close()
  }
}

export function countNewlines(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++
  return count
}

/** The 1-based line of one byte of an input. */
export function lineOfByte(inputs: Inputs, input: Input, byte: number): number {
  const counter = new LineCounter(inputs, input)
  try {
    return counter.lineAt(byte)
  } finally {
    counter.close()
  }
}
