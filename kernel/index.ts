// What the host may call. Compiled by `npm run build:kernel` without a runtime: the host owns the memory.

export { beginBatch, consumed, readJsonLines, readShingles, readText, setsUsed } from './batch'
export { validUtf8 } from './json'
export { overlapAtLeast } from './sets'

/** The first byte that the host may use. */
export function heapStart(): usize {
  return (__heap_base + 63) & ~63
}
