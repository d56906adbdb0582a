import type { Candidates } from '../model/pair.js'
import { checkPairs } from './check-pairs.js'
import { type Grouping, NONE } from './grouping.js'
import { findRoot, makeForest, unite } from './union-find.js'

/**
 * Returns, for each of `count` positions, the smallest member of its connected component; a document without pairs is its own
 * component. The order of the pairs does not matter.
 *
 * @example connectedComponents(4, pairs) // pairs (0, 2) and (2, 3): 0 1 0 0
 */
export function connectedComponents(count: number, pairs: Candidates): Uint32Array {
  checkPairs(count, pairs)
  return rootsOf(count, [pairs])
}

function rootsOf(count: number, batches: Iterable<Candidates>): Uint32Array {
  const parents = makeForest(count)
  for (const { count: length, a, b } of batches) {
    for (let i = 0; i < length; i++) unite(parents, a[i]!, b[i]!)
  }
  for (let position = 0; position < count; position++) parents[position] = findRoot(parents, position)
  return parents
}

/** The components of at least two documents, copies counted. */
export function groupComponents(
  count: number,
  pairs: () => Iterable<Candidates>,
  copies: Uint32Array | undefined,
): Grouping {
  const roots = rootsOf(count, pairs())
  const isTied = new Uint8Array(count)
  for (let position = 0; position < count; position++) {
    if (roots[position] !== position) isTied[roots[position]!] = 1
  }
  const groupOf = new Uint32Array(count).fill(NONE)
  let groups = 0
  // A root comes before the rest of its component.
  for (let position = 0; position < count; position++) {
    const root = roots[position]!
    if (root !== position) groupOf[position] = groupOf[root]!
    else if (isTied[position] || (copies !== undefined && copies[position]! > 1)) groupOf[position] = groups++
  }
  return { groupOf, count: groups }
}

/**
 * Returns the components of at least two members: members sorted, groups ordered by their first member.
 *
 * @example componentGroups(Uint32Array.of(0, 1, 0, 0)) // [[0, 2, 3]]
 */
export function componentGroups(components: Uint32Array): number[][] {
  const groups = new Map<number, number[]>()
  // A root comes before the rest of its group, so the group is made when its second member is met.
  components.forEach((root, position) => {
    if (root === position) return
    const group = groups.get(root)
    if (group === undefined) groups.set(root, [root, position])
    else group.push(position)
  })
  return Array.from(groups.values()).sort((one, other) => one[0]! - other[0]!)
}
