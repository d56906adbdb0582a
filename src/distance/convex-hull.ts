/** A point in the plane. */
interface Point {
  readonly x: number
  readonly y: number
}

/** The corners of the convex hull of the points, in the direction from x to y (Andrew's monotone chains). */
export function convexHull(points: readonly Point[]): Point[] {
  const rising = [...points].sort((one, other) => one.x - other.x || one.y - other.y)
  if (rising.length < 3) return rising
  return [...chain(rising), ...chain(rising.reverse())]
}

/**
 * Whether a point is inside the hull, or at most `margin` outside its sides. The hull of points on one line is a segment of it, the hull
 * of a single point is that point, and the hull of no points contains nothing.
 */
export function isInside(point: Point, hull: readonly Point[], margin = 0): boolean {
  if (hull.length <= 2) return hull.length > 0 && toStretch(point, hull[0]!, hull.at(-1)!) <= margin
  return hull.every((from, i) => {
    const to = hull[(i + 1) % hull.length]!
    return turnOf(from, to, point) / Math.hypot(to.x - from.x, to.y - from.y) >= -margin
  })
}

/** The distance of a point from the segment between two others. */
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
