import type { KeyGroups } from '../../../kernel/wasm-keys.js'
import { equalKeys } from '../read/equal-keys.js'
import { SKETCH, type Sketched } from '../read/sketched.js'
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

/** The buckets of two or more documents, ascending; with a boundary, only those with documents on both sides of it. */
export function bucketsOf(keys: BandKeys, boundary: number | undefined, thread: Thread): KeyGroups {
  const { band, distinct, distinctCount } = keys
  return equalKeys(
    {
      ...keys,
      tag: SKETCH.keys + band,
      width: 2,
      words: 2,
      wanted: distinct,
      count: distinctCount,
      boundary,
    },
    thread,
  )
}
