// Clusters of documents that are connected by pairs: the same columns as src/cluster/cluster-columns.ts makes, except that similarities
// over every pair of a cluster are left to the host.

/** Addresses and numbers, four bytes each, in the order in which src/kernel/wasm-clusters.ts writes them. */
// @ts-ignore: decorator
@unmanaged
class Clustering {
  documents: u32
  /** How many identical documents each represents. */
  copies: usize
  pairs: u32
  /** The documents of the pairs, and the similarities, of eight bytes. */
  a: usize
  b: usize
  similarity: usize
  /** 2 if two documents may be in two pairs. */
  directions: u32
  /** The maximum size of a cluster whose similarities are over every pair. */
  everyPairUpTo: u32
  /** Scratch memory: a word per document. */
  groupOf: usize
  /** Output, with room for a cluster of each document. Where the members of each begin, with one more entry. */
  offsets: usize
  members: usize
  /** Eight bytes each. */
  pairsIn: usize
  min: usize
  mean: usize
  /** Whether the similarities must be over every pair. */
  overEvery: usize
  /** The clusters of which the host must compare every pair, because not all of them are among the pairs. */
  open: usize
  opened: u32
}

/** Means "in no cluster". */
const NONE: u32 = 0xffffffff

/** Clusters the documents that are connected by pairs with at least the threshold similarity. Returns the number of clusters. */
export function clusterComponents(clustering: Clustering, threshold: f64): u32 {
  connect(clustering, threshold)
  const groups = numberGroups(clustering)
  listMembers(clustering, groups)
  addPairs(clustering, groups, threshold)
  finish(clustering, groups)
  return groups
}

/** A union-find, as in src/cluster/union-find.ts. */
function connect(clustering: Clustering, threshold: f64): void {
  const parents = clustering.groupOf
  for (let i: u32 = 0; i < clustering.documents; i++) store<u32>(parents + (i << 2), i)
  for (let i: u32 = 0; i < clustering.pairs; i++) {
    if (load<f64>(clustering.similarity + (i << 3)) < threshold) continue
    const one = findRoot(parents, load<u32>(clustering.a + (i << 2)))
    const other = findRoot(parents, load<u32>(clustering.b + (i << 2)))
    store<u32>(parents + (max(one, other) << 2), min(one, other))
  }
}

// @ts-ignore: decorator
@inline
function findRoot(parents: usize, document: u32): u32 {
  let parent = load<u32>(parents + (document << 2))
  while (parent != document) {
    const grandparent = load<u32>(parents + (parent << 2))
    store<u32>(parents + (document << 2), grandparent)
    document = grandparent
    parent = load<u32>(parents + (document << 2))
  }
  return document
}

/** Replaces the parents by groups, counts the members of each group, and returns the number of groups. */
function numberGroups(clustering: Clustering): u32 {
  const groupOf = clustering.groupOf
  const offsets = clustering.offsets
  const documents = clustering.documents
  const isParent = clustering.open
  memory.fill(isParent, 0, documents << 2)
  for (let i: u32 = 0; i < documents; i++) {
    const parent = load<u32>(groupOf + (i << 2))
    if (parent != i) store<u32>(isParent + (parent << 2), 1)
  }
  memory.fill(offsets, 0, (documents + 1) << 2)
  let groups: u32 = 0
  // A parent comes before its children, so its group is known.
  for (let i: u32 = 0; i < documents; i++) {
    const parent = load<u32>(groupOf + (i << 2))
    let group = NONE
    if (parent != i) group = load<u32>(groupOf + (parent << 2))
    else if (load<u32>(isParent + (i << 2)) != 0 || load<u32>(clustering.copies + (i << 2)) > 1) group = groups++
    store<u32>(groupOf + (i << 2), group)
    if (group == NONE) continue
    const size = offsets + (group << 2)
    store<u32>(size, load<u32>(size, 4) + 1, 4)
  }
  return groups
}

