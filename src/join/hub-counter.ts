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
  readonly #touchedCommon: Uint32Array
  readonly #touchedOthers: Uint32Array
  #commonEnd = 0
  #otherEnd = 0

  constructor(tables: HubTables) {
    const classes = tables.elementsOf.length
    this.overlaps = new Int32Array(tables.hubs)
    this.#tables = tables
    this.#counts = new Uint32Array(classes)
    this.#touchedCommon = new Uint32Array(tables.common)
    this.#touchedOthers = new Uint32Array(classes - tables.common)
  }

  count(set: Uint32Array): boolean {
    const inAll = this.#countClasses(set)
    if (this.#commonEnd + this.#otherEnd === 0) return false
    const overlaps = this.overlaps
    // Whatever takes less: to add the common classes that the set has, or to remove those that it lacks.
    if (2 * inAll < this.#tables.commonElements) {
      overlaps.fill(inAll)
      this.#addTouched(this.#touchedCommon, this.#commonEnd, -1)
    } else {
      const lacked = this.#tables.lackedOfCommon
      for (let hub = 0; hub < overlaps.length; hub++) overlaps[hub] = inAll + lacked[hub]!
      this.#removeLacking()
    }
    this.#addTouched(this.#touchedOthers, this.#otherEnd, 1)
    return true
  }

  /** Adds each of some classes once per element to the overlaps with the hubs that are listed for it, and forgets its elements. */
  #addTouched(touched: Uint32Array, end: number, sign: 1 | -1): void {
    const counts = this.#counts
    for (let i = 0; i < end; i++) {
      const number = touched[i]!
      this.#add(number, sign * counts[number]!)
      counts[number] = 0
    }
  }

  /** The same for common classes, given the overlaps of a set that has all of them. */
  #removeLacking(): void {
    const { elementsOf, common } = this.#tables
    const counts = this.#counts
    for (let number = 0; number < common; number++) {
      const lacking = elementsOf[number]! - counts[number]!
      if (lacking > 0) this.#add(number, lacking)
      counts[number] = 0
    }
  }

  /** Changes the overlaps with the hubs that are listed for a class. */
  #add(number: number, change: number): void {
    const { listed, starts } = this.#tables
    const [overlaps, end] = [this.overlaps, starts[number + 1]!]
    for (let at = starts[number]!; at < end; at++) overlaps[listed[at]!]! += change
  }

  /** Counts the elements of a set by class. Returns how many are in common classes. */
  #countClasses(set: Uint32Array): number {
    const { entries, shift, common } = this.#tables
    const [counts, touchedCommon, touchedOthers] = [this.#counts, this.#touchedCommon, this.#touchedOthers]
    const mask = entries.length / 2 - 1
    let [inAll, commonEnd, otherEnd] = [0, 0, 0]
    for (let i = 0; i < set.length; i++) {
      const element = set[i]!
      let slot = spread(element) >>> shift
      while (entries[2 * slot + 1] !== 0 && entries[2 * slot] !== element) slot = (slot + 1) & mask
      const number = entries[2 * slot + 1]! - 1
      if (number < 0) continue
      const isFirst = counts[number]!++ === 0
      if (number < common) {
        inAll++
        if (isFirst) touchedCommon[commonEnd++] = number
      } else if (isFirst) touchedOthers[otherEnd++] = number
    }
    this.#commonEnd = commonEnd
    this.#otherEnd = otherEnd
    return inAll
  }
}
