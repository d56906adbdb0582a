import { joinEveryPair } from '../../src/join/every-pair.js'
import type { SetJoin } from '../../src/join/set-join.js'
import { PairBuilder } from '../../src/model/pair.js'
import { sizeAt } from '../../src/model/set-collection.js'

/** An engine that compares every set with every other, for recipes: Jaccard similarity, and overlaps from 1 on. */
export const everyPairJoin: SetJoin = (sets, { threshold, similarity = 'jaccard' }) => {
  if (similarity === 'jaccard') return joinEveryPair(sets, { threshold })
  if (similarity !== 'overlap') throw new Error(`no recipe asks for ${similarity}`)
  const shared = new PairBuilder()
  // The share of a that lies in b, which says how much it is; of the two directions one.
  const { count, a, b, similarity: shares } = joinEveryPair(sets, { threshold: 1e-9, measure: 'containment' })
  for (let i = 0; i < count; i++) {
    const overlap = Math.round(shares[i]! * sizeAt(sets, a[i]!))
    if (a[i]! < b[i]! && overlap >= threshold) shared.add(a[i]!, b[i]!, overlap)
  }
  return shared.pairs()
}

/** An engine that finds nothing. */
export const noJoin: SetJoin = () => new PairBuilder().pairs()
