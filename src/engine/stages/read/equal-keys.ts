import { type KeyGroups, WasmKeys } from '../../../kernel/wasm-keys.js'
import { shareRange } from '../threads/share-range.js'
import type { Thread } from '../threads/thread.js'
import { largestUnit, type Sketched, visitUnits } from './sketched.js'

/** A column of keys in the sketches, or a share of them, selected by their leading bits. Equal keys are always in the same share. */
interface KeyColumn {
  readonly sketched: Sketched
  readonly tag: number
  readonly share: number
  readonly shares: number
  /** The number of words of a key, and how many of these are compared. */
  readonly width: 2 | 4
  readonly words: number
  /** The records whose keys are compared, one bit per position, and their approximate number. */
  readonly wanted: Uint32Array
  readonly count: number
  /** If given, only groups with positions on both sides of it count. */
  readonly boundary?: number | undefined
}

/** A share may have more keys than the others. */
const MARGIN = 1.05

/** The positions of records with equal keys, ascending. They are valid until the next call in this thread. */
export function equalKeys(column: KeyColumn, thread: Thread): KeyGroups {
  const { sketched, tag, share, shares, width, words, wanted, count, boundary } = column
  const kernel = thread.keep('equal-keys', 0, () => new WasmKeys())
  kernel.begin({
    width,
    maxRecords: largestUnit(sketched),
    expected: Math.ceil((MARGIN * count) / shares),
    range: shareRange(share, shares),
    wanted,
  })
  visitUnits(thread.store, sketched, tag, (keys, first) => kernel.pick(keys, first))
  return kernel.groups(words, boundary)
}
