// Sets are compared group by group, so that only a few are in memory at a time. Documents that are connected by candidates go into one
// group, so that every candidate and every cluster is within one group. Only if more documents are connected than fit into memory are they
// spread over several groups, which are compared pairwise.

import { findRoot, makeForest, unite } from '../../../cluster/union-find.js'
import { WIDE_FROM } from '../../../text/wide-shingles.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { visitCandidates } from '../candidates/candidates.js'
import { SKETCH, type Sketched, visitUnits } from '../read/sketched.js'
import { hasBit, setBit, sharedWords, visitBits } from '../threads/shared-words.js'

export interface Groups {
  /** The group of each position, starting at 1; 0 if it has no candidate. Shared. */
  readonly groupOf: Uint32Array
  readonly count: number
  /** Distinguishes these groups from others of the same documents in the names of blocks. */
  readonly name: string
  /** The number of groups that are whole: each contains everything that is connected to its documents. They come first. */
  readonly whole: number
  /** Pairs of groups that have candidates between them. A whole group is paired with itself only. */
  readonly tiles: readonly Tile[]
}

/** The unit of comparison: the documents of one group with those of another, or of the same one. */
export interface Tile {
  readonly one: number
  readonly other: number
}

/** Words per candidate while it is compared. */
const CANDIDATE_WORDS = 8
/** Words per document in addition to its set. */
const DOCUMENT_WORDS = 40
/** Represents anything larger, because no group can hold as much. */
const MAX_WEIGHT = 2 ** 32 - 1

/**
 * @param capacity the maximum number of words of a group
 * @returns groups that depend on nothing but the candidates, the set sizes and the capacity
 */
export function makeGroups(
  store: Blocks,
  sketched: Sketched,
  candidates: readonly Block[],
  capacity: (total: number) => number,
): Groups {
  const { rootOf, weights, isTied, total } = connectDocuments(store, sketched, candidates)
  const groupOf = sharedWords(rootOf.length)
  const maxWeight = capacity(total)
  let [groups, filled, isSpread] = [0, Number.POSITIVE_INFINITY, false]
  visitBits(isTied, (position) => {
    const root = rootOf[position]!
    if (weights[root]! > maxWeight) isSpread = true
    else if (root === position) {
      if (filled + weights[root]! > maxWeight) {
        groups++
        filled = 0
      }
      filled += weights[root]!
      groupOf[position] = groups
    } else groupOf[position] = groupOf[root]!
  })
  const whole = groups
  if (isSpread) {
    const spread = new Map<number, { group: number; filled: number }>()
    visitSizes(store, sketched, isTied, (position, size) => {
      const root = rootOf[position]!
      if (weights[root]! <= maxWeight) return
      const last = spread.get(root)
      const now =
        last !== undefined && last.filled + wordsOfDocument(size) <= maxWeight
          ? last
          : { group: ++groups, filled: 0 }
      now.filled += wordsOfDocument(size)
      spread.set(root, now)
      groupOf[position] = now.group
    })
  }
  const name = `${whole}-${store.checksum(groupOf).toString(16).padStart(8, '0')}`
  return { groupOf, count: groups, name, whole, tiles: tilesOf(store, whole, groups, groupOf, candidates) }
}

/** For each connected document, the first document of its component, and for that one the words of the whole component. */
function connectDocuments(store: Blocks, sketched: Sketched, candidates: readonly Block[]) {
  const parents = makeForest(sketched.firsts.at(-1)!)
  const weights = new Uint32Array(parents.length)
  const isTied = new Uint32Array((parents.length + 31) >>> 5)
  let total = 0
  visitCandidates(store, candidates, (words) => {
    for (let i = 0; i < words.length; i += 2) {
      const one = words[i]!
      const other = words[i + 1]!
      setBit(isTied, one)
      setBit(isTied, other)
      weights[one] = Math.min(MAX_WEIGHT, weights[one]! + CANDIDATE_WORDS)
      unite(parents, one, other)
    }
    total += (words.length / 2) * CANDIDATE_WORDS
  })
  // A root comes before every document that is connected to it.
  visitSizes(store, sketched, isTied, (position, size) => {
    const root = findRoot(parents, position)
    parents[position] = root
    const own = wordsOfDocument(size) + (root === position ? 0 : weights[position]!)
    weights[root] = Math.min(MAX_WEIGHT, weights[root]! + own)
    total += wordsOfDocument(size)
  })
  return { rootOf: parents, weights, isTied, total }
}

/** A long document also has a wide set, with two words per element. */
function wordsOfDocument(size: number): number {
  return (size < WIDE_FROM ? size : 3 * size) + DOCUMENT_WORDS
}

/** Calls back with the number of shingles of each document in a set of positions, ascending. */
function visitSizes(
  store: Blocks,
  sketched: Sketched,
  wanted: Uint32Array,
  visit: (position: number, size: number) => void,
): void {
  visitUnits(store, sketched, SKETCH.sizes, (sizes, first, count) => {
    for (let i = 0; i < count; i++) if (hasBit(wanted, first + i)) visit(first + i, sizes[i]!)
  })
}

function tilesOf(
  store: Blocks,
  whole: number,
  groups: number,
  groupOf: Uint32Array,
  candidates: readonly Block[],
): Tile[] {
  const tiles: Tile[] = Array.from({ length: whole }, (_, i) => ({ one: i + 1, other: i + 1 }))
  if (groups === whole) return tiles
  const between = new Set<number>()
  // The last tile of each group, because most candidates of a group are in the same tile, and a set takes many times as long.
  const last = new Uint32Array(groups + 1)
  visitCandidates(store, candidates, (words) => {
    for (let i = 0; i < words.length; i += 2) {
      const first = groupOf[words[i]!]!
      const second = groupOf[words[i + 1]!]!
      const one = Math.min(first, second)
      const other = Math.max(first, second)
      if (one <= whole || last[one] === other) continue
      last[one] = other
      between.add(one * (groups + 1) + other)
    }
  })
  for (const tile of [...between].sort((x, y) => x - y)) {
    tiles.push({ one: Math.floor(tile / (groups + 1)), other: tile % (groups + 1) })
  }
  return tiles
}
