import type { GarbageLimit } from '../stages/memory-budget.js'
import type { Allocate } from '../stages/threads/reused-arrays.js'

/** Smaller buffers are not worth pages of their own. */
const MIN_BYTES = 2 ** 18
const PAGE = 2 ** 16
const MAX_PAGES = 2 ** 16

/** How the threads of a run allocate the arrays that they reuse. */
export function allocationFor({ bytes }: GarbageLimit): Allocate | undefined {
  return bytes === Number.POSITIVE_INFINITY ? undefined : pageBuffer
}

/**
 * Allocates a buffer whose memory goes back to the operating system as soon as it is collected. That of `new ArrayBuffer` comes from
 * the allocator of the C library, which raises the size from which it returns memory with each large buffer that it frees, and keeps the
 * rest, for each thread (docs/decisions/memory.md). V8 maps the pages of a WebAssembly memory itself.
 */
function pageBuffer(bytes: number): ArrayBuffer {
  const pages = Math.ceil(bytes / PAGE)
  if (bytes < MIN_BYTES || pages > MAX_PAGES) return new ArrayBuffer(bytes)
  try {
    // Cannot grow, so the buffer stays valid.
    return new WebAssembly.Memory({ initial: pages, maximum: pages }).buffer
  } catch {
    // V8 reserves 8 GB of addresses, which the process may not be allowed.
    return new ArrayBuffer(bytes)
  }
}
