import type { OrientedPoint, PointPair } from './oriented-points.js'

/** How soft the skin is. */
export interface StretchOptions {
  /** Pairs that are this far away say e^(−1/2) of what near ones say; in the unit of x and y. */
  readonly width: number
  /** Pairs that no stretch at all is worth, above 0: with few pairs near, little is believed. */
  readonly belief: number
}

/**
 * What a rigid motion leaves over where skin or paper is stretched: each point of a is shifted as the pairs around it say,
 * by the mean of what they still lack. Its own pair has no say, or any two points near each other would agree.
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
