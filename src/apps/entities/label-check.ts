import type { Candidates } from '../../model/pair.js'
import { pairKey } from './pair-key.js'

/** What labels show about the pairs that would be reported without them. */
export interface LabelCheck {
  /** The share of these pairs that are no matches, beyond what their probabilities let expect; 0 unless this is significant. */
  readonly rejected: number
  /** The standard deviation of that share. */
  readonly deviation: number
}

export const NO_LABEL_CHECK: LabelCheck = { rejected: 0, deviation: 0 }

/** The minimum probability of a pair that would be reported. */
const LIKELY = 0.5
/** Half the width of a 95 % confidence interval, in standard deviations. */
const DEVIATIONS = 1.96

/**
 * Compares the labels of likely pairs with their probabilities. A fit to labels weighs the fields, but if pairs that agree in
 * everything are labeled as no matches, no weights can express that, and each label would change only its own pair.
 *
 * @param probabilities of the candidates after the fit, without the labels of the pairs themselves
 * @param verdicts whether a labeled pair is a match, by its key
 */
export function rejectedShare(
  { count, a, b }: Candidates,
  probabilities: Float64Array,
  verdicts: ReadonlyMap<number, boolean>,
): LabelCheck {
  let [labeled, rejected, expected, variance] = [0, 0, 0, 0]
  for (let i = 0; i < count; i++) {
    const verdict = verdicts.get(pairKey(a[i]!, b[i]!))
    const probability = probabilities[i]!
    if (verdict === undefined || probability < LIKELY) continue
    labeled++
    rejected += Number(!verdict)
    expected += 1 - probability
    variance += probability * (1 - probability)
  }
  // 1 is added for what is not modeled, as in the intervals.
  if (rejected - expected < DEVIATIONS * Math.sqrt(1 + variance)) return NO_LABEL_CHECK
  const share = (rejected - expected) / labeled
  return { rejected: share, deviation: Math.sqrt((share * (1 - share)) / labeled) }
}
