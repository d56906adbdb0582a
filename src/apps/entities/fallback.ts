import type { Candidates, PairBatch } from '../../model/pair.js'
import type { ValueColumn } from './column.js'
import { type Expectations, NO_EXPECTATIONS } from './expectations.js'
import { mutualBest, weightedSets } from './mutual-best.js'

/** What is wrong with the learned model: it finds matches everywhere, nearly none, or far fewer than there are mutual best pairs. */
export type ModelProblem = 'collapsed' | 'few-matches' | 'missed-many'

/** Mutual best pairs, used where nothing better is known, and their expected quality. */
export interface Fallback {
  readonly pairs: PairBatch
  readonly expected: Expectations
}

/** The minimum cosine of a mutual best pair. */
export const MIN_COSINE = 0.5
/** Mutual best pairs with a lower expected precision are not reported. */
const MIN_PRECISION = 0.5
/** Fewer matches than this share of the smaller table count as nearly none. */
const LITTLE = 0.05
/** If more than this share of the smaller table has a match, few more can be found. */
const MANY = 0.5
/** Half the width of a 95 % confidence interval, in standard deviations. */
const DEVIATIONS = 1.96

/**
 * Returns what is wrong with a model, if anything. It has collapsed if it expects more matches among pairs that share next
 * to nothing than among the candidates.
 *
 * @param smaller the number of records in the smaller table, or in the only one
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
 * Returns the mutual best pairs if they should replace the learned ones: they must be likely, and more of them must be
 * expected to be true than were learned in all, unless the model has collapsed. If nothing seems wrong with the model, the
 * lower end of the interval must be above that number.
 *
 * @param learned the number of learned pairs
 * @param isOneToOne whether pairs within the tables cannot be matches
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
  /** The pairs within either table that have most in common. */
  readonly inside: Candidates
  /** The position of the first record of the second table. */
  readonly split: number
}

/**
 * The mutual best pairs of two tables as weighted sets, with a precision estimated from decoys: mutual best pairs within a
 * table are not matches, and wrong pairs between the tables are about as frequent. (Target and decoy: Elias and Gygi, 2007.)
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
  // A decoy uses up two of all records, a wrong pair one record of the smaller table.
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
