// What `dedup` removes if some similar pairs are not listed: decided here, as in every engine, with the comparisons made by Spark.

import { isMoreSimilar, MAX_CENTERS, removalRounds } from '../../cluster/removal.js'
import { countBelow } from '../../model/count-below.js'
import { type PairBatch, PairBuilder } from '../../model/pair.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import type { OmittedPairs } from '../../model/report.js'
import { isSymmetric } from '../../model/similarity.js'
import { largestListed } from '../oversized/large-buckets.js'
import { firstsOf } from './audit-found.js'
import type { FoundSides } from './list-found.js'

/** What a search found that decides which documents are removed. */
export interface RemovalFacts {
  readonly plan: Plan
  readonly sides: FoundSides
  /** The listed pairs. */
  readonly pairs: PairBatch
  readonly omitted: OmittedPairs
  /** The positions of equal documents, ascending, by the first of them. */
  readonly copies: ReadonlyMap<number, Uint32Array>
}

/** How Spark helps: it has the documents. */
export interface RemovalHelp {
  /** The similarity of the first position of each pair to the second. */
  compare(pairs: readonly (readonly [number, number])[]): Promise<(a: number, b: number) => number>
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
  const first = firstsOf(copies)
  const removed: Removed = new Map()
  if (sides.isAcross) {
    for (const [own, known] of mostSimilarKnown(facts, first))
      for (const position of copies.get(own) ?? [own]) removed.set(position, known)
  }
  if (sides.isWithin) await removeWithin(facts, help, first, removed)
  const positions = Uint32Array.from(removed.keys()).sort()
  return {
    positions,
    survivors: positions.map((position) => removed.get(position)!.survivor),
    similarities: Float64Array.from(positions, (position) => removed.get(position)!.similarity),
  }
}

type Removed = Map<number, { readonly survivor: number; readonly similarity: number }>

/** The most similar document to compare with, and the first of several, for each first document that has one. */
function mostSimilarKnown({ pairs, sides }: RemovalFacts, first: (position: number) => number): Removed {
  const best: Removed = new Map()
  for (let i = 0; i < pairs.count; i++) {
    const [survivor, similarity] = [pairs.b[i]!, pairs.similarity[i]!]
    if (survivor < sides.boundary) continue
    const own = first(pairs.a[i]!)
    const known = best.get(own)
    if (known === undefined || isMoreSimilar(similarity, survivor, known.similarity, known.survivor))
      best.set(own, { survivor, similarity })
  }
  return best
}

/** Adds what is removed among the documents that remain. */
async function removeWithin(
  { plan, sides, pairs, omitted, copies }: RemovalFacts,
  help: RemovalHelp,
  first: (position: number) => number,
  removed: Removed,
): Promise<void> {
  const isLeft = (position: number) => position < sides.boundary && !removed.has(position)
  const left = new PairBuilder()
  const involved = new Set<number>()
  for (let i = 0; i < pairs.count; i++) {
    const [a, b] = [pairs.a[i]!, pairs.b[i]!]
    // The pair of the first copies of two documents is always listed, however many copies they have.
    if (first(a) !== a || first(b) !== b || !isLeft(a) || !isLeft(b)) continue
    left.add(a, b, pairs.similarity[i]!)
    involved.add(a).add(b)
  }
  for (const members of copies.values())
    if (isLeft(members[0]!)) for (const member of members) involved.add(member)
  const positions = Uint32Array.from(involved).sort()
  const numberOf = (position: number) => countBelow(positions, position)
  const numbered = left.pairs()
  numbered.a.forEach((position, i) => {
    numbered.a[i] = numberOf(position)
    numbered.b[i] = numberOf(numbered.b[i]!)
  })
  const lengths = await help.lengths?.(positions)
  const rounds = removalRounds({
    firstOf: positions.map((position) => numberOf(first(position))),
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
  survivorOf.forEach((survivor, number) => {
    if (survivor !== number)
      removed.set(positions[number]!, { survivor: positions[survivor]!, similarity: similarity[number]! })
  })
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
    const similarityTo = await compare(
      open.flatMap(([center, ...others]) =>
        others.map((other) => [positions[other]!, positions[center!]!] as const),
      ),
    )
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
