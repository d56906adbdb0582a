import type { Candidates } from '../model/pair.js'
import { checkPairs } from './check-pairs.js'
import { findRoot, makeForest, unite } from './union-find.js'

/**
 * For each of `count` positions the least member of its connected component; a document without pairs is its own.
 * The order of the pairs does not matter.
 *
 * @example connectedComponents(4, pairs) // pairs (0, 2) and (2, 3): 0 1 0 0
 */
export function connectedComponents(count: number, pairs: Candidates): Uint32Array {
  checkPairs(count, pairs)
  const parents = makeForest(count)
  for (let i = 0; i < pairs.count; i++) unite(parents, pairs.a[i]!, pairs.b[i]!)
  for (let position = 0; position < count; position++) parents[position] = findRoot(parents, position)
  return parents
}

/**
 * The components of at least two members: members rising, groups in the order of their first member.
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
