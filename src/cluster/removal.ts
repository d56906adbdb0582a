import { type PairBatch, PairBuilder } from '../model/pair.js'
import { groupComponents } from './components.js'
import { coverGreedily, type SortPairs } from './greedy-cover.js'
import { type Grouping, membersOf, NONE, type PairBatches } from './grouping.js'

/** Which documents are removed, and which are kept in their place. */
export interface Removal {
  /** For each position, the document that is kept in its place; itself if it is kept. */
  readonly survivorOf: Uint32Array
  /** For each position, the verified similarity to that document; 1 if it is kept. */
  readonly similarity: Float64Array
}

/** The number of documents that are not kept. */
export function countReplaced(survivorOf: Uint32Array): number {
  return survivorOf.reduce((sum, kept, position) => sum + (kept === position ? 0 : 1), 0)
}

/** Combines what is removed because of known documents with what is removed among the rest. */
export function joinRemovals(known: Removal, rest: Removal): Removal {
  const isKnown = (position: number) => known.survivorOf[position] !== position
  return {
    survivorOf: known.survivorOf.map((other, i) => (isKnown(i) ? other : rest.survivorOf[i]!)),
    similarity: known.similarity.map((value, i) => (isKnown(i) ? value : rest.similarity[i]!)),
  }
}

/** What is known about the documents. */
export interface RemovalInput {
  /** For each position, the first document that is equal to it; itself if there is none before it. */
  readonly firstOf: Uint32Array
  /** The verified pairs between these first documents. */
  readonly pairs: PairBatches
  /** Orders the documents of a group, given by ascending position, by the policy, best first. Default: input order. */
  readonly orderOf?: (members: Uint32Array) => Uint32Array
  /** How pairs are sorted; default in memory. */
  readonly sort?: SortPairs
  /** Whether a pair means only that a is similar to b, so that b is not removed because of a. Default: false. */
  readonly isDirected?: boolean
  /** How to verify pairs that are not listed; default: all pairs are listed. */
  readonly unlisted?: UnlistedPairs
  /** Whether neither of two documents may be removed in favor of the other, although they are similar. Default: never. */
  readonly isApart?: IsApart
}

/** Whether two documents, by position, are different in spite of their similarity. */
export type IsApart = (a: number, b: number) => boolean

/** For groups whose pairs are not all listed. */
export interface UnlistedPairs {
  /** The largest group whose pairs are all listed, in documents, including copies. */
  readonly largestListed: number
  readonly threshold: number
  /** The exact similarity of two first documents, from a to b. */
  readonly similarity: (a: number, b: number) => number
}

/** The number of kept documents of a group that another is compared with if pairs are not listed. */
const MAX_COMPARED = 32
/** How many times kept documents are compared again, after some of them were removed. */
const MAX_ROUNDS = 8

/**
 * Removes documents so that every removed one is similar, at the threshold, to one that is kept. Visits the documents in the order of the
 * policy, best first: a document is removed if it is similar to one kept before it, and kept otherwise. Its survivor is the first such
 * document, which the policy prefers. Equal documents are treated like the best of them.
 */
export function removeSimilar(input: RemovalInput): Removal {
  const { firstOf, pairs, sort, unlisted, isDirected = false, isApart } = input
  const count = firstOf.length
  // Pairs of different documents count here: what is similar to both may be similar to each other without being listed.
  const groups = groupComponents(count, pairs, copiesOf(firstOf))
  const { order, bestOf } = rankDocuments(input, groups)
  const found = new PairBuilder()
  for (let round = 0; ; round++) {
    const similarity = new Float64Array(count).fill(1)
    const centerOf = coverGreedily(
      count,
      order,
      withMore(isApart === undefined ? pairs() : withoutApart(pairs(), isApart), found),
      sort,
      (document, value) => {
        similarity[document] = value
      },
      isDirected,
    )
    const before = found.count
    if (unlisted !== undefined && round < MAX_ROUNDS) {
      addUnlisted(unlisted, groups, input, order, (first) => isKept(centerOf, first), found)
    }
    if (found.count === before) return removalOf(firstOf, bestOf, centerOf, similarity)
  }
}

