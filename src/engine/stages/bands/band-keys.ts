import { RepeatFilter } from '../../../hash/repeat-filter.js'
import type { Blocks } from '../../ports.js'
import { SKETCH, type Sketched, visitUnits } from '../read/sketched.js'
import type { ReusedArrays } from '../threads/reused-arrays.js'
import { type ShareRange, shareRange } from '../threads/share-range.js'
import { doubled, hasBit } from '../threads/shared-words.js'
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

/** Keys and positions, in ascending order of position. */
export interface KeyList {
  readonly lows: Uint32Array
  readonly highs: Uint32Array
  readonly positions: Uint32Array
}

/** Collects keys. A thread builds one list at a time, and reuses its arrays for the next one. */
export class KeyListBuilder {
  #lows: Uint32Array<ArrayBuffer>
  #highs: Uint32Array<ArrayBuffer>
  #positions: Uint32Array<ArrayBuffer>
  #end = 0

  constructor(expected: number, arrays: ReusedArrays) {
    this.#lows = arrays.words('key-lows', expected)
    this.#highs = arrays.words('key-highs', expected)
    this.#positions = arrays.words('key-positions', expected)
  }

  /** Makes room for this many more keys. */
  makeRoom(more: number): void {
    const needed = this.#end + more
    if (needed <= this.#lows.length) return
    this.#lows = doubled(this.#lows, needed)
    this.#highs = doubled(this.#highs, needed)
    this.#positions = doubled(this.#positions, needed)
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
 * Calls back with the keys of the share, unit by unit. The distinct documents are `records[0]` to `records[count - 1]`, counted from
 * `first`; the key of record i is `keys[2 * i]`, `keys[2 * i + 1]`. There is no call per key, because these loops take most of the time of
 * a band, and half of all keys are not small integers, so a call would allocate them on the heap.
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
    visit(keys, records, pickRecords(keys, length, range, distinct, first, records), first)
  })
}

/** Writes the records of distinct documents whose keys are in a range, and returns how many there are. */
function pickRecords(
  keys: Uint32Array,
  length: number,
  range: ShareRange,
  distinct: Uint32Array,
  first: number,
  records: Uint32Array,
): number {
  // Compared as 32-bit words, so that no key becomes a floating-point number.
  const low = range.first >>> 0
  const span = range.span >>> 0
  let count = 0
  for (let i = 0; i < length; i++) {
    if ((keys[2 * i]! - low) >>> 0 <= span && hasBit(distinct, first + i)) records[count++] = i
  }
  return count
}

/** The documents that may share their key with another: those whose high half has the same leading bits as another's. */
export function repeatedKeys(keys: BandKeys, { store, arrays }: Thread): KeyList {
  const all = new KeyListBuilder(expectedKeys(keys), arrays)
  visitKeys(store, keys, (words, records, count, first) => {
    all.makeRoom(count)
    for (let i = 0; i < count; i++) {
      const record = records[i]!
      all.add(first + record, words[2 * record]!, words[2 * record + 1]!)
    }
  })
  return onlyRepeated(all.list(), new RepeatFilter(keys.distinctCount / keys.shares, arrays.words))
}

/** The expected number of keys of a share, with a margin for one that has more than the others. */
function expectedKeys({ distinctCount, shares }: BandKeys): number {
  return shares === 1 ? distinctCount : Math.ceil((1.05 * distinctCount) / shares)
}

/** Keeps only the keys that may be repeated, moved to the front of their arrays. */
function onlyRepeated({ lows, highs, positions }: KeyList, filter: RepeatFilter): KeyList {
  for (let i = 0; i < highs.length; i++) filter.add(highs[i]!)
  let end = 0
  for (let i = 0; i < highs.length; i++) {
    if (!filter.mayRepeat(highs[i]!)) continue
    lows[end] = lows[i]!
    highs[end] = highs[i]!
    positions[end++] = positions[i]!
  }
  return { lows: lows.subarray(0, end), highs: highs.subarray(0, end), positions: positions.subarray(0, end) }
}
