import { TooLarge } from '../model/errors.js'

const PAGE = 65_536
const MAX_PAGES = 65_536
/** SIMD reads go beyond the end of what they read. */
const PADDING = 64
/** Pages taken at a time, so that few calls do: the system gives what is used of them. */
const MIN_PAGES = 256

/**
 * Memory that the kernel and all workers see. Arrays are handed out from it one after the other, and all at once are taken
 * back: one join after the other uses the same memory, since nobody knows when the system would free another.
 */
export class JoinMemory {
  readonly memory: WebAssembly.Memory
  /** The parts that were taken from the memory, in bytes: workers may have taken what lies between. */
  readonly #parts: { readonly start: number; readonly end: number }[] = []
  #part = 0
  #at = 0
  #isUsed = false

  constructor() {
    this.memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true })
    this.#parts.push({ start: PADDING, end: PAGE })
    this.#at = PADDING
  }

  /** An array of zeros. */
  readonly allocate = (words: number): Uint32Array => {
    const bytes = align(4 * words + PADDING)
    while (this.#part < this.#parts.length && this.#at + bytes > this.#parts[this.#part]!.end) {
      this.#part++
      this.#at = this.#parts[this.#part]?.start ?? 0
    }
    if (this.#part === this.#parts.length) {
      const needed = Math.ceil(bytes / PAGE)
      // Near the end of what there can be, only what is needed.
      const left = MAX_PAGES - this.memory.buffer.byteLength / PAGE
      const pages = Math.max(needed, Math.min(MIN_PAGES, left))
      this.#at = takePages(this.memory, pages)
      this.#parts.push({ start: this.#at, end: this.#at + pages * PAGE })
    }
    const array = new Uint32Array(this.memory.buffer, this.#at, words)
    this.#at += bytes
    return this.#isUsed ? array.fill(0) : array
  }

  /** Takes back all arrays that were handed out. */
  reset(): void {
    this.#part = 0
    this.#at = PADDING
    this.#isUsed = true
  }
}

/** An array of zeros for the caller alone, on pages of its own. */
export function takeWords(memory: WebAssembly.Memory, words: number): Uint32Array {
  const start = takePages(memory, Math.ceil((4 * words + PADDING) / PAGE))
  return new Uint32Array(memory.buffer, start, words)
}

/** New pages of zeros, for the caller alone; returns their first byte. */
function takePages(memory: WebAssembly.Memory, pages: number): number {
  try {
    return memory.grow(pages) * PAGE
  } catch {
    throw new TooLarge(
      'bytes in one join',
      memory.buffer.byteLength + pages * PAGE,
      MAX_PAGES * PAGE,
      'set a smaller memory budget, or split the collection',
    )
  }
}

function align(bytes: number): number {
  return Math.ceil(bytes / PADDING) * PADDING
}
