// Sets joined by the book: every pair, one element after the other, and thresholds in whole numbers of any length.

import type { Similarity } from '../../src/model/similarity.js'

export interface OraclePair {
  readonly a: number
  readonly b: number
  readonly overlap: number
}

/** A threshold as a fraction of whole numbers. */
export type Fraction = readonly [numerator: number, denominator: number]

/** All pairs that reach the threshold: of one list of sets, or of a set of `left` and one of `right`. */
export function everyPair(
  left: readonly (readonly number[])[],
  right: readonly (readonly number[])[] | undefined,
  similarity: Similarity,
  threshold: Fraction,
): OraclePair[] {
  const pairs: OraclePair[] = []
  const setsB = (right ?? left).map((set) => new Set(set))
  left.forEach((elements, a) => {
    const setA = new Set(elements)
    setsB.forEach((setB, b) => {
      if (right === undefined && (similarity === 'containment' ? a === b : a >= b)) return
      const overlap = [...setA].filter((element) => setB.has(element)).length
      if (overlap > 0 && reachesFraction(similarity, overlap, setA.size, setB.size, threshold)) {
        pairs.push({ a, b, overlap })
      }
    })
  })
  return pairs
}

/** In whole numbers of any length, so there is nothing to round. */
export function reachesFraction(
  similarity: Similarity,
  overlap: number,
  sizeA: number,
  sizeB: number,
  [numerator, denominator]: Fraction,
): boolean {
  const [o, a, b, p, q] = [overlap, sizeA, sizeB, numerator, denominator].map(BigInt) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ]
  switch (similarity) {
    case 'jaccard':
      return o * q >= p * (a + b - o)
    case 'containment':
      return o * q >= p * a
    case 'cosine':
      return o * o * q * q >= p * p * a * b
    case 'dice':
      return 2n * o * q >= p * (a + b)
    case 'overlap':
      return o * q >= p
  }
}
