/// <reference types="node" />
import { closeSync, openSync, readSync } from 'node:fs'

/** Counts newlines from place to place, onwards only. */
export class LineCounter {
  readonly #handle: number
  readonly #chunk = Buffer.allocUnsafe(2 ** 20)
  #place = 0
  #line = 1

  constructor(path: string) {
    this.#handle = openSync(path, 'r')
  }

  /** The line of this byte, which lies behind the one asked for before. */
  lineAt(end: number): number {
    while (this.#place < end) {
      const read = readSync(
        this.#handle,
        this.#chunk,
        0,
        Math.min(this.#chunk.length, end - this.#place),
        this.#place,
      )
      if (read === 0) break
      const bytes = this.#chunk.subarray(0, read)
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) this.#line++
      this.#place += read
    }
    return this.#line
  }

  close(): void {
    closeSync(this.#handle)
  }
}

/** The 1-based line of one byte of a file. */
export function lineOfByte(path: string, byte: number): number {
  const counter = new LineCounter(path)
  try {
    return counter.lineAt(byte)
  } finally {
    counter.close()
  }
}
