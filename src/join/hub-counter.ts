import { spread } from '../hash/repeat-filter.js'
import type { HubTables } from './hub-tables.js'

/** Counts how many elements a set has in common with each hub. */
export interface HubCounter {
  /** The overlaps of the last set with each hub. */
  readonly overlaps: Int32Array
  /** Counts the overlaps of a set without repeats. Returns false if it has no element of any hub; then `overlaps` has no meaning. */
  count(set: Uint32Array): boolean
}

/** Counts in plain TypeScript. */
export class PlainHubCounter implements HubCounter {
  readonly overlaps: Int32Array
  readonly #tables: HubTables
  /** The number of elements of the current set in each class, and the classes that have any. */
  readonly #counts: Uint32Array
  readonly #touched: Uint32Array

  constructor(tables: HubTables) {
    this.overlaps = new Int32Array(tables.hubs)
    this.#tables = tables
    this.#counts = new Uint32Array(tables.elementsOf.length)
    this.#touched = new Uint32Array(tables.elementsOf.length)
  }

  count(set: Uint32Array): boolean {
    const { entries, shift, common, listed, starts } = this.#tables
    const [overlaps, counts, touched] = [this.overlaps, this.#counts, this.#touched]
    const mask = entries.length / 2 - 1
    let [inCommon, end] = [0, 0]
    for (let i = 0; i < set.length; i++) {
      const element = set[i]!
      let slot = spread(element) >>> shift
      while (entries[2 * slot + 1] !== 0 && entries[2 * slot] !== element) slot = (slot + 1) & mask
      const number = entries[2 * slot + 1]! - 1
      if (number < 0) continue
      if (number < common) inCommon++
      if (counts[number]!++ === 0) touched[end++] = number
    }
    overlaps.fill(inCommon)
    for (let i = 0; i < end; i++) {
      const number = touched[i]!
      const change = number < common ? -counts[number]! : counts[number]!
      counts[number] = 0
      for (let at = starts[number]!; at < starts[number + 1]!; at++) overlaps[listed[at]!]! += change
    }
    return end > 0
  }
}
