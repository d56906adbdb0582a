import { ZeroVector } from '../model/errors.js'
import { checkVectors } from './check-vectors.js'
import { scaleFor } from './scale.js'
import { euclidean } from './vectors.js'

/**
 * The cosine of the angle between two vectors: −1 for opposite directions, 0 for a right angle, and 1 for the same direction; exactly 1
 * for equal vectors. Vectors are arrays or typed arrays of the same length with finite components. Throws `ZeroVector` if all components
 * of a vector are 0.
 *
 * @example cosineSimilarity([1, 2, -1], [2, 1, 1]) // 1/2
 */
export function cosineSimilarity(a: ArrayLike<number>, b: ArrayLike<number>): number {
  checkVectors(a, b)
  const [u, v] = [scaled(a), scaled(b)]
  // The root of the product, not the product of the roots: √(x · x) is exactly x, √x · √x may not be.
  const cosine = dot(u, v) / Math.sqrt(dot(u, u) * dot(v, v))
  return Math.max(-1, Math.min(1, cosine))
}

/**
 * The angle between two vectors in degrees, from 0 (same direction) to 180 (opposite): a metric on directions. It is exactly 0 for equal
 * vectors, and at most about 1e-14 for positive multiples of each other. Throws the same errors as `cosineSimilarity`.
 *
 * @example cosineDistance([1, 2, -1], [2, 1, 1]) // 60
 */
export function cosineDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  checkVectors(a, b)
  const [u, v] = [unit(a), unit(b)]
  // 2 · atan2(‖u − v‖, ‖u + v‖), by Kahan ("How futile are mindless assessments of roundoff", 2006, section 12).
  // Rejected: the arc cosine of the similarity. The cosine is flat at 1, so one rounding error there gives vectors of the same direction
  // an angle of a millionth of a degree, and smaller angles become 0.
  const opposite = v.map((component) => -component)
  const half = Math.atan2(euclidean(u, v), euclidean(u, opposite))
  return (half / Math.PI) * 360
}

function unit(vector: ArrayLike<number>): Float64Array {
  const direction = scaled(vector)
  const length = Math.sqrt(dot(direction, direction))
  return direction.map((component) => component / length)
}

/** A copy in the same direction that can be squared without overflow or underflow. */
function scaled(vector: ArrayLike<number>): Float64Array {
  const copy = Float64Array.from(vector)
  const largest = copy.reduce((max, component) => Math.max(max, Math.abs(component)), 0)
  if (largest === 0) throw new ZeroVector()
  const scale = scaleFor(largest)
  return copy.map((component) => component * scale)
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
