import type { Candidates } from '../../model/pair.js'
import type { BinnedPairs } from './binned-pairs.js'
import { type Evidence, type EvidenceInput, pairProbabilities, strengthsOf } from './evidence.js'
import { fitLabels } from './fit-labels.js'
import { type LabelCheck, NO_LABEL_CHECK, rejectedShare } from './label-check.js'
import type { MatchLabel } from './labels.js'
import { NO_BIN } from './levels.js'
import { pairKey } from './pair-key.js'
import { type Correction, corrected } from './recalibrate.js'

/** The strength of a labeled pair, in bits; more than any evidence can have. */
export const LABEL_BITS = 60

export interface LabeledEvidence extends Evidence {
  readonly weights: readonly number[]
  /** What the labels added to every pair, in bits. */
  readonly shift: number
  readonly labelCheck: LabelCheck
}

/**
 * Reweights the fields to fit the labeled pairs, whose label becomes their probability.
 *
 * @param correction the correction that is applied to the adjusted strengths
 */
export function adjustToLabels(
  evidence: Evidence,
  input: EvidenceInput,
  binsOf: (pairs: Candidates) => BinnedPairs,
  labels: readonly MatchLabel[],
  correction: Correction | undefined,
): LabeledEvidence {
  if (labels.length === 0)
    return { ...evidence, weights: input.weights, shift: 0, labelCheck: NO_LABEL_CHECK }
  const judged = binsOf({
    count: labels.length,
    a: Uint32Array.from(labels, ({ a }) => a),
    b: Uint32Array.from(labels, ({ b }) => b),
  })
  const labeledBits = labels.map((_, i) =>
    judged.bins.map((bins, field) => {
      const bin = bins[i]!
      return bin === NO_BIN ? undefined : input.weights[field]! * evidence.bits[field]![bin]!
    }),
  )
  const fit = fitLabels(
    labeledBits,
    labels.map(({ isMatch }) => isMatch),
    evidence.prior,
    correction,
  )
  const weights = input.weights.map((weight, field) => weight * fit.weights[field]!)
  const prior = evidence.prior + fit.shift
  const strengths = strengthsOf(input.candidates, evidence.bits, weights, prior)
  const verdicts = new Map(labels.map(({ a, b, isMatch }) => [pairKey(a, b), isMatch]))
  const { count, a, b } = input.candidates
  const labelCheck = rejectedShare(
    input.candidates,
    pairProbabilities(input, corrected(strengths, correction), evidence.matches),
    verdicts,
  )
  for (let i = 0; i < count; i++) {
    const verdict = verdicts.get(pairKey(a[i]!, b[i]!))
    if (verdict !== undefined) strengths[i] = verdict ? LABEL_BITS : -LABEL_BITS
  }
  const probabilities = pairProbabilities(input, strengths, evidence.matches)
  const matches = Math.max(
    1,
    probabilities.reduce((total, probability) => total + probability, 0),
  )
  return { ...evidence, weights, shift: fit.shift, prior, strengths, probabilities, matches, labelCheck }
}