function isKept(centerOf: Uint32Array, first: number): boolean {
  return centerOf[first] === NONE || centerOf[first] === first
}

function removalOf(
  firstOf: Uint32Array,
  bestOf: Uint32Array,
  centerOf: Uint32Array,
  similarities: Float64Array,
): Removal {
  const survivorOf = firstOf.map((first) => bestOf[isKept(centerOf, first) ? first : centerOf[first]!]!)
  return { survivorOf, similarity: similarities.map((_, position) => similarities[firstOf[position]!]!) }
}

/** The first documents in the order of the policy, and the best copy of each. */
function rankDocuments(
  { firstOf, orderOf }: RemovalInput,
  groups: Grouping,
): { order: Uint32Array; bestOf: Uint32Array } {
  const inOrder = firstOf.map((_, position) => position)
  if (orderOf === undefined) return { order: inOrder, bestOf: inOrder }
  const groupOf = firstOf.map((first) => groups.groupOf[first]!)
  const { offsets, members } = membersOf({ groupOf, count: groups.count })
  const bestOf = inOrder.slice()
  const isRanked = new Uint8Array(firstOf.length)
  const order = new Uint32Array(members.length)
  let end = 0
  for (let group = 0; group < groups.count; group++) {
    for (const position of orderOf(members.subarray(offsets[group]!, offsets[group + 1]!))) {
      const first = firstOf[position]!
      if (isRanked[first] === 1) continue
      isRanked[first] = 1
      bestOf[first] = position
      order[end++] = first
    }
  }
  return { order: order.subarray(0, end), bestOf }
}

/** How many equal documents each first one represents; 0 for the others. */
function copiesOf(firstOf: Uint32Array): Uint32Array {
  const copies = new Uint32Array(firstOf.length)
  for (const first of firstOf) copies[first]!++
  return copies
}

/** The pairs that are not of different documents. */
export function* withoutApart(batches: Iterable<PairBatch>, isApart: IsApart): Generator<PairBatch, void> {
  for (const { count, a, b, similarity } of batches) {
    const left = new PairBuilder()
    for (let i = 0; i < count; i++) if (!isApart(a[i]!, b[i]!)) left.add(a[i]!, b[i]!, similarity[i]!)
    yield left.pairs()
  }
}

function* withMore(pairs: Iterable<PairBatch>, more: PairBuilder): Generator<PairBatch, void> {
  yield* pairs
  if (more.count > 0) yield more.pairs()
}

/** Compares the kept documents of each large group with the best of them, and adds the pairs that are similar. */
function addUnlisted(
  { largestListed, threshold, similarity }: UnlistedPairs,
  groups: Grouping,
  { firstOf, isApart = () => false }: Pick<RemovalInput, 'firstOf' | 'isApart'>,
  order: Uint32Array,
  isKeptFirst: (first: number) => boolean,
  found: PairBuilder,
): void {
  const sizes = new Uint32Array(groups.count)
  for (const first of firstOf) {
    const group = groups.groupOf[first]!
    if (group !== NONE) sizes[group]!++
  }
  const centersOf = new Map<number, number[]>()
  for (const document of order) {
    const group = groups.groupOf[document]!
    if (group === NONE || sizes[group]! <= largestListed || !isKeptFirst(document)) continue
    const centers = centersOf.get(group) ?? []
    centersOf.set(group, centers)
    let best = 0
    const center = centers.find((one) => {
      if (isApart(document, one)) return false
      best = similarity(document, one)
      return best >= threshold
    })
    if (center !== undefined) found.add(document, center, best)
    else if (centers.length < MAX_COMPARED) centers.push(document)
  }
}
