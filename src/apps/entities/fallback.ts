import type { Candidates } from '../../model/pair.js'
import type { ValueColumn } from './column.js'
import { type CompetingPairs, mutualBestPairs, type RankedPairs } from './decoys.js'

/**
 * What is wrong with the learned model: it finds matches everywhere, nearly none, or far fewer than there are mutual best
 * pairs, or no other field checks it and mutual best pairs are expected to be better.
 */
export type ModelProblem = (typeof MODEL_PROBLEMS)[number]

export const MODEL_PROBLEMS = ['collapsed', 'few-matches', 'missed-many', 'single-field'] as const

/** Mutual best pairs with a lower expected precision are not reported. */
const MIN_PRECISION = 0.5
/** Fewer matches than this share of the smaller table count as nearly none. */
const LITTLE = 0.05
/** If more than this share of the smaller table has a match, few more can be found. */
const MANY = 0.5

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

/** What a model reports, and what it expects of that. */
interface Learned {
  readonly problem: ModelProblem | undefined
  /** The number of pairs that it reports. */
  readonly pairs: number
  readonly expectedPrecision: number | undefined
  readonly expectedRecall: number | undefined
  /** Whether pairs within the tables cannot be matches. */
  readonly isOneToOne: boolean
}

/**
 * Returns the mutual best pairs if they should replace the learned ones. They must be likely, and more than chance alone may
 * give. If the model has collapsed, that is enough; if it finds almost nothing, more of them must be expected to be true than
 * were learned in all; if nothing seems wrong with it, this must hold at the lower end of their interval. A model of a single
 * field has no other field to learn from, so it is replaced if the mutual best pairs have a higher expected F1.
 *
 * @param pairsInside finds the pairs within either table, with as many partners per record as the candidates have: the competition is fair
 *   only then
 */
export function fallBack(
  columns: readonly ValueColumn[],
  learned: Learned,
  tables: Omit<CompetingPairs, 'inside'>,
  pairsInside: () => Candidates,
): (RankedPairs & { readonly problem: ModelProblem }) | undefined {
  const { problem, pairs, isOneToOne } = learned
  const isAlone = columns.length === 1
  const smaller = Math.min(tables.split, (columns[0]?.codes.length ?? 0) - tables.split)
  if (problem === undefined && (!isOneToOne || (!isAlone && pairs > MANY * smaller))) return undefined
  const instead = mutualBestPairs(columns, { ...tables, inside: pairsInside() })
  const { expectedPrecision = 0, precisionInterval: [low] = [0] } = instead.expected
  if (expectedPrecision < MIN_PRECISION || low === 0 || instead.isChance) return undefined
  const share = problem === undefined ? low : expectedPrecision
  const isBetter =
    problem === 'collapsed' ||
    instead.pairs.count * share > pairs ||
    (isAlone && isOneToOne && hasHigherF1(instead, learned))
  return isBetter ? { ...instead, problem: problem ?? (isAlone ? 'single-field' : 'missed-many') } : undefined
}

/** Whether the expected F1 of the mutual best pairs is higher than that of the learned ones, given the same number of matches. */
function hasHigherF1({ pairs, expected, matches }: RankedPairs, learned: Learned): boolean {
  const right = pairs.count * (expected.expectedPrecision ?? 0)
  const rightLearned = learned.pairs * (learned.expectedPrecision ?? 0)
  const all = Math.max(matches, rightLearned / (learned.expectedRecall || 1))
  return right * (learned.pairs + all) > rightLearned * (pairs.count + all)
}
