import type { ListItems } from './baselines/list-items.js'
import type { Split } from './split.js'

/** How well lists of recommendations predict what customers did next. */
export interface Hits {
  /** The number of customers with a held-out item that counts as a hit. */
  readonly customers: number
  /** The share of these customers with at least one such item in their list. */
  readonly hitRate: number
  /** The mean share of such items in a list; lists count as full. */
  readonly precision: number
  /** Normalized discounted cumulative gain: a hit counts more the earlier it is in the list; 1 for the best possible list. */
  readonly ndcg: number
  /** Mean average precision: the precision at each hit, averaged over as many hits as a list could have. */
  readonly map: number
  /** The share of all items in the training data that are in at least one list. */
  readonly coverage: number
}

/** The gain of having an item with this rating in the list; the rating of a purchase is NaN. A gain above 0 is a hit. */
export type Gain = (rating: number) => number

/**
 * Compares lists of recommendations with the held-out events.
 *
 * @param list the items recommended to a customer, at most `limit`, by number
 * @param gain default: every held-out event counts 1
 * @param subset the customers to evaluate, by number; default: all
 */
export function countHits(
  { train, test }: Split,
  list: ListItems,
  limit = 10,
  gain: Gain = () => 1,
  subset: Iterable<number> = test.customers.keys(),
): Hits {
  const isListed = new Uint8Array(test.items.length)
  const sums = { customers: 0, hitRate: 0, precision: 0, ndcg: 0, map: 0 }
  for (const customer of subset) {
    const gains = new Map<number, number>()
    for (let event = test.offsets[customer]!; event < test.offsets[customer + 1]!; event++) {
      const value = gain(test.rating[event]!)
      if (value > 0) gains.set(test.item[event]!, value)
    }
    if (gains.size === 0) continue
    sums.customers++
    let hits = 0
    let dcg = 0
    let precisions = 0
    list(customer, limit).forEach((item, rank) => {
      isListed[item] = 1
      const value = gains.get(item)
      if (value === undefined) return
      hits++
      dcg += value * discount(rank)
      precisions += hits / (rank + 1)
    })
    const ideal = [...gains.values()]
      .sort((one, other) => other - one)
      .slice(0, limit)
      .reduce((sum, value, rank) => sum + value * discount(rank), 0)
    if (hits > 0) sums.hitRate++
    sums.precision += hits / limit
    sums.ndcg += dcg / ideal
    sums.map += precisions / Math.min(limit, gains.size)
  }
  const { customers } = sums
  const mean = (sum: number) => (customers === 0 ? 0 : sum / customers)
  const knownItems = new Set(train.item).size
  return {
    customers,
    hitRate: mean(sums.hitRate),
    precision: mean(sums.precision),
    ndcg: mean(sums.ndcg),
    map: mean(sums.map),
    coverage: knownItems === 0 ? 0 : isListed.reduce((sum, listed) => sum + listed, 0) / knownItems,
  }
}

function discount(rank: number): number {
  return 1 / Math.log2(rank + 2)
}
