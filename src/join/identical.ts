import { hashText } from '../hash/murmur3.js'
import { type SetCollection, setAt, sizeAt } from '../model/set-collection.js'

// Identical items by a hash of their entire content (Mining of Massive Datasets, 3.9.1). The hash only selects what to compare: items are
// identical if their contents are. Empty texts and empty sets match nothing, as everywhere.

/**
 * The positions of texts that are identical character for character: groups of two or more, with members in ascending order, and groups
 * in the order of their first members.
 *
 * @example identicalTexts(['x', 'y', 'x', '', '']) // [[0, 2]]
 */
export function identicalTexts(texts: readonly string[]): number[][] {
  return groupsOf(firstOfEachText(texts))
}

/**
 * The positions of identical sets, grouped as in `identicalTexts`.
 *
 * @example identicalSets(makeSetCollection([[1, 2], [3], [2, 1]])) // [[0, 2]]
 */
export function identicalSets(collection: SetCollection): number[][] {
  return groupsOf(firstOfEachSet(collection))
}

/**
 * For each text, the position of the first identical one; its own if there is none before it.
 *
 * @example firstOfEachText(['x', 'y', 'x']) // 0 1 0
 */
export function firstOfEachText(texts: readonly string[]): Uint32Array {
  return firstOfEach(
    texts.length,
    (item) => (texts[item] === '' ? undefined : hashText(texts[item]!)),
    (x, y) => texts[x] === texts[y],
  )
}

/**
 * For each set, the position of the first identical one; its own if there is none before it.
 *
 * @param hashes those of `hashSets`; default: they are computed
 */
export function firstOfEachSet(collection: SetCollection, hashes = hashSets(collection)): Uint32Array {
  return firstOfEach(
    collection.count,
    (item) => (sizeAt(collection, item) === 0 ? undefined : hashes[item]!),
    (x, y) => sameElements(setAt(collection, x), setAt(collection, y)),
  )
}

/** A 32-bit hash of each set. */
export function hashSets({ count, offsets, elements }: SetCollection): Uint32Array {
  const hashes = new Uint32Array(count)
  for (let item = 0; item < count; item++) {
    let hash = 0
    for (let at = offsets[item]!; at < offsets[item + 1]!; at++) {
      const product = Math.imul(hash ^ elements[at]!, 0x9e3779b1)
      hash = product ^ (product >>> 15)
    }
    hashes[item] = hash
  }
  return hashes
}

/**
 * For each item 0 … count - 1, the first item that `equal` considers the same; only items with the same 32-bit hash are compared. Takes
 * linear time in `count` as long as few different items share a hash.
 *
 * @param hashOf undefined for an item that equals nothing: empty texts can be numerous, and would all share a hash
 */
export function firstOfEach(
  count: number,
  hashOf: (item: number) => number | undefined,
  equal: (first: number, item: number) => boolean,
): Uint32Array {
  const firsts = new Uint32Array(count)
  const hashes = new Uint32Array(count)
  // Open addressing: 1 + an item that is the first of its kind, 0 if free. At most half full.
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 2)))
  const mask = table.length - 1
  for (let item = 0; item < count; item++) {
    const hash = hashOf(item)
    if (hash === undefined) {
      firsts[item] = item
      continue
    }
    hashes[item] = hash
    let at = hash & mask
    for (; table[at] !== 0; at = (at + 1) & mask) {
      const first = table[at]! - 1
      if (hashes[first] === hashes[item] && equal(first, item)) break
    }
    if (table[at] === 0) table[at] = item + 1
    firsts[item] = table[at]! - 1
  }
  return firsts
}

/** The groups of two or more items with the same first item, given the first item of each. */
export function groupsOf(firsts: Uint32Array): number[][] {
  const groups = new Map<number, number[]>()
  firsts.forEach((first, item) => {
    if (first === item) return
    const group = groups.get(first)
    if (group === undefined) groups.set(first, [first, item])
    else group.push(item)
  })
  return [...groups.values()].sort((x, y) => x[0]! - y[0]!)
}

function sameElements(x: Uint32Array, y: Uint32Array): boolean {
  return x.length === y.length && x.every((element, i) => element === y[i])
}
