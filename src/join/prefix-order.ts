import { RepeatFilter, spread } from '../hash/repeat-filter.js'
import { type SetCollection, selectSets } from '../model/set-collection.js'
import { firstOfEachSet } from './identical.js'

/** The number of sets, and of elements, in a sample that are enough to see what is frequent. */
const ENOUGH_SETS = 2048
const ENOUGH_ELEMENTS = 2 ** 19
const MIN_SETS = 256
/** How often an element must occur in a sample to count as frequent. */
const MIN_REPEATS = 3
/** The maximum number of frequent elements; the most frequent ones are kept. */
const MAX_FREQUENT = 2 ** 18

/** The number of sets of this mean size that are enough to see what is frequent. */
export function enoughSets(meanSize: number): number {
  return Math.ceil(Math.max(MIN_SETS, Math.min(ENOUGH_SETS, ENOUGH_ELEMENTS / meanSize)))
}

/**
 * The elements that occur often in a sample of sets, by ascending frequency. Few pairs of sets share a rare element, so prefixes should
 * consist of rare ones. A sample does not know these, but the elements that it does not list are not frequent. Equal sets count once,
 * because they are not compared.
 *
 * @param count how repeated elements are counted. Default: in plain TypeScript
 */
export function frequentElements(sets: SetCollection, count = countRepeated): Uint32Array {
  const firsts = firstOfEachSet(sets)
  const distinct = firsts.filter((first, i) => first === i)
  return frequentAmong(selectSets(sets, distinct).elements, count)
}

/** The same for the elements of distinct sets. */
export function frequentAmong(elements: Uint32Array, count = countRepeated): Uint32Array {
  const counts = count(elements, MIN_REPEATS)
  const order = new Float64Array(counts.length / 2)
  // Frequency and element in one number, for a native sort; below 2^53 as long as no sample has two million sets.
  for (let i = 0; i < order.length; i++)
    order[i] = Math.min(counts[2 * i + 1]!, 2 ** 20) * 2 ** 32 + counts[2 * i]!
  order.sort()
  return Uint32Array.from(order.subarray(Math.max(0, order.length - MAX_FREQUENT)))
}

/**
 * The elements that occur at least this often, each followed by its count.
 *
 * @param minTimes at least 2
 */
export function countRepeated(elements: Uint32Array, minTimes: number): Uint32Array {
  // Most elements are unshared and need no sorting. Plain loops, because this code runs once and is not compiled by then.
  const filter = new RepeatFilter(elements.length)
  for (let i = 0; i < elements.length; i++) filter.add(spread(elements[i]!))
  const repeated = new Uint32Array(elements.length)
  let count = 0
  for (let i = 0; i < elements.length; i++)
    if (filter.mayRepeat(spread(elements[i]!))) repeated[count++] = elements[i]!
  const sorted = repeated.subarray(0, count).sort()
  const found: number[] = []
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1
    while (end < sorted.length && sorted[end] === sorted[start]) end++
    if (end - start >= minTimes) found.push(sorted[start]!, end - start)
    start = end
  }
  return Uint32Array.from(found)
}

/**
 * An order of all elements: by value, but with frequent ones after all others, by ascending frequency. Any order gives correct prefixes;
 * this one keeps the lists short.
 */
export class PrefixOrder {
  /** Elements, and 1 + the rank of each, in a hash table with open addressing; 0 is free. */
  readonly #elements: Uint32Array
  readonly #ranks: Uint32Array
  readonly #shift: number
  #frequent = new Float64Array(64)

  /** @param frequent by ascending frequency */
  constructor(frequent: Uint32Array) {
    const bits = Math.max(4, Math.ceil(Math.log2(2 * frequent.length + 1)))
    this.#shift = 32 - bits
    this.#elements = new Uint32Array(2 ** bits)
    this.#ranks = new Uint32Array(2 ** bits)
    frequent.forEach((element, rank) => {
      const slot = this.#slotOf(element)
      this.#elements[slot] = element
      this.#ranks[slot] = rank + 1
    })
  }

  /**
   * Writes the first `length` elements of a set in this order to `out`.
   *
   * @param set in ascending order, from `start` to before `end`; default: all
   */
  writePrefix(set: Uint32Array, length: number, out: Uint32Array, start = 0, end = set.length): void {
    let [written, frequent] = [0, 0]
    for (let i = start; i < end && written < length; i++) {
      const rank = this.#ranks[this.#slotOf(set[i]!)]!
      if (rank === 0) out[written++] = set[i]!
      else {
        if (frequent === this.#frequent.length) this.#grow()
        // Rank and element in one number, for a native sort.
        this.#frequent[frequent++] = rank * 2 ** 32 + set[i]!
      }
    }
    if (written === length) return
    const byRank = this.#frequent.subarray(0, frequent).sort()
    for (let i = 0; written < length; i++) out[written++] = byRank[i]! % 2 ** 32
  }

  #slotOf(element: number): number {
    const mask = this.#ranks.length - 1
    let slot = spread(element) >>> this.#shift
    while (this.#ranks[slot] !== 0 && this.#elements[slot] !== element) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.#frequent.length)
    larger.set(this.#frequent)
    this.#frequent = larger
  }
}
