import { checkChoice, checkWhole } from '../../model/check.js'
import { InvalidOption, InvalidValue } from '../../model/errors.js'

/** What a customer thought of an item. */
export interface Rating {
  readonly customer: string
  readonly item: string
  /** A whole number from 1 to 5. */
  readonly stars: number
}

/** How ratings become sets. */
export interface RatingsOptions {
  /**
   * - `'liked'`: what got at least `likedFrom` stars; the rest is dropped, as if never seen;
   * - `'liked-and-disliked'`: elements `liked:x` and `disliked:x` for what got at least `likedFrom` or at most `dislikedTo` stars; what
   *   is in between is dropped;
   * - `'stars'`: a bag, with one copy for each star.
   */
  readonly as: 'liked' | 'liked-and-disliked' | 'stars'
  /** `'customers'`: for each customer a set of items. `'items'`: for each item a set of customers. */
  readonly of: 'customers' | 'items'
  /** From 1 to 5 stars; default 4. */
  readonly likedFrom?: number
  /** From 1 to 5 stars, fewer than `likedFrom`; default 2. Used only for `'liked-and-disliked'`. */
  readonly dislikedTo?: number
}

/**
 * Turns ratings into sets or bags whose Jaccard similarity shows which customers have similar preferences, or which items the same
 * customers like (Mining of Massive Datasets, 3.1.3). Names and elements are in the order of the ratings; a bag repeats its elements. A
 * name whose ratings are all dropped keeps an empty set: it matches nothing, and the caller can count it.
 *
 * @example ratingsToSets([{ customer: 'Ann', item: 'Alien', stars: 3 }], { as: 'stars', of: 'customers' })
 * // Map { 'Ann' → ['Alien', 'Alien', 'Alien'] }
 */
export function ratingsToSets(ratings: readonly Rating[], options: RatingsOptions): Map<string, string[]> {
  const { of } = options
  checkChoice('of', of, ['customers', 'items'])
  const elementsOf = elementRule(options)
  const sets = new Map<string, string[]>()
  const rated = new Map<string, Set<string>>()
  ratings.forEach(({ customer, item, stars }, position) => {
    if (!Number.isInteger(stars) || stars < 1 || stars > 5) {
      throw new InvalidValue('a rating', stars, position, 'whole stars from 1 to 5')
    }
    const [name, element] = of === 'customers' ? [customer, item] : [item, customer]
    const before = entry(rated, name, () => new Set<string>())
    if (before.has(element)) {
      throw new InvalidValue(
        'the item of a repeated rating',
        item,
        position,
        'one rating per customer and item',
      )
    }
    before.add(element)
    entry(sets, name, () => []).push(...elementsOf(element, stars))
  })
  return sets
}

function elementRule(options: RatingsOptions): (element: string, stars: number) => string[] {
  const { as, likedFrom = 4, dislikedTo = 2 } = options
  checkChoice('as', as, ['liked', 'liked-and-disliked', 'stars'])
  checkWhole('likedFrom', likedFrom, 1, 5)
  if (as === 'stars') return (element, stars) => Array.from({ length: stars }, () => element)
  if (as === 'liked') return (element, stars) => (stars >= likedFrom ? [element] : [])
  checkWhole('dislikedTo', dislikedTo, 1, 5)
  if (dislikedTo >= likedFrom)
    throw new InvalidOption('dislikedTo', dislikedTo, `fewer stars than likedFrom, ${likedFrom}`)
  return (element, stars) => {
    if (stars >= likedFrom) return [`liked:${element}`]
    return stars <= dislikedTo ? [`disliked:${element}`] : []
  }
}

function entry<Value>(map: Map<string, Value>, name: string, make: () => Value): Value {
  let value = map.get(name)
  if (value === undefined) {
    value = make()
    map.set(name, value)
  }
  return value
}
