// Union by least index with path halving: a root is the least member of its tree, and every parent stands before its
// child, so the finished forest flattens in one rising pass. Refused: union by size, which has the better worst case
// (log* against log) and then needs a second array and a second pass to name the least member.

/** A forest in which each of `count` positions is alone. */
export function makeForest(count: number): Uint32Array {
  const parents = new Uint32Array(count)
  for (let position = 0; position < count; position++) parents[position] = position
  return parents
}

/** The least member of the tree of `position`; shortens the way there. */
export function findRoot(parents: Uint32Array, position: number): number {
  while (parents[position] !== position) {
    const grandparent = parents[parents[position]!]!
    parents[position] = grandparent
    position = grandparent
  }
  return position
}

/** Makes one tree of the trees of two positions. */
export function unite(parents: Uint32Array, a: number, b: number): void {
  const rootA = findRoot(parents, a)
  const rootB = findRoot(parents, b)
  if (rootA < rootB) parents[rootB] = rootA
  else parents[rootA] = rootB
}
