import type { KeyGroups, WasmKeys } from '../../../kernel/wasm-keys.js'
import { addKeys, addRepeated, beginKeys, filterBits, type KeyColumn } from '../read/key-columns.js'
import { SKETCH, type Sketched, splitSketched } from '../read/sketched.js'
import type { Thread } from '../threads/thread.js'

/** The keys of one band, or a share of them, selected by their leading bits. Equal keys are always in the same share. */
export interface BandKeys {
  readonly sketched: Sketched
  readonly band: number
  readonly share: number
  readonly shares: number
  /** The distinct documents that are not empty, one bit per position. Shared. */
  readonly distinct: Uint32Array
  readonly distinctCount: number
}

export function columnOf({ sketched, band, share, shares, distinct }: BandKeys): KeyColumn {
  return { sketched, tag: SKETCH.keys + band, share, shares, isLong: false, wanted: distinct }
}

/** The documents with equal keys, ascending. If there are two sides, there may be groups with documents of only one. */
export function bucketsOf(keys: BandKeys, boundary: number | undefined, thread: Thread): KeyGroups {
  const column = columnOf(keys)
  const expected = (1.05 * keys.distinctCount) / keys.shares
  const kernel = beginKeys(column, { expected, cellBits: filterBits(expected) }, thread)
  if (boundary === undefined) addRepeated(column, thread, kernel)
  else addAcross(column, boundary, thread, kernel)
  return kernel.groups()
}

/**
 * Adds the keys that may occur on both sides, those of the first side first. Keys that occur on one side only are dropped before anything is
 * sorted, however many documents have them.
 */
function addAcross({ tag, sketched }: KeyColumn, boundary: number, thread: Thread, kernel: WasmKeys): void {
  const [own, others] = splitSketched(sketched, boundary)
  const { once: ofOthers, twice: ofBoth } = kernel
  addKeys({ tag, sketched: others }, thread, kernel, () => {
    kernel.mark(ofOthers, ofOthers)
    kernel.dropLast()
  })
  addKeys({ tag, sketched: own }, thread, kernel, () => {
    kernel.keepOfLast(ofOthers)
    kernel.mark(ofBoth, ofBoth)
  })
  addKeys({ tag, sketched: others }, thread, kernel, () => kernel.keepOfLast(ofBoth))
}