function listMembers(clustering: Clustering, groups: u32): void {
  const offsets = clustering.offsets
  const next = clustering.open
  let sum: u32 = 0
  for (let group: u32 = 0; group < groups; group++) {
    store<u32>(next + (group << 2), sum)
    sum += load<u32>(offsets + (group << 2), 4)
    store<u32>(offsets + (group << 2), sum, 4)
  }
  for (let i: u32 = 0; i < clustering.documents; i++) {
    const group = load<u32>(clustering.groupOf + (i << 2))
    if (group == NONE) continue
    const at = load<u32>(next + (group << 2))
    store<u32>(next + (group << 2), at + 1)
    store<u32>(clustering.members + (at << 2), i)
  }
}

/** Counts and adds up the similarities of the pairs in each group, those of copies first. */
function addPairs(clustering: Clustering, groups: u32, threshold: f64): void {
  const pairsIn = clustering.pairsIn
  const sums = clustering.mean
  memory.fill(pairsIn, 0, groups << 3)
  memory.fill(sums, 0, groups << 3)
  for (let group: u32 = 0; group < groups; group++) store<f64>(clustering.min + (group << 3), Infinity)
  for (let i: u32 = 0; i < clustering.documents; i++) {
    const times = <f64>load<u32>(clustering.copies + (i << 2))
    if (times <= 1) continue
    const own = (<f64>clustering.directions * times * (times - 1)) / 2
    add(clustering, load<u32>(clustering.groupOf + (i << 2)), own, own, 1)
  }
  for (let i: u32 = 0; i < clustering.pairs; i++) {
    const similarity = load<f64>(clustering.similarity + (i << 3))
    if (similarity < threshold) continue
    const a = load<u32>(clustering.a + (i << 2)) << 2
    const b = load<u32>(clustering.b + (i << 2)) << 2
    const times = <f64>load<u32>(clustering.copies + a) * <f64>load<u32>(clustering.copies + b)
    add(clustering, load<u32>(clustering.groupOf + a), times, similarity * times, similarity)
  }
}

// @ts-ignore: decorator
@inline
function add(clustering: Clustering, group: u32, pairs: f64, sum: f64, similarity: f64): void {
  const at = group << 3
  store<f64>(clustering.pairsIn + at, load<f64>(clustering.pairsIn + at) + pairs)
  store<f64>(clustering.mean + at, load<f64>(clustering.mean + at) + sum)
  if (similarity < load<f64>(clustering.min + at)) store<f64>(clustering.min + at, similarity)
}

/** Turns the sums into means, and lists the groups of which the host must compare every pair. */
function finish(clustering: Clustering, groups: u32): void {
  let open = clustering.open
  for (let group: u32 = 0; group < groups; group++) {
    const sum = clustering.mean + (group << 3)
    const pairs = load<f64>(clustering.pairsIn + (group << 3))
    store<f64>(sum, max(load<f64>(clustering.min + (group << 3)), load<f64>(sum) / pairs))
    const start = load<u32>(clustering.offsets + (group << 2))
    const end = load<u32>(clustering.offsets + (group << 2), 4)
    const size = end - start
    const isSmall = size <= clustering.everyPairUpTo
    store<u32>(clustering.overEvery + (group << 2), u32(isSmall))
    // Copies are equal.
    if (!isSmall || size == 1) continue
    const isClique = clustering.directions == 1 && pairs == (<f64>size * <f64>(size - 1)) / 2
    if (isClique && !haveCopies(clustering, start, end)) continue
    store<u32>(open, group)
    open += 4
  }
  clustering.opened = <u32>((open - clustering.open) >> 2)
}

function haveCopies(clustering: Clustering, start: u32, end: u32): bool {
  for (let i = start; i < end; i++) {
    if (load<u32>(clustering.copies + (load<u32>(clustering.members + (i << 2)) << 2)) > 1) return true
  }
  return false
}
