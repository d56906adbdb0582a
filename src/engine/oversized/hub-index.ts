import { spread } from '../../hash/repeat-filter.js'
import { type Comparison, isMatch } from '../../model/match-bounds.js'
import { type SetCollection, setAt, sizeAt } from '../../model/set-collection.js'

/** An element and a hub are packed into one number for a native sort, so there must be fewer hubs than this. */
const HUB_LIMIT = 2 ** 20

/**
 * Compares very many sets with a few hubs, when most sets are similar to many of the hubs. Overlaps are counted rather than merged one by
 * one: the elements that occur in the same hubs form a class, near-copies have few classes, and each class is added to the overlaps with
 * its hubs once, however many elements it has.
 */
export class HubIndex {
  readonly #comparison: Comparison
  readonly #sizes: Uint32Array
  /** The hubs of each class, one class after the other. */
  readonly #starts: number[] = [0]
  readonly #owners: number[] = []
  /** A hash table with open addressing: elements, and 1 + the class of each; 0 is free. */
  readonly #elements: Uint32Array
  readonly #classes: Uint32Array
  readonly #shift: number
  /** The number of elements of the current set in each class, and the classes that have any. */
  readonly #counts: Uint32Array
  readonly #touched: Uint32Array
  readonly #overlaps: Uint32Array
  /** The numbers of the hubs that the last set was similar to, ascending; `match` returns how many there are. */
  readonly matched: Uint32Array

  constructor(hubs: SetCollection, comparison: Comparison) {
    this.#comparison = comparison
    this.#sizes = Uint32Array.from({ length: hubs.count }, (_, hub) => sizeAt(hubs, hub))
    this.#overlaps = new Uint32Array(hubs.count)
    this.matched = new Uint32Array(hubs.count)
    const { elements, classes } = this.#classify(sortedEntries(hubs))
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
    const overlaps = this.#overlaps.fill(0)
    for (let i = 0; i < touched; i++) {
      const number = this.#touched[i]!
      const count = this.#counts[number]!
      this.#counts[number] = 0
      const end = this.#starts[number + 1]!
      for (let at = this.#starts[number]!; at < end; at++) overlaps[this.#owners[at]!]! += count
    }
    let matched = 0
    for (let hub = 0; hub < overlaps.length; hub++) {
      const overlap = overlaps[hub]!
      if (overlap > 0 && isMatch(this.#comparison, overlap, set.length, this.#sizes[hub]!))
        this.matched[matched++] = hub
    }
    return matched
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

  /** The elements of the hubs, and the class of each. */
  #classify(entries: Float64Array) {
    const numbers = new Map<string, number>()
    const elements: number[] = []
    const classes: number[] = []
    for (let start = 0; start < entries.length; ) {
      const element = Math.floor(entries[start]! / HUB_LIMIT)
      const owners: number[] = []
      for (; start < entries.length && Math.floor(entries[start]! / HUB_LIMIT) === element; start++)
        owners.push(entries[start]! % HUB_LIMIT)
      const key = owners.join(' ')
      let number = numbers.get(key)
      if (number === undefined) {
        number = numbers.size
        numbers.set(key, number)
        this.#owners.push(...owners)
        this.#starts.push(this.#owners.length)
      }
      elements.push(element)
      classes.push(number)
    }
    return { elements, classes }
  }
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
