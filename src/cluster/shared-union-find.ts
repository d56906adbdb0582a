// Union by smallest index, as in union-find.ts, by several threads at a time: a root is linked only if it still is one. Shared memory is
// zero at first, so a parent is stored as its position + 1, and 0 marks a root.

/** The smallest member of the tree of `position`; shortens the path to it. */
export function findSharedRoot(parents: Uint32Array, position: number): number {
  for (let parent = parents[position]!; parent !== 0; parent = parents[position]!) {
    const grandparent = parents[parent - 1]!
    if (grandparent === 0) return parent - 1
    // Another thread may have written a closer ancestor meanwhile. Any ancestor will do.
    parents[position] = grandparent
    position = grandparent - 1
  }
  return position
}

/** Merges the trees of two positions. */
export function uniteShared(parents: Uint32Array, a: number, b: number): void {
  let one = findSharedRoot(parents, a)
  let other = findSharedRoot(parents, b)
  while (one !== other) {
    const [low, high] = one < other ? [one, other] : [other, one]
    const before = Atomics.compareExchange(parents, high, 0, low + 1)
    if (before === 0) return
    one = low
    other = findSharedRoot(parents, before - 1)
  }
}
