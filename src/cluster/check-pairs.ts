import { checkWhole } from '../model/check.js'
import { InvalidValue } from '../model/errors.js'
import type { Candidates, PairBatch } from '../model/pair.js'

/** Positions are 32 bits without a sign. */
export const MAX_DOCUMENTS = 2 ** 32 - 1

/** Refuses pairs that do not lie in a collection of `count` documents: typed arrays would drop them in silence. */
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

/** Refuses pairs without a similarity: a mere candidate must not join a cluster. */
export function checkVerified(pairs: PairBatch): void {
  for (let i = 0; i < pairs.count; i++) {
    if (Number.isNaN(pairs.similarity[i])) {
      throw new InvalidValue('the similarity of a pair', pairs.similarity[i], i, 'a verified pair')
    }
  }
}
