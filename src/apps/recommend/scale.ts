import { checkChoice } from '../../model/check.js'
import { InvalidOption } from '../../model/errors.js'

/** How ratings become sets; see `ratingsToSets` for the three kinds. */
export type PreferenceKind = 'liked' | 'liked-and-disliked' | 'stars'

export interface ScaleOptions {
  /** Default `'liked'`: low ratings are dropped, as if never given. */
  readonly as?: PreferenceKind
  /** The lowest rating that counts as liked. Default: 4 on a scale of up to 5 stars, otherwise three quarters of the scale. */
  readonly likedFrom?: number
  /** The highest rating that counts as disliked, for `'liked-and-disliked'`. Default: 2 of 5 stars, otherwise a quarter of the scale. */
  readonly dislikedTo?: number
}

/** The range of the ratings in a collection, and what they mean. Undefined ratings are purchases, which count as liked. */
export interface Scale {
  readonly as: PreferenceKind
  readonly likedFrom: number
  readonly dislikedTo: number
  readonly min: number
  readonly max: number
}

/** What one rating stands for: how many copies of the element, and whether it is disliked; undefined if it is dropped. */
export interface Opinion {
  readonly copies: number
  readonly isDisliked: boolean
}

/** The maximum number of copies of an element in a bag. */
const MAX_COPIES = 10

/**
 * Determines the range of the ratings; undefined and NaN are purchases. Throws `InvalidOption` for `'stars'` and
 * `'liked-and-disliked'` if there are no ratings, and for limits that overlap.
 *
 * @example findScale([0.5, 3, 5]) // liked from 4, disliked up to 2
 */
export function findScale(ratings: Iterable<number | undefined>, options: ScaleOptions = {}): Scale {
  const as = checkChoice('as', options.as ?? 'liked', ['liked', 'liked-and-disliked', 'stars'])
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const rating of ratings) {
    if (rating === undefined || Number.isNaN(rating)) continue
    min = Math.min(min, rating)
    max = Math.max(max, rating)
  }
  const isRated = max >= min
  if (!isRated && as !== 'liked') {
    throw new InvalidOption('as', as, "'liked' for purchases without ratings")
  }
  const areStars = isRated && min >= 0 && max > 1 && max <= 5
  const { likedFrom = areStars ? 4 : min + (max - min) * 0.75 } = options
  const { dislikedTo = areStars ? 2 : min + (max - min) * 0.25 } = options
  for (const [name, value] of [
    ['likedFrom', likedFrom],
    ['dislikedTo', dislikedTo],
  ] as const) {
    if (isRated && !Number.isFinite(value)) throw new InvalidOption(name, value, 'a number')
  }
  if (as === 'liked-and-disliked' && dislikedTo >= likedFrom)
    throw new InvalidOption('dislikedTo', dislikedTo, `less than \`likedFrom\`, ${likedFrom}`)
  return { as, likedFrom, dislikedTo, min, max }
}

/** What a rating means on this scale; a missing rating means liked. */
export function opinionOf(scale: Scale, rating: number | undefined): Opinion | undefined {
  const { as, likedFrom, dislikedTo } = scale
  if (rating === undefined) return { copies: as === 'stars' ? MAX_COPIES : 1, isDisliked: false }
  if (as === 'stars') return { copies: copiesOf(scale, rating), isDisliked: false }
  if (rating >= likedFrom) return { copies: 1, isDisliked: false }
  return as === 'liked-and-disliked' && rating <= dislikedTo ? { copies: 1, isDisliked: true } : undefined
}

/** Two copies per star on scales of up to 5 stars, so that half stars count; other scales are mapped to 1 … 10. */
function copiesOf({ min, max }: Scale, rating: number): number {
  if (min > 0 && max <= MAX_COPIES / 2) return Math.max(1, Math.round(rating * 2))
  if (max === min) return MAX_COPIES
  return 1 + Math.round(((rating - min) / (max - min)) * (MAX_COPIES - 1))
}
