// What `dedup` removes if some similar pairs are not listed: decided here, as in every engine, with the comparisons made by Spark.

import { isMoreSimilar, MAX_CENTERS, removalRounds } from '../../cluster/removal.js'
import { countBelow } from '../../model/count-below.js'
import { type Candidates, type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import type { OmittedPairs } from '../../model/report.js'
import { isSymmetric } from '../../model/similarity.js'
import { largestListed } from '../oversized/large-buckets.js'
import type { CopyGroups } from './copy-groups.js'
import type { FoundSides } from './list-found.js'
import { distinctPositions, isAmong } from './positions.js'

/** What a search found that decides which documents are removed. */
export interface RemovalFacts {
  readonly plan: Plan
  readonly sides: FoundSides
  /** The listed pairs. */
  readonly pairs: PairBatch
  readonly omitted: OmittedPairs
  readonly copies: CopyGroups
}

/** How Spark helps: it has the documents. */
export interface RemovalHelp {
  /** The similarity of the first position of each pair to the second. */
  compare(pairs: Candidates): Promise<(a: number, b: number) => number>
  /** The lengths of texts, in the order of the positions, if they decide which document is kept. */
  lengths?(positions: Uint32Array): Promise<Uint32Array>
}

/** Removed positions, ascending, with the documents that are kept in their place and the similarities to them. */
export interface RemovedRows {
  readonly positions: Uint32Array
  readonly survivors: Uint32Array
  readonly similarities: Float64Array
}

/** Chooses the documents to remove. */
export async function removeFound(facts: RemovalFacts, help: RemovalHelp): Promise<RemovedRows> {
  const { copies, sides } = facts
  const known = new PairBuilder()
  if (sides.isAcross) {
    const best = mostSimilarKnown(facts)
    best.positions.forEach((own, i) => {
      for (const position of copies.of(own) ?? [own])
        known.add(position, best.survivors[i]!, best.similarities[i]!)
    })
  }
  const removed = sortPairs(known.pairs())
  if (!sides.isWithin) return rowsOf(removed)
  const within = await removeWithin(facts, help, removed.a)
  known.addAll(within, 0, within.count)
  return rowsOf(sortPairs(known.pairs()))
}

/** Removed documents and their survivors, as pairs. */
function rowsOf({ a, b, similarity }: PairBatch): RemovedRows {
  return { positions: a, survivors: b, similarities: similarity }
}

/** The most similar document to compare with, and the first of several, for each first document that has one. */
function mostSimilarKnown({ pairs, sides, copies }: RemovalFacts): RemovedRows {
  const firsts = pairs.a.map((position) => copies.firstOf(position))
  const positions = distinctPositions([firsts.filter((_, i) => pairs.b[i]! >= sides.boundary)])
  const survivors = new Uint32Array(positions.length)
  const similarities = new Float64Array(positions.length).fill(-1)
  for (let i = 0; i < pairs.count; i++) {
    const [survivor, similarity] = [pairs.b[i]!, pairs.similarity[i]!]
    if (survivor < sides.boundary) continue
    const own = countBelow(positions, firsts[i]!)
    if (!isMoreSimilar(similarity, survivor, similarities[own]!, survivors[own]!)) continue
    survivors[own] = survivor
    similarities[own] = similarity
  }
  return { positions, survivors, similarities }
}

/**
 * What is removed among the documents that remain, with its survivors.
 *
 * @param removed the positions of documents that are removed already, ascending
 */
async function removeWithin(
  { plan, sides, pairs, omitted, copies }: RemovalFacts,
  help: RemovalHelp,
  removed: Uint32Array,
): Promise<PairBatch> {
  const isLeft = (position: number) => position < sides.boundary && !isAmong(removed, position)
  const left = new PairBuilder()
  for (let i = 0; i < pairs.count; i++) {
    const [a, b] = [pairs.a[i]!, pairs.b[i]!]
    // The pair of the first copies of two documents is always listed, however many copies they have.
    if (copies.firstOf(a) !== a || copies.firstOf(b) !== b || !isLeft(a) || !isLeft(b)) continue
    left.add(a, b, pairs.similarity[i]!)
  }
  const numbered = left.pairs()
  const positions = distinctPositions([numbered.a, numbered.b, copies.members(isLeft)])
  const numberOf = (position: number) => countBelow(positions, position)
  numbered.a.forEach((position, i) => {
    numbered.a[i] = numberOf(position)
    numbered.b[i] = numberOf(numbered.b[i]!)
  })
  const lengths = await help.lengths?.(positions)
  const rounds = removalRounds({
    firstOf: positions.map((position) => numberOf(copies.firstOf(position))),
    pairs: () => [numbered],
    isDirected: !isSymmetric(similarityIn(plan)),
    ...(lengths && {
      orderOf: (members) =>
        members.slice().sort((one, other) => lengths[other]! - lengths[one]! || one - other),
    }),
    unlisted: { largestListed: largestListed(plan.maxGroup, omitted) },
  })
  let round = rounds.next()
  while (round.done !== true) round = rounds.next(await compareKept(round.value, positions, plan, help))
  const { survivorOf, similarity } = round.value
  const found = new PairBuilder()
  survivorOf.forEach((survivor, number) => {
    if (survivor !== number) found.add(positions[number]!, positions[survivor]!, similarity[number]!)
  })
  return found.pairs()
}

/** Compares the documents of each group with the best of them, one at a time, and returns the pairs that are similar. */
async function compareKept(
  groups: readonly (readonly number[])[],
  positions: Uint32Array,
  { threshold }: Plan,
  { compare }: RemovalHelp,
): Promise<PairBatch> {
  const found = new PairBuilder()
  let open = groups
  for (let centers = 0; centers < MAX_CENTERS; centers++) {
    open = open.filter((documents) => documents.length > 1)
    if (open.length === 0) break
    const wanted = new PairBuilder()
    for (const [center, ...others] of open)
      for (const other of others) wanted.add(positions[other]!, positions[center!]!)
    const similarityTo = await compare(wanted.candidates())
    open = open.map(([center, ...others]) =>
      others.filter((other) => {
        const similarity = similarityTo(positions[other]!, positions[center!]!)
        if (similarity < threshold) return true
        found.add(other, center!, similarity)
        return false
      }),
    )
  }
  return found.pairs()
}
