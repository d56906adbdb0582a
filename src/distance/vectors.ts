import { InvalidOption } from '../model/errors.js'
import { checkVectors } from './check-vectors.js'
import { scaleFor } from './scale.js'

// The Lr norms of the difference of two vectors. Each is a metric. Vectors are arrays or typed arrays of the same length, with finite
// components. Otherwise, `LengthMismatch` is thrown, or `InvalidValue` with the position. A result is infinite only if the true distance
// exceeds the largest number, about 1.8e308.

/**
 * The L1 distance, Σ |aᵢ − bᵢ|: the distance along the streets of a grid. At least 0, in the unit of the components.
 *
 * @example manhattan([2, 7], [6, 4]) // 7
 */
export function manhattan(a: ArrayLike<number>, b: ArrayLike<number>): number {
  checkVectors(a, b)
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!)
  return sum
}

/**
 * The L2 distance, √Σ (aᵢ − bᵢ)²: the length of a straight line. At least 0, in the unit of the components.
 *
 * @example euclidean([2, 7], [6, 4]) // 5
 */
export function euclidean(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const largest = chebyshev(a, b)
  if (largest === 0 || largest === Infinity) return largest
  const scale = scaleFor(largest)
  let sum = 0
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i]! - b[i]!) * scale
    sum += difference * difference
  }
  return Math.sqrt(sum) / scale
}

/**
 * The L∞ distance, the largest |aᵢ − bᵢ|. At least 0, in the unit of the components.
 *
 * @example chebyshev([2, 7], [6, 4]) // 4
 */
export function chebyshev(a: ArrayLike<number>, b: ArrayLike<number>): number {
  checkVectors(a, b)
  let largest = 0
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!))
  return largest
}

/**
 * The Lr distance, (Σ |aᵢ − bᵢ|^r)^(1/r), for r from 1 to Infinity: 1 is `manhattan`, 2 is `euclidean`, Infinity is
 * `chebyshev`. Throws `InvalidOption` for r below 1, for which the triangle inequality does not hold.
 *
 * @example minkowski([2, 7], [6, 4], 3) // ∛(64 + 27) = 4.498
 */
export function minkowski(a: ArrayLike<number>, b: ArrayLike<number>, r: number): number {
  if (typeof r !== 'number' || !(r >= 1))
    throw new InvalidOption('r', r, 'a number of at least 1, or Infinity')
  if (r === 1) return manhattan(a, b)
  if (r === 2) return euclidean(a, b)
  const largest = chebyshev(a, b)
  if (largest === 0 || largest === Infinity || r === Infinity) return largest
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (Math.abs(a[i]! - b[i]!) / largest) ** r
  return largest * sum ** (1 / r)
}
