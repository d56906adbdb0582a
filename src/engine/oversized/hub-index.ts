import { spread } from '../../hash/repeat-filter.js'
import { type Comparison, minOverlapOf } from '../../model/match-bounds.js'
import { type SetCollection, setAt, sizeAt } from '../../model/set-collection.js'

/** An element and a hub are packed into one number for a native sort, so there must be fewer hubs than this. */
const HUB_LIMIT = 2 ** 20
/** The number of sizes of sets for which the required overlaps are kept. */
const KEPT_SIZES = 4096

/**
 * Compares very many sets with a few hubs, when most sets are similar to many of the hubs. Overlaps are counted rather than merged one by
 * one: the elements that occur in the same hubs form a class, near-copies have few classes, and each class is added to the overlaps with
 * its hubs once, however many elements it has. A class that most hubs have is added to all of them, and subtracted from the others.
 */
export class HubIndex {
  readonly #comparison: Comparison
  readonly #sizes: Uint32Array
  /** The hubs of each class, or those without it if most have it, one class after the other. */
  readonly #starts: Uint32Array
  readonly #listed: Uint32Array
  /** For each class, 1 if most hubs have it. */
  readonly #isCommon: Uint8Array
  /** A hash table with open addressing: elements, and 1 + the class of each; 0 is free. */
  readonly #elements: Uint32Array
  readonly #classes: Uint32Array
  readonly #shift: number
  /** The number of elements of the current set in each class, and the classes that have any. */
  readonly #counts: Uint32Array
  readonly #touched: Uint32Array
  readonly #overlaps: Int32Array
  /** For sets of a size, the overlap that a match with each hub requires. */
  readonly #required = new Map<number, Int32Array>()
  /** The numbers of the hubs that the last set was similar to, ascending; `match` returns how many there are. */
  readonly matched: Uint32Array

  constructor(hubs: SetCollection, comparison: Comparison) {
    this.#comparison = comparison
    this.#sizes = Uint32Array.from({ length: hubs.count }, (_, hub) => sizeAt(hubs, hub))
    this.#overlaps = new Int32Array(hubs.count)
    this.matched = new Uint32Array(hubs.count)
    const { elements, classes, owners } = classify(sortedEntries(hubs))
    this.#isCommon = Uint8Array.from(owners, ({ length }) => (2 * length > hubs.count ? 1 : 0))
    const listed = owners.map((list, i) => (this.#isCommon[i] === 0 ? list : othersThan(list, hubs.count)))
    this.#listed = Uint32Array.from(listed.flat())
    this.#starts = new Uint32Array(listed.length + 1)
    listed.forEach(({ length }, i) => {
      this.#starts[i + 1] = this.#starts[i]! + length
    })
    const bits = Math.max(4, Math.ceil(Math.log2(2 * elements.length + 1)))
    this.#shift = 32 - bits
    this.#elements = new Uint32Array(2 ** bits)
    this.#classes = new Uint32Array(2 ** bits)
    const mask = 2 ** bits - 1
    elements.forEach((element, i) => {
      let slot = spread(element) >>> this.#shift
      while (this.#classes[slot] !== 0) slot = (slot + 1) & mask
      this.#elements[slot] = element
      this.#classes[slot] = classes[i]! + 1
    })
    this.#counts = new Uint32Array(this.#starts.length)
    this.#touched = new Uint32Array(this.#starts.length)
  }

  /**
   * Finds the hubs that a set is similar to, exactly. Returns how many there are.
   *
   * @param set without repeats
   */
  match(set: Uint32Array): number {
    const touched = this.#touch(set)
    if (touched === 0) return 0
    const [starts, listed, overlaps] = [this.#starts, this.#listed, this.#overlaps.fill(0)]
    let inAll = 0
    for (let i = 0; i < touched; i++) {
      const number = this.#touched[i]!
      const count = this.#counts[number]!
      this.#counts[number] = 0
      const isCommon = this.#isCommon[number] !== 0
      if (isCommon) inAll += count
      const change = isCommon ? -count : count
      const end = starts[number + 1]!
      for (let at = starts[number]!; at < end; at++) overlaps[listed[at]!]! += change
    }
    const required = this.#requiredOf(set.length)
    let matched = 0
    for (let hub = 0; hub < overlaps.length; hub++) {
      if (inAll + overlaps[hub]! >= required[hub]!) this.matched[matched++] = hub
    }
    return matched
  }

  #requiredOf(size: number): Int32Array {
    let required = this.#required.get(size)
    if (required === undefined) {
      if (this.#required.size === KEPT_SIZES) this.#required.clear()
      required = Int32Array.from(this.#sizes, (other) =>
        Math.max(1, minOverlapOf(this.#comparison, size, other)),
      )
      this.#required.set(size, required)
    }
    return required
  }

  /** Counts the elements of a set by class. Returns how many classes have any. */
  #touch(set: Uint32Array): number {
    const [elements, classes, counts] = [this.#elements, this.#classes, this.#counts]
    const mask = classes.length - 1
    let touched = 0
    for (let i = 0; i < set.length; i++) {
      const element = set[i]!
      let slot = spread(element) >>> this.#shift
      while (classes[slot] !== 0 && elements[slot] !== element) slot = (slot + 1) & mask
      const number = classes[slot]! - 1
      if (number < 0) continue
      if (counts[number]!++ === 0) this.#touched[touched++] = number
    }
    return touched
  }
}

/** The elements of the hubs, the class of each, and the hubs of each class. */
function classify(entries: Float64Array) {
  const numbers = new Map<string, number>()
  const elements: number[] = []
  const classes: number[] = []
  const owners: number[][] = []
  for (let start = 0; start < entries.length; ) {
    const element = Math.floor(entries[start]! / HUB_LIMIT)
    const list: number[] = []
    for (; start < entries.length && Math.floor(entries[start]! / HUB_LIMIT) === element; start++)
      list.push(entries[start]! % HUB_LIMIT)
    const key = list.join(' ')
    let number = numbers.get(key)
    if (number === undefined) {
      number = owners.push(list) - 1
      numbers.set(key, number)
    }
    elements.push(element)
    classes.push(number)
  }
  return { elements, classes, owners }
}

/** The hubs that are not in a list. */
function othersThan(list: readonly number[], hubs: number): number[] {
  const listed = new Set(list)
  return Array.from({ length: hubs }, (_, hub) => hub).filter((hub) => !listed.has(hub))
}

/** Each element of each hub, packed into one number with its hub, ascending. */
function sortedEntries(hubs: SetCollection): Float64Array {
  const entries = new Float64Array(hubs.elements.length)
  let end = 0
  for (let hub = 0; hub < hubs.count; hub++) {
    for (const element of setAt(hubs, hub)) entries[end++] = element * HUB_LIMIT + hub
  }
  return entries.subarray(0, end).sort()
}
