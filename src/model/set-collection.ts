import { checkWhole } from './check.js'
import { InvalidValue, TooLarge } from './errors.js'

/**
 * Many sets in one block (CSR): the elements of set i are `elements[offsets[i]] … elements[offsets[i + 1] - 1]`, in ascending order and
 * without repeats. A bag is a set of (element, copy number) pairs, hashed; see `bagElement`.
 */
export interface SetCollection {
  /** The number of sets. */
  readonly count: number
  /** `count + 1` ascending positions in `elements`. */
  readonly offsets: Uint32Array
  readonly elements: Uint32Array
}

const MAX_ELEMENTS = 2 ** 32 - 1

/** Allocates this many words. */
export type AllocateWords = (length: number) => Uint32Array

const words: AllocateWords = (length) => new Uint32Array(length)

/** Elements must be integers in this range: 32 bits, unsigned. */
const LARGEST_ELEMENT = 2 ** 32 - 1

/**
 * Makes a collection of sets of 32-bit numbers. Each set is sorted, and repeats are removed.
 *
 * @example makeSetCollection([[3, 1, 3], []]) // offsets 0 2 2, elements 1 3
 */
export function makeSetCollection(sets: Iterable<Iterable<number>>): SetCollection {
  return collectSortedSets(mapIterable(sets, sortedSet))
}

/** Makes a collection of sets that are already sorted and without repeats, such as those that `sortedSet` returns. */
export function collectSortedSets(sets: Iterable<Uint32Array>): SetCollection {
  const parts: Uint32Array[] = []
  let total = 0
  for (const set of sets) {
    parts.push(set)
    total += set.length
  }
  if (total > MAX_ELEMENTS) {
    throw new TooLarge('elements in one collection', total, MAX_ELEMENTS, 'split the collection')
  }
  const offsets = new Uint32Array(parts.length + 1)
  const elements = new Uint32Array(total)
  let end = 0
  parts.forEach((part, index) => {
    elements.set(part, end)
    end += part.length
    offsets[index + 1] = end
  })
  return { count: parts.length, offsets, elements }
}

/**
 * Concatenates the sets of several collections.
 *
 * @param allocate default: an ordinary array
 */
export function concatenateSets(
  collections: readonly SetCollection[],
  allocate: AllocateWords = words,
): SetCollection {
  const sum = (sizeOf: (collection: SetCollection) => number) =>
    collections.reduce((total, collection) => total + sizeOf(collection), 0)
  const count = sum((collection) => collection.count)
  const offsets = allocate(count + 1)
  const elements = allocate(sum((collection) => collection.elements.length))
  let [sets, end] = [0, 0]
  for (const collection of collections) {
    elements.set(collection.elements, end)
    for (let i = 0; i < collection.count; i++) offsets[++sets] = end + collection.offsets[i + 1]!
    end += collection.elements.length
  }
  return { count, offsets, elements }
}

/**
 * Copies some sets of a collection.
 *
 * @param chosen their numbers
 * @param allocate default: an ordinary array
 */
export function selectSets(
  { offsets, elements }: SetCollection,
  chosen: ArrayLike<number>,
  allocate: AllocateWords = words,
): SetCollection {
  const count = chosen.length
  const kept = allocate(count + 1)
  for (let i = 0; i < count; i++) kept[i + 1] = kept[i]! + offsets[chosen[i]! + 1]! - offsets[chosen[i]!]!
  const copies = allocate(kept[count]!)
  // Consecutive sets are copied together.
  for (let from = 0, to = 0; from < count; from = to) {
    const first = chosen[from]!
    while (to < count && chosen[to]! - first === to - from) to++
    copies.set(elements.subarray(offsets[first]!, offsets[chosen[to - 1]! + 1]!), kept[from])
  }
  return { count, offsets: kept, elements: copies }
}

/** The same sets, with a copy of their elements. */
export function copySets({ count, offsets, elements }: SetCollection): SetCollection {
  return { count, offsets, elements: elements.slice() }
}

/** The elements of set `index`: a view, not a copy. */
export function setAt(collection: SetCollection, index: number): Uint32Array {
  if (!(index >= 0 && index < collection.count && Number.isInteger(index)))
    checkWhole('index', index, 0, collection.count - 1)
  return collection.elements.subarray(collection.offsets[index]!, collection.offsets[index + 1]!)
}

/** The number of elements of set `index`. */
export function sizeAt(collection: SetCollection, index: number): number {
  return collection.offsets[index + 1]! - collection.offsets[index]!
}

/** The size of the largest set; 0 if there is none. */
export function largestSize({ count, offsets }: SetCollection): number {
  let largest = 0
  for (let i = 0; i < count; i++) largest = Math.max(largest, offsets[i + 1]! - offsets[i]!)
  return largest
}

/** Sorts 32-bit numbers in ascending order and removes repeats. Throws `InvalidValue` for anything that is not a 32-bit number. */
export function sortedSet(values: Iterable<number>): Uint32Array {
  if (typeof values?.[Symbol.iterator] !== 'function') {
    throw new InvalidValue('a set', values, undefined, 'an array, a Set or another iterable of whole numbers')
  }
  const list = Array.isArray(values) ? (values as readonly number[]) : Array.from(values)
  for (let i = 0; i < list.length; i++) {
    const value = list[i]!
    if (!Number.isInteger(value) || value < 0 || value > LARGEST_ELEMENT) {
      throw new InvalidValue(
        'an element',
        value,
        i,
        `a whole number from 0 to ${LARGEST_ELEMENT}; hash other elements first`,
      )
    }
  }
  return dropRepeats(Uint32Array.from(list).sort())
}

/** Sorts in place and returns the part without repeats, a view of the same memory. */
export function sortInPlace(values: Uint32Array): Uint32Array {
  return dropRepeats(values.sort())
}

function dropRepeats(sorted: Uint32Array): Uint32Array {
  if (sorted.length === 0) return sorted
  let end = 1
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i] !== sorted[i - 1]) sorted[end++] = sorted[i]!
  }
  return sorted.subarray(0, end)
}

function* mapIterable<From, To>(items: Iterable<From>, convert: (item: From) => To): Iterable<To> {
  for (const item of items) yield convert(item)
}

/** Throws `InvalidValue` unless the set is ascending: an unsorted one would silently lose matches. */
export function checkRising(set: Uint32Array): void {
  for (let i = 1; i < set.length; i++) {
    if (set[i]! <= set[i - 1]!) {
      throw new InvalidValue(
        'an element',
        set[i],
        i,
        'elements in ascending order without repeats, as sortedSet returns them',
      )
    }
  }
}
