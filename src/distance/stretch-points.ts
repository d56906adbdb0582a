import type { OrientedPoint, PointPair } from './oriented-points.js'

/** How soft the skin is. */
export interface StretchOptions {
  /** The distance, in the unit of x and y, at which a pair counts e^(−1/2) times as much as one at distance 0. */
  readonly width: number
  /**
   * The weight of the assumption that nothing is stretched, as a number of pairs above 0: with few pairs nearby, points are hardly shifted.
   */
  readonly belief: number
}

/**
 * Corrects for skin or paper that is stretched, which a rigid motion cannot: each point of a is shifted by the mean of the remaining
 * differences of the pairs around it. Its own pair does not count; otherwise, any two points close to each other would agree.
 */
export function stretchPoints(
  a: readonly OrientedPoint[],
  b: readonly OrientedPoint[],
  pairs: readonly PointPair[],
  { width, belief }: StretchOptions,
): OrientedPoint[] {
  return a.map((point, position) => {
    let [total, dx, dy] = [belief, 0, 0]
    for (const pair of pairs) {
      if (pair.a === position) continue
      const [from, to] = [a[pair.a]!, b[pair.b]!]
      const square = (from.x - point.x) ** 2 + (from.y - point.y) ** 2
      const weight = Math.exp(-square / (2 * width ** 2))
      total += weight
      dx += weight * (to.x - from.x)
      dy += weight * (to.y - from.y)
    }
    return { x: point.x + dx / total, y: point.y + dy / total, angle: point.angle }
  })
}
