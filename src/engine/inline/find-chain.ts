import { chainBetween } from '../../cluster/chain.js'
import type { DocumentId } from '../../model/document.js'
import { type Pair, PairBuilder } from '../../model/pair.js'

/**
 * Shows why two documents are in the same cluster. Returns the chain of reported pairs between them whose weakest link is
 * strongest, from the first to the second, or undefined if they are not connected. See `chainBetween`.
 *
 * @example findChain(report.pairs, 'herald', 'post') // [{ a: 'herald', b: 'echo', … }, { a: 'echo', b: 'post', … }]
 */
export function findChain<Id extends DocumentId>(
  pairs: readonly Pair<Id>[],
  from: Id,
  to: Id,
): Pair<Id>[] | undefined {
  const positions = new Map<Id, number>()
  const ids: Id[] = []
  const positionOf = (id: Id) => {
    const known = positions.get(id)
    if (known !== undefined) return known
    positions.set(id, ids.length)
    return ids.push(id) - 1
  }
  const batch = new PairBuilder()
  for (const { a, b, similarity } of pairs) {
    const [one, other] = [positionOf(a), positionOf(b)]
    batch.add(Math.min(one, other), Math.max(one, other), similarity)
  }
  const chain = chainBetween(batch.pairs(), positionOf(from), positionOf(to))
  return chain?.map(({ a, b, similarity }) => ({ a: ids[a]!, b: ids[b]!, similarity }))
}
