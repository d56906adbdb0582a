// Elements are arbitrary 32-bit numbers, such as hashes; counting needs them small and dense.

/** Stands for an element that occurs only once in all lists, and so has nothing in common with any other set. */
export const UNSHARED = 0xffffffff

/** Elements replaced by numbers below `kinds`, equal for equal elements. */
export interface NumberedElements {
  readonly kinds: number
  /** The elements of each list, numbered; `UNSHARED` for those that can be dropped. */
  readonly lists: readonly Uint32Array[]
}

/** How much to process at a time. */
interface Portions {
  /** The number of entries sorted at a time, 8 bytes each. */
  readonly slice: number
  /** The number of entries per table, chosen so that it stays in the cache. */
  readonly table: number
}

const PORTIONS: Portions = { slice: 2 ** 24, table: 2 ** 14 }
/** 2^32 / φ: multiplication spreads neighbors over the table. */
const SPREAD = 0x9e3779b1

/**
 * Numbers the elements of some lists. Elements that are already dense are used as they are. Others are put into buckets by their leading
 * bits, with a counting sort, and each bucket is numbered with a small hash table. Rejected alternatives: one large table, where every
 * lookup is a cache miss, and sorting all elements.
 */
export function numberElements(
  lists: readonly Uint32Array[],
  portions: Portions = PORTIONS,
): NumberedElements {
  const total = lists.reduce((sum, list) => sum + list.length, 0)
  let largest = 0
  for (const list of lists) {
    for (let k = 0; k < list.length; k++) if (list[k]! > largest) largest = list[k]!
  }
  if (total === 0) return { kinds: 0, lists }
  if (isDense(largest, total)) return { kinds: largest + 1, lists }
  return numberSparse(lists, total, portions)
}

/** Whether elements up to the largest are small enough to be counted as they are. */
export function isDense(largest: number, total: number): boolean {
  return largest < 4 * total + 65_536
}

function numberSparse(
  lists: readonly Uint32Array[],
  total: number,
  { slice: entries, table }: Portions,
): NumberedElements {
  const numbered = lists.map((list) => new Uint32Array(list.length).fill(UNSHARED))
  const slices = 2 ** Math.max(0, Math.ceil(Math.log2(total / entries)))
  const buckets = 2 ** Math.max(0, Math.ceil(Math.log2(total / slices / table)))
  let kinds = 0
  for (let slice = 0; slice < slices; slice++) {
    const low = slice * (2 ** 32 / slices)
    kinds = numberSlice(lists, numbered, { low, width: 2 ** 32 / slices, buckets }, kinds)
  }
  return { kinds, lists: numbered }
}

interface Slice {
  /** Elements from `low` up to, but not including, `low + width`. */
  readonly low: number
  readonly width: number
  readonly buckets: number
}

/** Numbers the elements of one slice that occur at least twice, starting at `kinds`; returns the next free number. */
function numberSlice(
  lists: readonly Uint32Array[],
  numbered: readonly Uint32Array[],
  { low, width, buckets }: Slice,
  kinds: number,
): number {
  const shift = Math.log2(width / buckets)
  const starts = new Uint32Array(buckets + 1)
  for (const list of lists) {
    for (let k = 0; k < list.length; k++) {
      const position = list[k]! - low
      if (position >= 0 && position < width) starts[bucketOf(position, shift) + 1]!++
    }
  }
  let largest = 0
  for (let b = 0; b < buckets; b++) {
    largest = Math.max(largest, starts[b + 1]!)
    starts[b + 1]! += starts[b]!
  }
  const values = new Uint32Array(starts[buckets]!)
  const positions = new Uint32Array(starts[buckets]!)
  const next = starts.slice()
  // Positions are counted across all lists; a collection has fewer than 2^32 elements.
  let before = 0
  for (const list of lists) {
    for (let k = 0; k < list.length; k++) {
      const position = list[k]! - low
      if (position < 0 || position >= width) continue
      const at = next[bucketOf(position, shift)]!++
      values[at] = list[k]!
      positions[at] = before + k
    }
    before += list.length
  }
  const table = new Table(largest)
  for (let b = 0; b < buckets; b++) {
    kinds = table.number(values, starts[b]!, starts[b + 1]!, kinds)
  }
  // The values are now the numbers.
  before = 0
  let list = 0
  for (let at = 0; at < values.length; at++) {
    const position = positions[at]!
    if (numbered.length > 1) {
      list = 0
      before = 0
      while (position >= before + numbered[list]!.length) before += numbered[list++]!.length
    }
    numbered[list]![position - before] = values[at]!
  }
  return kinds
}

function bucketOf(position: number, shift: number): number {
  return shift >= 32 ? 0 : position >>> shift
}

/** A small hash table of the elements of one bucket. */
class Table {
  /** 1 + the first entry of the element, 0 if free. */
  readonly #firsts: Uint32Array

  constructor(maxEntries: number) {
    this.#firsts = new Uint32Array(2 ** bitsFor(maxEntries))
  }

  /** Replaces values by numbers: from `kinds` on for repeated ones, `UNSHARED` for the others. */
  number(values: Uint32Array, start: number, end: number, kinds: number): number {
    const bits = bitsFor(end - start)
    const mask = 2 ** bits - 1
    const firsts = this.#firsts
    firsts.fill(0, 0, mask + 1)
    const numbers = new Uint32Array(end - start).fill(UNSHARED)
    for (let at = start; at < end; at++) {
      const value = values[at]!
      let slot = Math.imul(value, SPREAD) >>> (32 - bits)
      while (firsts[slot] !== 0 && values[firsts[slot]! - 1] !== value) slot = (slot + 1) & mask
      if (firsts[slot] === 0) {
        firsts[slot] = at + 1
        continue
      }
      const first = firsts[slot]! - 1 - start
      if (numbers[first] === UNSHARED) numbers[first] = kinds++
      numbers[at - start] = numbers[first]!
    }
    values.set(numbers, start)
    return kinds
  }
}

/** Twice as large as the number of entries, and at least 4. */
function bitsFor(entries: number): number {
  return Math.max(1, Math.ceil(Math.log2(entries + 1))) + 1
}
