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

/** Whether a document is more similar than the best one so far or, of several that are equally similar, comes first. */
export function isMoreSimilar(
  similarity: number,
  position: number,
  best: number,
  bestPosition: number,
): boolean {
  return similarity > best || (similarity === best && position < bestPosition)
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
  readonly areDifferent?: AreDifferent
}

/** Whether two documents, by position, are different in spite of their similarity. */
export type AreDifferent = (a: number, b: number) => boolean

/** For groups whose pairs are not all listed. */
export interface UnlistedPairs {
  /** The largest group whose pairs are all listed, in documents, including copies. */
  readonly largestListed: number
  readonly threshold: number
  /** The exact similarity of two first documents, from a to b. */
  readonly similarity: (a: number, b: number) => number
}

/** The number of kept documents of a group that the others are compared with if pairs are not listed. */
export const MAX_CENTERS = 32
/** How many times kept documents are compared again, after some of them were removed. */
const MAX_ROUNDS = 8

/**
 * Removes documents so that every removed one is similar, at the threshold, to one that is kept. Visits the documents in the order of the
 * policy, best first: a document is removed if it is similar to one kept before it, and kept otherwise. Its survivor is the first such
 * document, which the policy prefers. Equal documents are treated like the best of them.
 */
export function removeSimilar(input: RemovalInput): Removal {
  const rounds = removalRounds(input)
  let round = rounds.next()
  while (round.done !== true) round = rounds.next(compareKept(round.value, input))
  return round.value
}

/** The same, round by round: yields the kept documents of each group with unlisted pairs, best first, and is sent those pairs. */
export function* removalRounds(
  input: Omit<RemovalInput, 'unlisted'> & { readonly unlisted?: Pick<UnlistedPairs, 'largestListed'> },
): Generator<readonly (readonly number[])[], Removal, PairBatch> {
  const { firstOf, pairs, sort, unlisted, isDirected = false, areDifferent } = input
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
      withMore(areDifferent === undefined ? pairs() : withoutDifferent(pairs(), areDifferent), found),
      sort,
      (document, value) => {
        similarity[document] = value
      },
      isDirected,
    )
    const before = found.count
    if (unlisted !== undefined && round < MAX_ROUNDS) {
      const more = yield keptOfLarge(groups, firstOf, order, centerOf, unlisted.largestListed)
      found.addAll(more, 0, more.count)
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
  { firstOf, orderOf }: Pick<RemovalInput, 'firstOf' | 'orderOf'>,
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
export function* withoutDifferent(
  batches: Iterable<PairBatch>,
  areDifferent: AreDifferent,
): Generator<PairBatch, void> {
  for (const { count, a, b, similarity } of batches) {
    const left = new PairBuilder()
    for (let i = 0; i < count; i++) if (!areDifferent(a[i]!, b[i]!)) left.add(a[i]!, b[i]!, similarity[i]!)
    yield left.pairs()
  }
}

function* withMore(pairs: Iterable<PairBatch>, more: PairBuilder): Generator<PairBatch, void> {
  yield* pairs
  if (more.count > 0) yield more.pairs()
}

/** The kept documents of each group that is larger than what is listed, best first. */
function keptOfLarge(
  { groupOf, count }: Grouping,
  firstOf: Uint32Array,
  order: Uint32Array,
  centerOf: Uint32Array,
  largestListed: number,
): readonly (readonly number[])[] {
  const sizes = new Uint32Array(count)
  for (const first of firstOf) {
    const group = groupOf[first]!
    if (group !== NONE) sizes[group]!++
  }
  const large = new Map<number, number[]>()
  for (const document of order) {
    const group = groupOf[document]!
    if (group === NONE || sizes[group]! <= largestListed || !isKept(centerOf, document)) continue
    const members = large.get(group)
    if (members === undefined) large.set(group, [document])
    else members.push(document)
  }
  return [...large.values()]
}

/** Compares the documents of each group with the best of them, and returns the pairs that are similar. */
function compareKept(
  groups: readonly (readonly number[])[],
  { unlisted, areDifferent = () => false }: Pick<RemovalInput, 'unlisted' | 'areDifferent'>,
): PairBatch {
  const { threshold, similarity } = unlisted!
  const found = new PairBuilder()
  for (const documents of groups) {
    const centers: number[] = []
    for (const document of documents) {
      let best = 0
      const center = centers.find((one) => {
        if (areDifferent(document, one)) return false
        best = similarity(document, one)
        return best >= threshold
      })
      if (center !== undefined) found.add(document, center, best)
      else if (centers.length < MAX_CENTERS) centers.push(document)
    }
  }
  return found.pairs()
}
