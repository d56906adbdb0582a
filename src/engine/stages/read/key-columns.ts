import { type KeyChoice, WasmKeys } from '../../../kernel/wasm-keys.js'
import { shareRange } from '../threads/share-range.js'
import type { Thread } from '../threads/thread.js'
import { type Sketched, visitUnits } from './sketched.js'

/** A column of keys in the sketches, or a share of them, selected by their leading bits. Equal keys are always in the same share. */
export interface KeyColumn extends Pick<KeyChoice, 'isLong' | 'wanted'> {
  readonly sketched: Sketched
  readonly tag: number
  readonly share: number
  readonly shares: number
}

/** Begins to collect keys with the kernel of the thread. */
export function beginKeys(
  { sketched: { firsts }, share, shares, isLong, wanted }: KeyColumn,
  choice: Pick<KeyChoice, 'expected' | 'cellBits' | 'counts'>,
  thread: Thread,
): WasmKeys {
  let maxRecords = 0
  for (let unit = 1; unit < firsts.length; unit++)
    maxRecords = Math.max(maxRecords, firsts[unit]! - firsts[unit - 1]!)
  const kernel = thread.keep('keys', 0, () => new WasmKeys())
  kernel.begin({ ...choice, isLong, maxRecords, range: shareRange(share, shares), wanted })
  return kernel
}

/**
 * Cells that are at least 16 times as many as the expected keys, so that few of those that occur only once are in the cell of another. Most
 * keys occur only once, and are not sorted.
 */
export function filterBits(expected: number): number {
  return Math.min(31, Math.max(10, Math.ceil(Math.log2(16 * expected + 1))))
}

/** Adds the keys of the share in some units, and calls back after each unit. */
export function addKeys(
  { tag, sketched }: Pick<KeyColumn, 'tag' | 'sketched'>,
  { store }: Thread,
  kernel: WasmKeys,
  visit: () => void,
): void {
  visitUnits(store, sketched, tag, (words, first, count) => {
    kernel.pick(words, first, count)
    visit()
  })
}

/** Adds the keys of the share that may be repeated. */
export function addRepeated(column: KeyColumn, thread: Thread, kernel: WasmKeys): void {
  addKeys(column, thread, kernel, () => kernel.mark(kernel.once, kernel.twice))
  kernel.keep(kernel.twice)
}
