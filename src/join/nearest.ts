import { addUp } from '../model/add-up.js'
import { checkChoice, checkWhole } from '../model/check.js'
import { LengthMismatch } from '../model/errors.js'
import { type Similarity, similarityOf } from '../model/similarity.js'
import { Best } from './best.js'
import type { Incidence } from './incidence.js'

/** Sets or bags in both directions: an incidence, with columns parallel to its entries. */
export interface Bags {
  readonly incidence: Incidence
  /** For each entry, the number of copies of the element in the set, at least 1. Default: 1. */
  readonly copies?: Uint8Array
  /** For each entry, a label: two sets share an element only if its labels are equal. Default: all are equal. */
  readonly labels?: Uint8Array
}

/** Whether sets are compared by their elements, or elements by their sets. */
export type BagSide = 'sets' | 'elements'

/** The most similar items by number, by decreasing similarity, ties by ascending number. */
export interface Neighbors {
  readonly numbers: Uint32Array
  readonly similarity: Float64Array
}

/** Finds the members of a collection that are most similar to one of its members. */
export interface NeighborStore {
  /** Returns the members most similar to `one`, up to `most`; never one that shares nothing. */
  nearest(item: number, limit: number): Neighbors
}

/** Creates a store for one side of some bags. */
export type MakeNeighborStore = (bags: Bags, side: BagSide) => NeighborStore

/**
 * The most similar sets, or elements, found by walking incidence lists: exact, for any similarity, in the time it takes to meet
 * everything that shares something with the item.
 *
 * @example new NearestIndex({ incidence: makeIncidence(makeSetCollection([[0, 1], [1]]), 2) }, 'sets').nearest(0, 5) // 1: 1/2
 */
export class NearestIndex implements NeighborStore {
  readonly #similarity: Similarity
  readonly #rows: Rows
  /** The total number of copies in each. */
  readonly #sizes: Float64Array
  /** What the others share with the item; all zeros between queries. */
  readonly #shared: Int32Array | Float64Array
  /** The others that were met. */
  readonly #seen: Uint32Array

  constructor(bags: Bags, side: BagSide, similarity: Similarity = 'jaccard') {
    const { incidence, copies, labels } = bags
    const { sets, setOf, universe } = incidence
    checkChoice('side', side, ['sets', 'elements'])
    for (const column of [copies, labels]) {
      if (column !== undefined && column.length !== setOf.length)
        throw new LengthMismatch('entries and a column of them', setOf.length, column.length)
    }
    this.#similarity = similarity
    const count = side === 'sets' ? sets.count : universe
    const keys = side === 'sets' ? universe : sets.count
    const owners = side === 'sets' ? setOf : sets.elements
    const keyOf = side === 'sets' ? sets.elements : setOf
    this.#rows = makeRows(owners, count, keyOf, keys, bags)
    this.#sizes = new Float64Array(count)
    for (let entry = 0; entry < owners.length; entry++) this.#sizes[owners[entry]!]! += copies?.[entry] ?? 1
    // Small sums are counted in half the memory, most of which then stays in the cache.
    const isSmall = this.#sizes.every((size) => size < 2 ** 31)
    this.#shared = isSmall ? new Int32Array(count) : new Float64Array(count)
    this.#seen = new Uint32Array(count)
  }

  nearest(item: number, limit: number): Neighbors {
    checkWhole('one', item, 0, this.#sizes.length - 1)
    checkWhole('limit', limit, 0, 2 ** 32 - 1)
    const [sizes, shared, seen] = [this.#sizes, this.#shared, this.#seen]
    const count = this.#rows.copies === undefined ? this.#count(item) : this.#countCopies(item)
    const best = new Best(Math.min(limit, count))
    for (let i = 0; i < count; i++) {
      const other = seen[i]!
      if (other !== item)
        best.offer(other, similarityOf(this.#similarity, shared[other]!, sizes[item]!, sizes[other]!))
      shared[other] = 0
    }
    const { numbers, scores } = best.list()
    return { numbers, similarity: scores }
  }

  /** Adds up what the others, including `one` itself, share with `one`; returns how many were met. */
  #count(one: number): number {
    const { starts, keys, listStarts, owners } = this.#rows
    const [shared, seen] = [this.#shared, this.#seen]
    let count = 0
    for (let at = starts[one]!; at < starts[one + 1]!; at++) {
      const key = keys[at]!
      for (let i = listStarts[key]!; i < listStarts[key + 1]!; i++) {
        const other = owners[i]!
        if (shared[other] === 0) seen[count++] = other
        shared[other]! += 1
      }
    }
    return count
  }

  /** The same for bags. */
  #countCopies(one: number): number {
    const { starts, keys, keyCopies, listStarts, owners, copies } = this.#rows
    const [shared, seen] = [this.#shared, this.#seen]
    let count = 0
    for (let at = starts[one]!; at < starts[one + 1]!; at++) {
      const key = keys[at]!
      const own = keyCopies![at]!
      for (let i = listStarts[key]!; i < listStarts[key + 1]!; i++) {
        const other = owners[i]!
        const theirs = copies![i]!
        if (shared[other] === 0) seen[count++] = other
        shared[other]! += theirs < own ? theirs : own
      }
    }
    return count
  }
}

/** The keys of each item, and the items of each key, so that both can be read sequentially. A key with two labels is two keys. */
interface Rows {
  readonly starts: Uint32Array
  readonly keys: Uint32Array
  readonly listStarts: Uint32Array
  readonly owners: Uint32Array
  /** Parallel to `keys` and `owners`; undefined if all are 1. */
  readonly keyCopies: Uint8Array | undefined
  readonly copies: Uint8Array | undefined
}

function makeRows(
  ownerOf: Uint32Array,
  count: number,
  keyOf: Uint32Array,
  keyCount: number,
  { copies, labels }: Bags,
): Rows {
  const labelCount =
    labels === undefined ? 1 : 1 + labels.reduce((largest, label) => Math.max(largest, label), 0)
  const areBags = copies?.some((number) => number !== 1) === true
  const labeled = new Uint32Array(ownerOf.length)
  for (let entry = 0; entry < ownerOf.length; entry++)
    labeled[entry] = keyOf[entry]! * labelCount + (labels?.[entry] ?? 0)
  const byOwner = groupEntries(ownerOf, count)
  const byKey = groupEntries(labeled, keyCount * labelCount)
  return {
    starts: byOwner.starts,
    keys: byOwner.entries.map((entry) => labeled[entry]!),
    listStarts: byKey.starts,
    owners: byKey.entries.map((entry) => ownerOf[entry]!),
    keyCopies: areBags ? Uint8Array.from(byOwner.entries, (entry) => copies![entry]!) : undefined,
    copies: areBags ? Uint8Array.from(byKey.entries, (entry) => copies![entry]!) : undefined,
  }
}

/** The entries of each group, in order. */
function groupEntries(groupOf: Uint32Array, groups: number): { starts: Uint32Array; entries: Uint32Array } {
  const starts = new Uint32Array(groups + 1)
  for (const group of groupOf) starts[group + 1]!++
  addUp(starts)
  const next = starts.slice()
  const entries = new Uint32Array(groupOf.length)
  for (let entry = 0; entry < groupOf.length; entry++) entries[next[groupOf[entry]!]!++] = entry
  return { starts, entries }
}
