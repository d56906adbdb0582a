import { TooLarge } from '../model/errors.js'

const PAGE = 65_536
const MOST_PAGES = 65_536
/** SIMD reads go beyond the end of what they read. */
const PADDING = 64
/** Pages taken at a time, so that few calls do. */
const LEAST_PAGES = 16

/** Memory that the kernel and all workers see: arrays are handed out from it one after the other, and all end with it. */
export class JoinMemory {
  readonly memory: WebAssembly.Memory
  #end = PADDING
  #limit = PAGE

  constructor() {
    this.memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true })
  }

  /** An array of zeros. */
  readonly allocate = (words: number): Uint32Array => {
    const start = this.#end
    this.#end = align(start + 4 * words + PADDING)
    if (this.#end > this.#limit) {
      const pages = Math.max(LEAST_PAGES, Math.ceil((this.#end - this.#limit) / PAGE))
      const from = takePages(this.memory, pages)
      // Nobody else takes pages while a join is made ready, so they follow what is there.
      this.#limit = from + pages * PAGE
    }
    return new Uint32Array(this.memory.buffer, start, words)
  }
}

/** New pages of zeros, for the caller alone; returns their first byte. */
export function takePages(memory: WebAssembly.Memory, pages: number): number {
  try {
    return memory.grow(pages) * PAGE
  } catch {
    throw new TooLarge(
      'bytes in one join',
      memory.buffer.byteLength + pages * PAGE,
      MOST_PAGES * PAGE,
      'give a memory budget below it, or split the collection',
    )
  }
}

/** An array of zeros for the caller alone, on pages of its own. */
export function takeWords(memory: WebAssembly.Memory, words: number): Uint32Array {
  const bytes = 4 * words + PADDING
  const start = takePages(memory, Math.ceil(bytes / PAGE))
  return new Uint32Array(memory.buffer, start, words)
}

function align(place: number): number {
  return Math.ceil(place / PADDING) * PADDING
}
