import { Random } from '../../hash/random.js'
import type { Print } from './print.js'
import type { PrintScores } from './same-fingers.js'

const RESAMPLES = 400
const SEED = 1

/** The limits of a rate. */
interface Interval {
  readonly low: number
  readonly high: number
}

/** Compared pairs, by increasing score; pairs that were not compared have the score 0. */
interface SortedPairs {
  readonly scores: Float64Array
  readonly a: Uint32Array
  readonly b: Uint32Array
}

/**
 * The 95 % confidence interval of the equal error rate. Pairs that share a finger are not independent, so fingers are resampled with all
 * their prints (Efron's bootstrap, over subjects). If there is no error at all, the upper limit is 3 / fingers (the "rule of three").
 */
export function equalErrorInterval(prints: readonly Print[], scores: PrintScores): Interval {
  const { fingerOf, printsOf } = numberFingers(prints)
  const pairs = sortedPairs(scores, fingerOf)
  const random = new Random(SEED)
  const rates = Float64Array.from({ length: RESAMPLES }, () => {
    const sampled = new Uint32Array(printsOf.length)
    for (let i = 0; i < sampled.length; i++) sampled[random.below(sampled.length)]!++
    return equalErrorRate(pairs, sampled, printsOf)
  }).sort()
  const at = (share: number) => rates[Math.round(share * (RESAMPLES - 1))]!
  const high = at(0.975)
  return { low: at(0.025), high: high > 0 ? high : Math.min(1, 3 / printsOf.length) }
}

/** Numbers the known fingers and counts the prints of each. */
function numberFingers(prints: readonly Print[]) {
  const numbers = new Map<string, number>()
  const printsOf: number[] = []
  const fingerOf = prints.map(({ finger }) => {
    if (finger === undefined) return undefined
    const number = numbers.get(finger) ?? numbers.size
    numbers.set(finger, number)
    printsOf[number] = (printsOf[number] ?? 0) + 1
    return number
  })
  return { fingerOf, printsOf }
}

function sortedPairs({ compared }: PrintScores, fingerOf: readonly (number | undefined)[]): SortedPairs {
  const order = Array.from({ length: compared.count }, (_, i) => i)
    .filter((i) => fingerOf[compared.a[i]!] !== undefined && fingerOf[compared.b[i]!] !== undefined)
    .sort((x, y) => compared.similarity[x]! - compared.similarity[y]!)
  return {
    scores: Float64Array.from(order, (i) => compared.similarity[i]!),
    a: Uint32Array.from(order, (i) => fingerOf[compared.a[i]!]!),
    b: Uint32Array.from(order, (i) => fingerOf[compared.b[i]!]!),
  }
}

/** The equal error rate if each finger counts as often as it was sampled. */
function equalErrorRate(
  { scores, a, b }: SortedPairs,
  sampled: Uint32Array,
  printsOf: readonly number[],
): number {
  let [genuine, impressions, squares] = [0, 0, 0]
  printsOf.forEach((prints, finger) => {
    const times = sampled[finger]!
    genuine += (times * prints * (prints - 1)) / 2
    impressions += times * prints
    squares += (times * prints) ** 2
  })
  const impostor = (impressions ** 2 - squares) / 2
  if (genuine === 0 || impostor === 0) return 0
  const weight = (i: number) => (a[i] === b[i] ? sampled[a[i]!]! : sampled[a[i]!]! * sampled[b[i]!]!)
  let [above, genuineAbove] = [0, 0]
  for (let i = 0; i < scores.length; i++) {
    if (a[i] === b[i]) genuineAbove += weight(i)
    else above += weight(i)
  }
  // Below every score nothing is rejected.
  let best = 1
  let gap = Number.POSITIVE_INFINITY
  const look = () => {
    const [match, nonMatch] = [above / impostor, 1 - genuineAbove / genuine]
    if (Math.abs(match - nonMatch) >= gap) return
    gap = Math.abs(match - nonMatch)
    best = (match + nonMatch) / 2
  }
  look()
  for (let i = 0; i < scores.length; i++) {
    if (a[i] === b[i]) genuineAbove -= weight(i)
    else above -= weight(i)
    if (scores[i] !== scores[i + 1]) look()
  }
  return best
}
