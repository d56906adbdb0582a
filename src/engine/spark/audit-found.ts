import { connectionsOf } from '../../audit/connections.js'
import { type AuditResult, judgeAudit } from '../../audit/judge-audit.js'
import { Random } from '../../hash/random.js'
import { type PairBatch, PairBuilder } from '../../model/pair.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import type { OmittedPairs } from '../../model/report.js'
import { similarityReaches } from '../../model/similarity.js'
import { seedOf } from '../../plan/choose-plan.js'
import { limitedList } from '../limited-list.js'
import type { VerifiedPairs } from './distinct-pairs.js'
import type { FoundSides } from './list-found.js'

/** Sampled documents with everything that matches them, as positions; of equal documents, that of the first. */
export interface TrueNeighbors {
  readonly sampled: Uint32Array
  readonly other: Uint32Array
  readonly overlap: Uint32Array
  readonly size_sampled: Uint32Array
  readonly size_other: Uint32Array
}

/**
 * Samples documents for an audit, evenly spaced among those of the input that are not empty.
 *
 * @param excluded positions of bad and empty records of the input, ascending
 */
export function sampleDocuments(
  plan: Plan,
  boundary: number,
  excluded: Uint32Array,
  documents: number,
): { readonly positionsSampled: Uint32Array; readonly filled: number } {
  const filled = boundary - excluded.length
  const positionsSampled = new Random(seedOf(plan)).draw(filled, documents)
  // The n-th position that is not excluded is n plus the number of excluded positions up to there.
  let skipped = 0
  const positions = positionsSampled.map((number) => {
    while (skipped < excluded.length && excluded[skipped]! <= number + skipped) skipped++
    return number + skipped
  })
  return { positionsSampled: positions, filled }
}

/** The share of the true pairs of the sampled documents that was found. */
export function judgeSample(
  plan: Plan,
  sample: ReturnType<typeof sampleDocuments>,
  { copies }: VerifiedPairs,
  neighbors: readonly TrueNeighbors[],
  listed: { readonly pairs: PairBatch; readonly omitted: OmittedPairs },
  sides: FoundSides & { readonly count: number },
): AuditResult {
  const { positionsSampled, filled } = sample
  const numbersOf = new Map<number, number[]>()
  positionsSampled.forEach((position, number) => {
    const first = copies.firstOf(position)
    numbersOf.set(first, [...(numbersOf.get(first) ?? []), number])
  })
  const truth = new PairBuilder()
  const addAll = (first: number, other: number) => {
    for (const number of numbersOf.get(first) ?? []) {
      for (const position of copies.of(other) ?? [other]) truth.add(number, position)
    }
  }
  const similarity = similarityIn(plan)
  for (const { sampled, other, overlap, size_sampled, size_other } of neighbors) {
    for (let i = 0; i < sampled.length; i++) {
      const isOwn = other[i]! < sides.boundary
      if (isOwn && !sides.isWithin) continue
      if (
        isOwn ||
        similarityReaches(similarity, overlap[i]!, size_sampled[i]!, size_other[i]!, plan.threshold)
      )
        addAll(sampled[i]!, other[i]!)
    }
  }
  return judgeAudit({
    sampled: positionsSampled,
    documents: filled,
    truth: truth.candidates(),
    reported: [listed.pairs],
    isConnected: connectionsOf(sides.count, [listed.pairs]),
    limited: limitedList(plan, listed.omitted),
  })
}
