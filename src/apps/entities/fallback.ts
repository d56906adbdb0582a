import type { Candidates, PairBatch } from '../../model/pair.js'
import type { ValueColumn } from './column.js'
import { type Expectations, NO_EXPECTATIONS } from './expectations.js'
import { mutualBest, weightedSets } from './mutual-best.js'

/** What is wrong with what was learned: matches everywhere, nearly none, or far fewer than there are pairs best for both records. */
export type ModelProblem = 'collapsed' | 'few-matches' | 'missed-many'

/** Pairs that are best for both records, where nothing better is known, and what is expected of them. */
export interface Fallback {
  readonly pairs: PairBatch
  readonly expected: Expectations
}

/** The least cosine of a pair that is best for both records. */
export const MIN_COSINE = 0.5
/** Pairs that are less likely than this are not reported. */
const MIN_PRECISION = 0.5
/** Fewer matches than this share of the smaller table are nearly none. */
const LITTLE = 0.05
/** Where more than this share of the smaller table has a match, few more can be found. */
const MANY = 0.5
/** Standard deviations of a 95 % interval. */
const DEVIATIONS = 1.96

/**
 * What is wrong with a model, if anything. It has collapsed if it expects as many matches among pairs that share next to nothing
 * as among the candidates.
 *
 * @param smaller records of the smaller table, or of the one
 */
export function modelProblem(
  found: number,
  { matches, outside }: { readonly matches: number; readonly outside: number },
  smaller: number,
): ModelProblem | undefined {
  if (outside > matches) return 'collapsed'
  return found < LITTLE * smaller ? 'few-matches' : undefined
}

/**
 * The pairs to report instead of those that were learned, if they are likely and more of them are expected to be true; if nothing
 * seems wrong with what was learned, more at the lower end of the interval than all that were learned.
 *
 * @param learned how many pairs were learned
 * @param isOneToOne whether pairs inside the tables are no matches
 */
export function fallBack(
  columns: readonly ValueColumn[],
  {
    problem,
    learned,
    isOneToOne,
    ...tables
  }: TablePairs & { problem: ModelProblem | undefined; learned: number; isOneToOne: boolean },
): (Fallback & { readonly problem: ModelProblem }) | undefined {
  const smaller = Math.min(tables.split, (columns[0]?.codes.length ?? 0) - tables.split)
  if (problem === undefined && (!isOneToOne || learned > MANY * smaller)) return undefined
  const instead = mutualBestPairs(columns, tables)
  const { expectedPrecision = 0, precisionInterval: [low] = [0] } = instead.expected
  const share = problem === undefined ? low : expectedPrecision
  const isBetter = problem === 'collapsed' || instead.pairs.count * share > learned
  if (!isBetter || expectedPrecision < MIN_PRECISION) return undefined
  return { ...instead, problem: problem ?? 'missed-many' }
}

interface TablePairs {
  readonly candidates: Candidates
  /** The pairs inside either table that share most. */
  readonly inside: Candidates
  /** Where the second table begins. */
  readonly split: number
}

/**
 * The pairs of two tables that are best for both records as weighted sets, with the precision that decoys lead to expect: pairs
 * inside either table that are best for both records are no matches, and pairs of both tables that are none are as frequent.
 * (Target and decoy: Elias and Gygi, 2007.)
 */
export function mutualBestPairs(
  columns: readonly ValueColumn[],
  { candidates, inside, split }: TablePairs,
): Fallback {
  const records = columns[0]?.codes.length ?? 0
  const sets = weightedSets(columns)
  const pairs = mutualBest(sets, candidates, MIN_COSINE)
  const decoys = mutualBest(sets, inside, MIN_COSINE).count
  if (pairs.count === 0) return { pairs, expected: NO_EXPECTATIONS }
  // Each decoy takes two records out of all; a wrong pair takes one of the smaller table.
  const wrong = Math.min(pairs.count, ((2 * decoys) / records) * Math.min(split, records - split))
  const spread = DEVIATIONS * Math.sqrt(wrong + 1)
  const share = (count: number) => Math.min(1, Math.max(0, 1 - count / pairs.count))
  return {
    pairs,
    expected: {
      ...NO_EXPECTATIONS,
      expectedPrecision: share(wrong),
      precisionInterval: [share(wrong + spread), share(wrong - spread)],
    },
  }
}
