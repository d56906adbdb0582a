import { checkChoice } from '../../model/check.js'
import { InvalidOption } from '../../model/errors.js'

/** How ratings become sets; see `ratingsToSets` for the three ways. */
export type TasteWay = 'liked' | 'liked-and-hated' | 'stars'

export interface ScaleOptions {
  /** Default `'liked'`: low ratings are dropped, as if never given. */
  readonly as?: TasteWay
  /** The least rating that counts as liked. Default: 4 on a scale up to 5 stars, otherwise from three quarters of the scale on. */
  readonly likedFrom?: number
  /** The highest rating that counts as hated, for `'liked-and-hated'`. Default: 2 of 5 stars, otherwise up to a quarter of the scale. */
  readonly hatedTo?: number
}

/** What the ratings of a collection range over, and what they mean. Undefined ratings are purchases: all liked. */
export interface Scale {
  readonly as: TasteWay
  readonly likedFrom: number
  readonly hatedTo: number
  readonly least: number
  readonly most: number
}

/** What one rating gives: how many copies of the element, and whether it is that of "hated"; undefined: it is dropped. */
export interface Opinion {
  readonly copies: number
  readonly isHated: boolean
}

/** A bag has at most so many copies of an element. */
const MOST_COPIES = 10

/**
 * Finds out what the ratings range over; undefined and NaN are purchases. Throws `InvalidOption` for `'stars'` and `'liked-and-hated'` where there are no
 * ratings, and for limits that overlap.
 *
 * @example findScale([0.5, 3, 5]) // liked from 4, hated up to 2
 */
export function findScale(ratings: Iterable<number | undefined>, options: ScaleOptions = {}): Scale {
  const as = checkChoice('as', options.as ?? 'liked', ['liked', 'liked-and-hated', 'stars'])
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const rating of ratings) {
    if (rating === undefined || Number.isNaN(rating)) continue
    least = Math.min(least, rating)
    most = Math.max(most, rating)
  }
  const isRated = most >= least
  if (!isRated && as !== 'liked') {
    throw new InvalidOption('as', as, "'liked', the one way for purchases without ratings")
  }
  const areStars = isRated && least >= 0 && most > 1 && most <= 5
  const { likedFrom = areStars ? 4 : least + (most - least) * 0.75 } = options
  const { hatedTo = areStars ? 2 : least + (most - least) * 0.25 } = options
  for (const [name, value] of [
    ['likedFrom', likedFrom],
    ['hatedTo', hatedTo],
  ] as const) {
    if (isRated && !Number.isFinite(value)) throw new InvalidOption(name, value, 'a number')
  }
  if (as === 'liked-and-hated' && hatedTo >= likedFrom)
    throw new InvalidOption('hatedTo', hatedTo, `less than likedFrom, ${likedFrom}`)
  return { as, likedFrom, hatedTo, least, most }
}

/** What a rating says on this scale; no rating says liked. */
export function opinionOf(scale: Scale, rating: number | undefined): Opinion | undefined {
  const { as, likedFrom, hatedTo } = scale
  if (rating === undefined) return { copies: as === 'stars' ? MOST_COPIES : 1, isHated: false }
  if (as === 'stars') return { copies: copiesOf(scale, rating), isHated: false }
  if (rating >= likedFrom) return { copies: 1, isHated: false }
  return as === 'liked-and-hated' && rating <= hatedTo ? { copies: 1, isHated: true } : undefined
}

/** n copies for n stars; half stars give twice as many of each, and wider scales are brought to 1 … 10. */
function copiesOf({ least, most }: Scale, rating: number): number {
  if (least > 0 && most <= MOST_COPIES / 2) return Math.max(1, Math.round(rating * 2))
  if (most === least) return MOST_COPIES
  return 1 + Math.round(((rating - least) / (most - least)) * (MOST_COPIES - 1))
}
