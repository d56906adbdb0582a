import { TwiceFilter } from '../../../hash/twice-filter.js'
import type { Blocks } from '../../ports.js'
import { SKETCH, type Sketched, visitUnits } from '../read/sketched.js'
import type { ReusedArrays } from '../threads/reused-arrays.js'
import { shareRange } from '../threads/share-range.js'
import { hasBit } from '../threads/shared-words.js'
import type { Thread } from '../threads/thread.js'

/** The keys of one band, or a share of them: those whose leading bits fall into it. Equal keys are always in one share. */
export interface BandKeys {
  readonly sketched: Sketched
  readonly band: number
  readonly share: number
  readonly shares: number
  /** The distinct documents that are not empty, a bit for each position. Shared. */
  readonly distinct: Uint32Array
  readonly distinctCount: number
}

/** Keys and positions, in rising order of the positions. */
export interface KeyList {
  readonly lows: Uint32Array
  readonly highs: Uint32Array
  readonly positions: Uint32Array
}

/** Gathers keys, at most so many: one list at a time in each thread, whose arrays the next one uses. */
export class KeyListBuilder {
  readonly #lows: Uint32Array
  readonly #highs: Uint32Array
  readonly #positions: Uint32Array
  #end = 0

  constructor(most: number, arrays: ReusedArrays) {
    this.#lows = arrays.words('key-lows', most)
    this.#highs = arrays.words('key-highs', most)
    this.#positions = arrays.words('key-positions', most)
  }

  add(position: number, low: number, high: number): void {
    this.#lows[this.#end] = low
    this.#highs[this.#end] = high
    this.#positions[this.#end++] = position
  }

  list(): KeyList {
    return {
      lows: this.#lows.subarray(0, this.#end),
      highs: this.#highs.subarray(0, this.#end),
      positions: this.#positions.subarray(0, this.#end),
    }
  }
}

/**
 * Hands over the keys of the share unit by unit: the distinct documents are `records[0]` to `records[count - 1]`, counted from
 * `first`; the key of record i is `keys[2 * i]`, `keys[2 * i + 1]`. In loops without a call for each key: these take most
 * of the time of a band, and half of all keys are no small integers, which a call would put on the heap.
 */
export function visitKeys(
  store: Blocks,
  { sketched, band, share, shares, distinct }: BandKeys,
  visit: (keys: Uint32Array, records: Uint32Array, count: number, first: number) => void,
): void {
  const range = shareRange(share, shares)
  let records = new Uint32Array(0)
  visitUnits(store, sketched, SKETCH.keys + band, (keys, first, length) => {
    if (records.length < length) records = new Uint32Array(length)
    const { first: low, span } = range
    let count = 0
    for (let i = 0; i < length; i++) {
      if ((keys[2 * i]! - low) >>> 0 <= span && hasBit(distinct, first + i)) records[count++] = i
    }
    visit(keys, records, count, first)
  })
}

/** The documents that may share their key with another: those whose high half agrees with another's in its leading bits. */
export function keysWithCompany(keys: BandKeys, { store, arrays }: Thread): KeyList {
  const filter = new TwiceFilter(keys.distinctCount / keys.shares, arrays.words)
  visitKeys(store, keys, (words, records, count) => {
    for (let i = 0; i < count; i++) filter.add(words[2 * records[i]! + 1]!)
  })
  // Every member of a shared cell but its first was counted.
  const list = new KeyListBuilder(Math.min(keys.distinctCount, 2 * filter.repeats), arrays)
  visitKeys(store, keys, (words, records, count, first) => {
    for (let i = 0; i < count; i++) {
      const record = records[i]!
      const high = words[2 * record + 1]!
      if (filter.hasCompany(high)) list.add(first + record, words[2 * record]!, high)
    }
  })
  return list.list()
}
