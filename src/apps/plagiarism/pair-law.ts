import { quantile, type Scale, spreadAround, studentTail, tailPoint } from './chance.js'

/** How often two documents reach a score by chance, given how similar each of them is to the rest of its class. */
export interface PairLaw {
  /** The score that two documents reach by chance with this probability; infinite if it is not known or unattainable. */
  valuesFor(probability: number): (a: number, b: number) => number
  /** How many pairs are expected to reach the score for this probability, or `min` if that is higher. */
  expectedAt(probability: number, min: number): number
}

/** Two documents, by their positions. */
type Positions = readonly [a: number, b: number]

/** A document needs as many partners as one of ten documents has. */
const MIN_PARTNERS = 9
/** Residuals are clipped at this many spreads, so that a copy hardly shifts the levels of its two documents. */
const CLIP = 2
/** The corrections in a round have eigenvalues from about 1 to 2, so these steps leave at most a third of the error. */
const STEP = 2 / 3
const ROUNDS = 40
/** One of three who copied has two partners with a high score. If there is a third one, it is an approach that several chose. */
const RANK = 3
/** So many degrees of freedom that Student's t distribution is the normal one. */
const NORMAL = 1e9

/**
 * Learns how similar each document is to the others. Short or conventional programs are similar to nearly all others, and
 * unusual ones to few, so a score that is high for one pair is usual for another. On a suitable scale, the score of
 * independent documents is about the sum of a level for each. Levels are fitted by Huber's method: by least squares, with
 * clipped residuals.
 *
 * Two precautions keep honest pairs from being suspected. Two unusual documents may be unusual in the same way, so only the
 * lower of their levels counts, not both. And authors who chose the same approach have several similar partners, unlike
 * those who copied, so the spread of a document is at least what its third most similar partner suggests.
 *
 * @param count the number of documents in the class
 * @param pairs all pairs of independent documents
 * @param scores of these pairs
 * @returns undefined if no document has enough partners
 */
export function pairLaw(
  count: number,
  pairs: readonly Positions[],
  scores: readonly number[],
  scale: Scale,
): PairLaw | undefined {
  const { known, partners } = wellConnected(count, pairs)
  if (known.length === 0) return undefined
  const knownPairs = known.map((i) => pairs[i]!)
  const values = known.map((i) => scale.to(scores[i]!))
  const { levels, residuals, spread } = fitLevels(knownPairs, values, partners)
  const variances = ownVariances(count, knownPairs, residuals)
  const usual = quantile(levels.filter((_, document) => partners[document]! > 0).sort(), 0.5)
  const freedom = partners.filter((number) => number > 0).length - 1
  const lawOf = ([a, b]: Positions) => {
    const [one, other] = [levels[a]!, levels[b]!]
    // A level is about the mean of as many values as the document has partners.
    const error = spread ** 2 * (1 / partners[a]! + 1 / partners[b]!)
    return {
      expected: Math.max(one, other) < usual ? usual + Math.min(one, other) : one + other,
      deviation: Math.sqrt(Math.max(spread ** 2, (variances[a]! + variances[b]!) / 2) + error),
    }
  }
  const laws = knownPairs.map(lawOf)
  return {
    valuesFor(probability) {
      const point = tailPoint(probability, freedom)
      return (a, b) => {
        if (partners[a] === 0 || partners[b] === 0) return Number.POSITIVE_INFINITY
        const { expected, deviation } = lawOf([a, b])
        return scale.from(expected + deviation * point)
      }
    },
    expectedAt(probability, min) {
      const [point, low] = [tailPoint(probability, freedom), scale.to(min)]
      return laws.reduce((sum, { expected, deviation }) => {
        const value = Math.max(low, expected + deviation * point)
        return scale.from(value) === Number.POSITIVE_INFINITY
          ? sum
          : sum + studentTail((value - expected) / deviation, freedom)
      }, 0)
    },
  }
}

/** The pairs of documents that have enough partners among these pairs, and the number of partners; 0 for other documents. */
function wellConnected(count: number, pairs: readonly Positions[]) {
  let known = pairs.map((_, i) => i)
  for (;;) {
    const partners = new Uint32Array(count)
    for (const i of known) for (const document of pairs[i]!) partners[document]!++
    const left = known.filter((i) => pairs[i]!.every((document) => partners[document]! >= MIN_PARTNERS))
    if (left.length === known.length) return { known, partners }
    known = left
  }
}

/** The level of each document, what remains of each value without the levels of its pair, and the spread of that. */
function fitLevels(pairs: readonly Positions[], values: readonly number[], partners: Uint32Array) {
  const levels = new Float64Array(partners.length).fill(quantile(Float64Array.from(values).sort(), 0.5) / 2)
  // Fitting takes one degree of freedom per document.
  const documents = partners.filter((number) => number > 0).length
  const correction = Math.sqrt(pairs.length / (pairs.length - documents))
  const residuals = new Float64Array(pairs.length)
  const subtractLevels = () => {
    pairs.forEach(([a, b], i) => {
      residuals[i] = values[i]! - levels[a]! - levels[b]!
    })
    const sorted = residuals.slice().sort()
    return correction * spreadAround(quantile(sorted, 0.5), sorted)
  }
  let spread = subtractLevels()
  for (let round = 0; round < ROUNDS; round++) {
    const limit = CLIP * spread
    pairs.forEach(([a, b], i) => {
      const clipped = STEP * Math.max(-limit, Math.min(limit, residuals[i]!))
      levels[a]! += clipped / partners[a]!
      levels[b]! += clipped / partners[b]!
    })
    spread = subtractLevels()
  }
  return { levels, residuals, spread }
}

/** The variance of each document's values, from its third highest residual, as if they were normally distributed. */
function ownVariances(count: number, pairs: readonly Positions[], residuals: Float64Array): Float64Array {
  const rows = Array.from({ length: count }, (): number[] => [])
  pairs.forEach((pair, i) => {
    for (const document of pair) rows[document]!.push(residuals[i]!)
  })
  return Float64Array.from(rows, (row) => {
    if (row.length === 0) return 0
    const third = row.sort((x, y) => y - x)[RANK - 1]!
    // The share of a sample above the value of this rank (Blom, 1958).
    const point = tailPoint((RANK - 0.375) / (row.length + 0.25), NORMAL)
    return (Math.max(0, third) / point) ** 2
  })
}
