import { countBelow } from '../../model/count-below.js'
import { type Candidates, type PairBatch, PairBuilder } from '../../model/pair.js'
import { joined } from './choose-pairs.js'
import type { ValueColumn } from './column.js'
import { type Expectations, NO_EXPECTATIONS, UNSEEN } from './expectations.js'
import { cosineOf, EQUAL, MIN_COSINE, mutualBest, type WeightedSet, weightedSets } from './mutual-best.js'

/** The pairs of two tables that compete with each other. */
export interface CompetingPairs {
  /** Pairs between the tables. */
  readonly candidates: Candidates
  /** The pairs within either table that have most in common. */
  readonly inside: Candidates
  /** The position of the first record of the second table. */
  readonly split: number
}

/** Pairs between two tables, by descending score, and their expected quality. */
export interface RankedPairs {
  readonly pairs: PairBatch
  readonly expected: Expectations
  /** The lowest score of the pairs. */
  readonly threshold: number
  /** The expected number of matches that the score can find. */
  readonly matches: number
  /** Whether chance alone may give as many pairs. */
  readonly isChance: boolean
}

/** A pair counts for at most four matches, so that a few unlikely winners do not decide the result. */
const MIN_CHANCE = 0.25
/** Half the width of a 95 % confidence interval, in standard deviations. */
const DEVIATIONS = 1.96

/**
 * The mutual best pairs of all records of two tables as weighted sets. Those between the tables are reported; those within a
 * table are decoys: they are not matches, and a record without a match has its nearest neighbor in either table by chance, so
 * wrong pairs between the tables are about as frequent. (Target and decoy: Elias and Gygi, 2007.) The threshold is the cosine
 * with the best expected F1.
 */
export function mutualBestPairs(
  columns: readonly ValueColumn[],
  { candidates, inside, split }: CompetingPairs,
): RankedPairs {
  const records = columns[0]?.codes.length ?? 0
  const sets = weightedSets(columns)
  const best = mutualBest(sets, joined(candidates, inside), 0)
  const order = Array.from({ length: best.count }, (_, i) => i).sort(
    (one, other) => best.similarity[other]! - best.similarity[one]!,
  )
  const wrongPerDecoy = pairsBetween(records, split) / Math.max(1, pairsWithin(records, split))
  const winProbability = winningChances(sets, inside, split)
  const cuts: Cut[] = []
  const reported: number[] = []
  let [decoys, decoysAbove, sum, matches] = [0, 0, 0, 0]
  // The number of matches if none of them loses to a nearer neighbor.
  let [sumOfWinners, winners] = [0, 0]
  for (const [position, i] of order.entries()) {
    const standsFor = best.similarity[i]! < MIN_COSINE ? 1 : 1 / winProbability(best.similarity[i]!)
    if (best.a[i]! < split && best.b[i]! >= split) {
      if (best.similarity[i]! >= MIN_COSINE) reported.push(i)
      sum += standsFor
      sumOfWinners++
    } else {
      decoys++
      if (best.similarity[i]! >= MIN_COSINE) decoysAbove++
      sum -= wrongPerDecoy * standsFor
      sumOfWinners -= wrongPerDecoy
    }
    // Pairs and decoys of the same cosine, such as those of equal values, cannot be separated.
    const next = best.similarity[order[position + 1] ?? -1] ?? Number.NEGATIVE_INFINITY
    if (next >= best.similarity[i]! - EQUAL) continue
    matches = Math.max(matches, sum)
    winners = Math.max(winners, sumOfWinners)
    if (reported.length > (cuts.at(-1)?.count ?? 0)) {
      cuts.push({ count: reported.length, wrong: Math.min(reported.length, decoys * wrongPerDecoy) })
    }
  }
  const f1 = cuts.map(({ count, wrong }) => (2 * (count - wrong)) / (count + matches))
  const cut = cuts[f1.indexOf(f1.reduce((most, one) => Math.max(most, one), 0))]
  const kept = reported.slice(0, cut?.count ?? 0)
  const pairs = new PairBuilder()
  for (const i of kept) pairs.add(best.a[i]!, best.b[i]!, best.similarity[i]!)
  return {
    pairs: pairs.pairs(),
    threshold: kept.length === 0 ? MIN_COSINE : best.similarity[kept.at(-1)!]!,
    matches,
    isChance: isChance(cuts, reported.length, decoysAbove, wrongPerDecoy),
    expected: cut === undefined ? NO_EXPECTATIONS : expectedOf(cut.count, cut.wrong, [winners, matches]),
  }
}

/**
 * Whether chance alone may explain that pairs between the tables are more frequent than decoys, at the cosine where they are ahead most.
 * Without matches, the lead is a random walk, whose maximum is twice as likely to reach a value as its end (the reflection principle).
 */
function isChance(cuts: readonly Cut[], pairs: number, decoys: number, wrongPerDecoy: number): boolean {
  const lead = cuts.reduce((most, { count, wrong }) => Math.max(most, count - wrong), 0)
  return lead < DEVIATIONS * Math.sqrt((pairs + decoys) * wrongPerDecoy)
}

/** The pairs down to a cosine, of which some are expected to be wrong. */
interface Cut {
  readonly count: number
  readonly wrong: number
}

/**
 * Wrong pairs and decoys are counts that vary independently. Matches that lose to a nearer neighbor are known only by
 * inference from those that win, so the interval of the recall begins with as many as inferred and ends with none.
 */
function expectedOf(
  count: number,
  wrong: number,
  [winners, matches]: readonly [number, number],
): Expectations {
  const spread = DEVIATIONS * Math.sqrt(2 * wrong + 1)
  const right = (off: number) => Math.min(count, Math.max(0, count - wrong - off))
  const recall = (off: number, all: number) => right(off) / Math.max(1, all, right(off))
  return {
    ...NO_EXPECTATIONS,
    expectedPrecision: right(0) / count,
    precisionInterval: [
      Math.max(0, right(spread) / count - UNSEEN),
      Math.min(1, right(-spread) / count + UNSEEN),
    ],
    expectedRecall: recall(0, matches),
    recallInterval: [
      Math.max(0, recall(spread, matches) - UNSEEN),
      Math.min(1, recall(-spread, winners) + UNSEEN),
    ],
  }
}

/**
 * Returns the chance that a match with a given cosine is best for both of its records: neither has a nearer neighbor by
 * chance, in its own table or in the other one, where they are as near as within that table.
 */
function winningChances(
  sets: readonly WeightedSet[],
  { count, a, b }: Candidates,
  split: number,
): (cosine: number) => number {
  const nearest = new Float64Array(sets.length)
  for (let i = 0; i < count; i++) {
    const cosine = cosineOf(sets[a[i]!]!, sets[b[i]!]!)
    for (const record of [a[i]!, b[i]!]) nearest[record] = Math.max(nearest[record]!, cosine)
  }
  const tables = [nearest.slice(0, split).sort(), nearest.slice(split).sort()]
  return (cosine) => {
    const chance = tables.reduce(
      (product, sorted) => (product * countBelow(sorted, cosine)) / sorted.length,
      1,
    )
    return Math.max(MIN_CHANCE, chance ** 2)
  }
}

function pairsBetween(records: number, split: number): number {
  return split * (records - split)
}

function pairsWithin(records: number, split: number): number {
  const other = records - split
  return (split * (split - 1) + other * (other - 1)) / 2
}
