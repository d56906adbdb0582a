import { TooLarge } from '../model/errors.js'

const PAGE = 65_536
const MAX_PAGES = 65_536
/** SIMD reads can go beyond the end of the data. */
const PADDING = 64
/** The number of pages to allocate at a time, to keep calls rare; the system provides only those that are used. */
const MIN_PAGES = 256

/**
 * Memory shared by the kernel and all workers. Arrays are allocated one after another and released all at once. Successive joins use the
 * same memory, because nobody can predict when the system would free an old one.
 */
export class JoinMemory {
  readonly memory: WebAssembly.Memory
  /** The parts allocated from the memory, in bytes; workers may have allocated what is between them. */
  readonly #parts: { readonly start: number; readonly end: number }[] = []
  #part = 0
  #at = 0
  #isUsed = false

  constructor() {
    this.memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true })
    this.#parts.push({ start: PADDING, end: PAGE })
    this.#at = PADDING
  }

  /** Allocates an array of zeros. */
  readonly allocate = (words: number): Uint32Array => {
    const bytes = align(4 * words + PADDING)
    while (this.#part < this.#parts.length && this.#at + bytes > this.#parts[this.#part]!.end) {
      this.#part++
      this.#at = this.#parts[this.#part]?.start ?? 0
    }
    if (this.#part === this.#parts.length) {
      const needed = Math.ceil(bytes / PAGE)
      // Near the maximum size, allocate only what is needed.
      const left = MAX_PAGES - this.memory.buffer.byteLength / PAGE
      const pages = Math.max(needed, Math.min(MIN_PAGES, left))
      this.#at = takePages(this.memory, pages)
      this.#parts.push({ start: this.#at, end: this.#at + pages * PAGE })
    }
    const array = new Uint32Array(this.memory.buffer, this.#at, words)
    this.#at += bytes
    return this.#isUsed ? array.fill(0) : array
  }

  /** Releases all arrays. */
  reset(): void {
    this.#part = 0
    this.#at = PADDING
    this.#isUsed = true
  }
}

/** Allocates an array of zeros on its own pages, for the caller alone. */
export function takeWords(memory: WebAssembly.Memory, words: number): Uint32Array {
  const start = takePages(memory, Math.ceil((4 * words + PADDING) / PAGE))
  return new Uint32Array(memory.buffer, start, words)
}

/** Allocates new pages of zeros for the caller alone; returns the address of the first byte. */
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
