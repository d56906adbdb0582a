import type { MakeNeighborStore } from '../../join/nearest.js'
import { checkChoice, checkWhole } from '../../model/check.js'
import { InvalidOption } from '../../model/errors.js'
import type { Fading } from './fading.js'
import type { GroupOptions } from './item-groups.js'
import { ITEM_WEIGHTS, type ItemWeights } from './neighbors.js'

/** What recommendations are based on. */
export type RecommendBy = 'items' | 'customers' | 'groups'

export interface RecommendOptions extends ItemWeights, Partial<Fading> {
  /**
   * - `'items'` (default): items similar to what the customer liked, above all to the latest items;
   * - `'customers'`: what the most similar customers liked;
   * - `'groups'`: the same, with customers compared by groups of items.
   */
  readonly by?: RecommendBy
  /** The number of similar items that support each item, or of similar customers for each customer. Default 100; 25 by groups. */
  readonly neighbors?: number
  /** For `'groups'`. */
  readonly groups?: GroupOptions
  /**
   * Makes the store in which the most similar customers, or items, are found. Default: a `NearestIndex`, in memory. It does
   * not change the result.
   */
  readonly store?: MakeNeighborStore
}

/** Another item or customer, and the similarity. */
export interface SimilarName {
  readonly name: string
  readonly similarity: number
}

/** An item for a customer, and why. */
export interface Recommendation {
  readonly item: string
  /** Comparable only within one list; 0 if the item is recommended only because it is popular. */
  readonly score: number
  /** The liked items that led to this recommendation, by decreasing share of the score. */
  readonly because: readonly { readonly item: string; readonly share: number }[]
  /** The most similar customers who liked it, the most similar first. */
  readonly customers: readonly SimilarName[]
  /** The number of customers who liked it. */
  readonly likedBy: number
}

/**
 * The checked options with their defaults, except `groups` and `store`.
 *
 * @internal
 */
export function checkRecommendOptions({ by = 'items', ...rest }: RecommendOptions) {
  checkChoice('by', by, ['items', 'customers', 'groups'])
  const { neighbors = by === 'groups' ? 25 : 100, fade = 0.7, floor = 0.02 } = rest
  checkWhole('neighbors', neighbors, 1, 2 ** 20)
  checkRange('fade', fade, fade > 0 && fade <= 1, 'a number above 0 and at most 1')
  checkRange('floor', floor, floor >= 0 && floor <= 1, 'a number from 0 to 1')
  const { together, apart, shrink } = { ...ITEM_WEIGHTS, ...rest }
  checkRange('together', together, together >= 0, 'a number of 0 and more')
  checkRange('apart', apart, apart > 0, 'a number above 0')
  checkRange('shrink', shrink, shrink >= 0, 'a number of 0 and more')
  return { by, neighbors, fade, floor, weights: { together, apart, shrink } }
}

function checkRange(option: string, value: number, isRight: boolean, expected: string): void {
  if (!isRight || !Number.isFinite(value)) throw new InvalidOption(option, value, expected)
}
