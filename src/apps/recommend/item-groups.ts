import { type ClusterOptions, clusterPairs } from '../../cluster/cluster.js'
import { joinSets } from '../../join/fast/join-sets.js'
import { makeIncidence } from '../../join/incidence.js'
import type { SetJoin } from '../../join/set-join.js'
import { checkFunction, checkShare, checkWhole } from '../../model/check.js'
import type { Cluster } from '../../model/cluster.js'
import { collectSortedSets, type SetCollection, setAt } from '../../model/set-collection.js'
import type { Sets } from './neighbors.js'
import type { Preferences } from './preferences.js'

/** How items are grouped. */
export interface GroupOptions {
  /** The minimum similarity of the customers of two items, in (0, 1]. Default 0.4; with lower values, groups say less about their items. */
  readonly threshold?: number
  /** Items with fewer customers are not grouped: two items of one customer each would be equal by chance. Default 5. */
  readonly minCustomers?: number
  /** Default `'stars'`: chains of pairs would connect everything into one group. */
  readonly method?: ClusterOptions['method']
  /** The engine that finds similar items. Default: `joinSets`. It does not change the result. */
  readonly join?: SetJoin
}

/**
 * Groups items that the same customers like: the first of the two steps of Mining of Massive Datasets, 3.1.3. Members are item numbers.
 * Liked and disliked are two elements, as in the sets; for a bag, the distinct customers count.
 *
 * @example groupItems(preferences, { threshold: 0.3 }) // [{ members: [3, 8], minSimilarity: 0.41, … }]
 */
export function groupItems(preferences: Preferences, options: GroupOptions = {}): Cluster[] {
  const { threshold = 0.4, minCustomers = 5, method = 'stars', join = joinSets } = options
  checkShare('threshold', threshold)
  checkWhole('minCustomers', minCustomers, 1, 2 ** 32 - 1)
  checkFunction('join', join)
  const pairs = join(itemSets(preferences, minCustomers), { threshold })
  return clusterPairs(preferences.items.length, pairs, { method })
}

/** For each item, its customers: 2 · customer for liked and 2 · customer + 1 for disliked; empty if there are too few. */
function itemSets({ incidence, disliked }: Preferences, minCustomers: number): SetCollection {
  const { universe, starts, entries, setOf } = incidence
  return collectSortedSets(
    Array.from({ length: universe }, (_, item) => {
      const own = entries.subarray(starts[item]!, starts[item + 1]!)
      if (own.length < minCustomers) return new Uint32Array(0)
      return own.map((entry) => 2 * setOf[entry]! + disliked[entry]!)
    }),
  )
}

/** The maximum number of copies of a group per customer. */
const MAX_COPIES = 255

/**
 * Customers as bags of groups: the second step. A group counts as often as the customer liked one of its items; an item
 * without a group is a group of its own. Two customers who share no item can now be similar.
 */
export function customersByGroup(preferences: Preferences, groups: readonly Cluster[]): Sets {
  const groupOf = Uint32Array.from(preferences.items, (_, item) => item)
  for (const { members } of groups) for (const member of members) groupOf[member] = members[0]!
  const { sets, universe } = preferences.incidence
  const copies: number[] = []
  const grouped = collectSortedSets(
    Array.from({ length: sets.count }, (_, customer) => {
      const from = sets.offsets[customer]!
      const liked = new Map<number, number>()
      setAt(sets, customer).forEach((item, i) => {
        const group = groupOf[item]!
        if (preferences.disliked[from + i] === 0) liked.set(group, (liked.get(group) ?? 0) + 1)
      })
      const own = Uint32Array.from(liked.keys()).sort()
      for (const group of own) copies.push(Math.min(MAX_COPIES, liked.get(group)!))
      return own
    }),
  )
  return {
    incidence: makeIncidence(grouped, universe),
    copies: Uint8Array.from(copies),
    disliked: new Uint8Array(copies.length),
  }
}
