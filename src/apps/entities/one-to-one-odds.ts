import type { Candidates } from '../../model/pair.js'

const ROUNDS = 10
/** Caps the strength of a candidate, in bits. */
const MAX_BITS = 60
/** The minimum share of records without a match, however many matches are expected. */
const MIN_FREE = 0.01

/** Two tables in which a record has at most one match. */
export interface OneToOneTables {
  /** The number of records in each table. */
  readonly sizes: readonly [number, number]
  /** The expected number of matches. */
  readonly matches: number
}

/**
 * The probability that each candidate is a match if a record has at most one: the candidates of a record compete with each
 * other and with having no match. The exact sum runs over all assignments; this is belief propagation for matchings (Bayati,
 * Shah and Sharma, 2008), which is exact if the candidates form no cycle.
 *
 * @param strengths log2 of the odds of each candidate on its own
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
      // The geometric mean with the previous message damps oscillation.
      toB[i] = round === 0 ? fromA : Math.sqrt(fromA * toB[i]!)
      toA[i] = round === 0 ? fromB : Math.sqrt(fromB * toA[i]!)
    }
  }
  const won = odds.map((own, i) => {
    const together = own * toA[i]! * toB[i]!
    return together / (1 + together)
  })
  // Cycles of near ties converge slowly: whatever a record still has beyond one match is removed.
  totals.fill(0)
  for (let i = 0; i < count; i++) {
    totals[a[i]!]! += won[i]!
    totals[b[i]!]! += won[i]!
  }
  return won.map((probability, i) => probability / Math.max(1, totals[a[i]!]!, totals[b[i]!]!))
}

/** The share of pairs in which neither record has a match: a pair competes with those, not with all pairs. */
export function freeShare({ sizes, matches }: OneToOneTables): number {
  return sizes.reduce((product, size) => product * Math.max(MIN_FREE, 1 - matches / size), 1)
}
