// Sets are compared group by group, so that only a few are in memory at a time. Documents that are connected by candidates go into one
// group, so that every candidate and every cluster is within one group. Only if more documents are connected than fit into memory are they
// spread over several groups, which are compared pairwise.

import { findSharedRoot } from '../../../cluster/shared-union-find.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { visitCandidates } from '../candidates/candidates.js'
import type { Sketched } from '../read/sketched.js'
import { lowestOne, sharedWords } from '../threads/shared-words.js'
import { type Components, visitTied } from './components.js'

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

/**
 * @param components all documents and their connections
 * @param candidates those that connected them
 * @param capacity the maximum number of words of a group
 * @returns groups that depend on nothing but the candidates, the set sizes and the capacity
 */
export function makeGroups(
  store: Blocks,
  sketched: Sketched,
  { parents, weights, isTied }: Components,
  candidates: readonly Block[],
  capacity: number,
): Groups {
  const groupOf = sharedWords(parents.length)
  let [groups, filled, isSpread] = [0, Number.POSITIVE_INFINITY, false]
  for (let word = 0; word < isTied.length; word++) {
    for (let rest = isTied[word]!; rest !== 0; rest &= rest - 1) {
      const position = 32 * word + lowestOne(rest)
      const parent = parents[position]!
      // Every document in its tree comes after the root, and the parent is in the same group.
      if (parent !== 0) groupOf[position] = groupOf[parent - 1]!
      else if (weights[position]! > capacity) isSpread = true
      else {
        if (filled + weights[position]! > capacity) {
          groups++
          filled = 0
        }
        filled += weights[position]!
        groupOf[position] = groups
      }
    }
  }
  const whole = groups
  if (isSpread) {
    const spread = new Map<number, { group: number; filled: number }>()
    visitTied(store, sketched, isTied, (position, words) => {
      const root = findSharedRoot(parents, position)
      if (weights[root]! <= capacity) return
      const last = spread.get(root)
      const now =
        last !== undefined && last.filled + words <= capacity ? last : { group: ++groups, filled: 0 }
      now.filled += words
      spread.set(root, now)
      groupOf[position] = now.group
    })
  }
  const name = `${whole}-${store.checksum(groupOf).toString(16).padStart(8, '0')}`
  return { groupOf, count: groups, name, whole, tiles: tilesOf(store, whole, groups, groupOf, candidates) }
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
