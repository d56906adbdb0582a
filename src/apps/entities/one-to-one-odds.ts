import type { Candidates } from '../../model/pair.js'

const ROUNDS = 10
/** 2 to this is as sure as anything gets. */
const MAX_BITS = 60
/** However many matches are expected, so much remains for records that have none. */
const MIN_FREE = 0.01

/** Two tables in which a record has at most one match. */
export interface OneToOneTables {
  /** Records of either table. */
  readonly sizes: readonly [number, number]
  /** The matches that are expected. */
  readonly matches: number
}

/**
 * The probability that each candidate is a match where a record has at most one: candidates of one record compete with
 * each other and with having no match. The exact sum runs over all assignments; this is belief propagation for
 * matchings (Bayati, Shah and Sharma, 2008), exact where the candidates form no ring.
 *
 * @param strengths log2 of the odds of each candidate for itself
 */
export function oneToOneProbabilities(
  { count, a, b }: Candidates,
  strengths: Float64Array,
  tables: OneToOneTables,
): Float64Array {
  const records = tables.sizes[0] + tables.sizes[1]
  const free = freeShare(tables)
  const odds = strengths.map((bits) => 2 ** Math.min(MAX_BITS, Math.max(-MAX_BITS, bits)) / free)
  const [toA, toB] = [new Float64Array(count).fill(1), new Float64Array(count).fill(1)]
  const totals = new Float64Array(records)
  for (let round = 0; round < ROUNDS; round++) {
    totals.fill(1)
    for (let i = 0; i < count; i++) {
      totals[a[i]!]! += odds[i]! * toA[i]!
      totals[b[i]!]! += odds[i]! * toB[i]!
    }
    for (let i = 0; i < count; i++) {
      const fromA = 1 / Math.max(1, totals[a[i]!]! - odds[i]! * toA[i]!)
      const fromB = 1 / Math.max(1, totals[b[i]!]! - odds[i]! * toB[i]!)
      // The geometric mean with the message before keeps it from swinging.
      toB[i] = round === 0 ? fromA : Math.sqrt(fromA * toB[i]!)
      toA[i] = round === 0 ? fromB : Math.sqrt(fromB * toA[i]!)
    }
  }
  const won = odds.map((own, i) => {
    const together = own * toA[i]! * toB[i]!
    return together / (1 + together)
  })
  // Rings of near ties come to rest slowly: what a record still has beyond one match is taken off.
  totals.fill(0)
  for (let i = 0; i < count; i++) {
    totals[a[i]!]! += won[i]!
    totals[b[i]!]! += won[i]!
  }
  return won.map((probability, i) => probability / Math.max(1, totals[a[i]!]!, totals[b[i]!]!))
}

/** The share of the pairs of which neither record has a match: a pair competes with that, not with all pairs. */
export function freeShare({ sizes, matches }: OneToOneTables): number {
  return sizes.reduce((product, size) => product * Math.max(MIN_FREE, 1 - matches / size), 1)
}
