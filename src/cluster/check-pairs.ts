import { checkWhole } from '../model/check.js'
import { InvalidValue } from '../model/errors.js'
import type { Candidates, PairBatch } from '../model/pair.js'

/** Positions are unsigned 32-bit numbers. */
export const MAX_DOCUMENTS = 2 ** 32 - 1

/** Rejects pairs that are not in a collection of `count` documents: typed arrays would silently drop them. */
export function checkPairs(count: number, pairs: Candidates): void {
  checkWhole('count', count, 0, MAX_DOCUMENTS)
  for (let i = 0; i < pairs.count; i++) {
    if (pairs.b[i]! >= count) {
      throw new InvalidValue('the second document of a pair', pairs.b[i], i, `a position below ${count}`)
    }
    if (pairs.a[i]! >= pairs.b[i]!) {
      throw new InvalidValue('the first document of a pair', pairs.a[i], i, `a position below ${pairs.b[i]}`)
    }
  }
}

/** Rejects pairs without a similarity: an unverified candidate must not join a cluster. */
export function checkVerified(pairs: PairBatch): void {
  for (let i = 0; i < pairs.count; i++) {
    if (Number.isNaN(pairs.similarity[i])) {
      throw new InvalidValue('the similarity of a pair', pairs.similarity[i], i, 'a verified pair')
    }
  }
}
