/** A point of the plane. */
interface Point {
  readonly x: number
  readonly y: number
}

/** The corners of the smallest convex shape around points, in turn from x towards y (Andrew's chains). */
export function convexHull(points: readonly Point[]): Point[] {
  const rising = [...points].sort((one, other) => one.x - other.x || one.y - other.y)
  if (rising.length < 3) return rising
  return [...chain(rising), ...chain(rising.reverse())]
}

/**
 * Whether a point lies in the shape, or at most `margin` outside of its sides. Points on one line have a stretch of it as
 * their shape, a single one itself, and none has nothing in it.
 */
export function isInside(point: Point, hull: readonly Point[], margin = 0): boolean {
  if (hull.length <= 2) return hull.length > 0 && toStretch(point, hull[0]!, hull.at(-1)!) <= margin
  return hull.every((from, i) => {
    const to = hull[(i + 1) % hull.length]!
    return turnOf(from, to, point) / Math.hypot(to.x - from.x, to.y - from.y) >= -margin
  })
}

/** How far a point is from the nearest one between two others. */
function toStretch({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / squared
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy)
}

/** One side of the hull, without its last corner. */
function chain(points: readonly Point[]): Point[] {
  const corners: Point[] = []
  for (const point of points) {
    while (corners.length > 1 && turnOf(corners.at(-2)!, corners.at(-1)!, point) <= 0) corners.pop()
    corners.push(point)
  }
  return corners.slice(0, -1)
}

function turnOf(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}
