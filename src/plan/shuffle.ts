import { matchPrefix } from '../model/match-bounds.js'
import { keptComparison, type Plan } from '../model/plan.js'
import { bytes } from '../model/quantities.js'
import type { ExplainedPlan } from './explained-plan.js'

/** Bytes that Spark sends between executors before compression, by step. */
interface ShuffleEstimate {
  /** Content hashes, to find equal documents. */
  readonly equal: number
  /** Keys of bands, or elements of prefixes. */
  readonly buckets: number
  /** Candidates, to merge those of several buckets. */
  readonly candidates: number
  /** Sets, to verify candidates. */
  readonly verify: number
  readonly total: number
  readonly perDocument: number
}

/** Content hash, hash of the text and position, and the hash of the id and position. */
const EQUAL_BYTES = 28 + 12
/** A key of a band and a position. */
const KEY_BYTES = 12
/** An element of a prefix and a position, which may be marked. */
const PREFIX_BYTES = 12
/** Two positions, plus the overhead of a Spark row. */
const PAIR_BYTES = 32
/** Pairs that the driver holds; more of them are Spark rows. */
const HELD_PAIRS = 20_000_000
/** The position and the size of a set. */
const SET_BYTES = 16
const ELEMENT_BYTES = 4

/** Estimates the shuffles of a search on Spark from the plan and its predictions; undefined without a sample. */
export function estimateShuffle({ plan, sample, predicted }: ExplainedPlan): ShuffleEstimate | undefined {
  if (sample === undefined || predicted === undefined) return undefined
  const { documents, meanSetSize } = sample
  const distinct = documents - sample.identical - sample.empty
  const equal = EQUAL_BYTES * documents
  const isBands = plan.method === 'bands'
  const buckets = (isBands ? KEY_BYTES : PREFIX_BYTES) * distinct * keysOf(plan, meanSetSize)
  const candidates = predicted.candidates > HELD_PAIRS ? PAIR_BYTES * predicted.candidates : 0
  // Only the sets of candidates are sent, most of them once.
  const verify = Math.min(distinct, 2 * predicted.candidates) * (ELEMENT_BYTES * meanSetSize + SET_BYTES)
  const total = equal + buckets + candidates + verify
  return { equal, buckets, candidates, verify, total, perDocument: documents === 0 ? 0 : total / documents }
}

function keysOf(plan: Plan, meanSetSize: number): number {
  return plan.method === 'bands' ? plan.bands : matchPrefix(keptComparison(plan), Math.round(meanSetSize))
}

/** The estimate as lines of text, in the layout of a plan. */
export function describeShuffle({
  equal,
  buckets,
  candidates,
  verify,
  total,
  perDocument,
}: ShuffleEstimate): string[] {
  return [
    `shuffle    about ${bytes(total)} before compression, ${bytes(perDocument)} per document`,
    `           equal documents ${bytes(equal)}, buckets ${bytes(buckets)}, candidates ${bytes(candidates)}, sets ${bytes(verify)}`,
  ]
}
