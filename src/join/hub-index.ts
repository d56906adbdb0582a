import { spread } from '../../hash/repeat-filter.js'
import { type Comparison, minOverlapOf } from '../../model/match-bounds.js'
import { type SetCollection, setAt, sizeAt } from '../../model/set-collection.js'
import { sumOf } from '../../model/sum.js'

/** An element and a hub are packed into one number for a native sort, so there must be fewer hubs than this. */
const HUB_LIMIT = 2 ** 20
/** The number of sizes of sets for which the required overlaps are kept. */
const KEPT_SIZES = 4096

/**
 * Compares very many sets with a few hubs, when most sets are similar to many of the hubs. Overlaps are counted rather than merged one by
 * one: the elements that occur in the same hubs form a class, near-copies have few classes, and each class is added to the overlaps with
 * its hubs once, however many elements it has. A class that most hubs have is common: it is added to all of them, and subtracted from the
 * others.
 */
export class HubIndex {
  readonly #comparison: Comparison
  readonly #sizes: Uint32Array
  /** The hubs of each class, or those without it if most have it, one class after the other. */
  readonly #starts: Uint32Array
  readonly #listed: Uint32Array
  /** The number of classes that most hubs have. They come first. */
  readonly #common: number
  /** The number of elements of each class, and of all common classes. */
  readonly #elementsOf: Uint32Array
  readonly #commonElements: number
  /** For each hub, minus the number of elements of common classes that it does not have. */
  readonly #lackedOfCommon: Int32Array
  /** A hash table with open addressing: elements, and 1 + the class of each; 0 is free. */
  readonly #elements: Uint32Array
  readonly #classes: Uint32Array
  readonly #shift: number
  /** The number of elements of the current set in each class, and the classes that have any. */
  readonly #counts: Uint32Array
  readonly #touchedCommon: Uint32Array
  readonly #touchedOthers: Uint32Array
  #commonEnd = 0
  #otherEnd = 0
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
    // Common classes come first.
    const isCommon = owners.map(({ length }) => 2 * length > hubs.count)
    const order = [...owners.keys()].sort((a, b) => Number(isCommon[b]) - Number(isCommon[a]))
    const numberOf = invert(order)
    this.#common = isCommon.filter((common) => common).length
    const listed = order.map((number) =>
      isCommon[number] ? othersThan(owners[number]!, hubs.count) : owners[number]!,
    )
    this.#listed = Uint32Array.from(listed.flat())
    this.#starts = new Uint32Array(listed.length + 1)
    listed.forEach(({ length }, i) => {
      this.#starts[i + 1] = this.#starts[i]! + length
    })
    const bits = Math.max(4, Math.ceil(Math.log2(2 * elements.length + 1)))
    this.#shift = 32 - bits
    this.#elements = new Uint32Array(2 ** bits)
    this.#classes = new Uint32Array(2 ** bits)
    this.#elementsOf = new Uint32Array(listed.length)
    const mask = 2 ** bits - 1
    elements.forEach((element, i) => {
      let slot = spread(element) >>> this.#shift
      while (this.#classes[slot] !== 0) slot = (slot + 1) & mask
      this.#elements[slot] = element
      const number = numberOf[classes[i]!]!
      this.#classes[slot] = number + 1
      this.#elementsOf[number]!++
    })
    this.#counts = new Uint32Array(this.#starts.length)
    this.#touchedCommon = new Uint32Array(this.#common)
    this.#touchedOthers = new Uint32Array(listed.length - this.#common)
    this.#commonElements = sumOf(this.#elementsOf.subarray(0, this.#common))
    for (let number = 0; number < this.#common; number++) this.#add(number, -this.#elementsOf[number]!)
    this.#lackedOfCommon = this.#overlaps.slice()
  }

  /**
   * Finds the hubs that a set is similar to, exactly. Returns how many there are.
   *
   * @param set without repeats
   */
  match(set: Uint32Array): number {
    const inAll = this.#count(set)
    if (this.#commonEnd + this.#otherEnd === 0) return 0
    const [overlaps, matched] = [this.#overlaps, this.matched]
    // Whatever takes less: to add the common classes that the set has, or to remove those that it lacks.
    if (2 * inAll < this.#commonElements) {
      overlaps.fill(0)
      this.#addTouched(this.#touchedCommon, this.#commonEnd, -1)
    } else {
      overlaps.set(this.#lackedOfCommon)
      this.#removeLacking()
    }
    this.#addTouched(this.#touchedOthers, this.#otherEnd, 1)
    const required = this.#requiredOf(set.length)
    let count = 0
    for (let hub = 0; hub < overlaps.length; hub++)
      if (inAll + overlaps[hub]! >= required[hub]!) matched[count++] = hub
    return count
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
    const [counts, elementsOf, common] = [this.#counts, this.#elementsOf, this.#common]
    for (let number = 0; number < common; number++) {
      const lacking = elementsOf[number]! - counts[number]!
      if (lacking > 0) this.#add(number, lacking)
      counts[number] = 0
    }
  }

  /** Changes the overlaps with the hubs that are listed for a class. */
  #add(number: number, change: number): void {
    const [listed, overlaps, end] = [this.#listed, this.#overlaps, this.#starts[number + 1]!]
    for (let at = this.#starts[number]!; at < end; at++) overlaps[listed[at]!]! += change
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

  /** Counts the elements of a set by class. Returns how many are in common classes. */
  #count(set: Uint32Array): number {
    const [elements, classes, counts, shift] = [this.#elements, this.#classes, this.#counts, this.#shift]
    const [touchedCommon, touchedOthers, common] = [this.#touchedCommon, this.#touchedOthers, this.#common]
    const mask = classes.length - 1
    let [inAll, commonEnd, otherEnd] = [0, 0, 0]
    for (let i = 0; i < set.length; i++) {
      const element = set[i]!
      let slot = spread(element) >>> shift
      while (classes[slot] !== 0 && elements[slot] !== element) slot = (slot + 1) & mask
      const number = classes[slot]! - 1
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

/** Where each number is in a list of all numbers from 0. */
function invert(order: readonly number[]): Uint32Array {
  const inverse = new Uint32Array(order.length)
  order.forEach((number, place) => {
    inverse[number] = place
  })
  return inverse
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
