/** A point of the plane. */
interface Point {
  readonly x: number
  readonly y: number
}

/** The corners of the least convex shape around points, in turn from x towards y (Andrew's chains). */
export function convexHull(points: readonly Point[]): Point[] {
  const rising = [...points].sort((one, other) => one.x - other.x || one.y - other.y)
  if (rising.length < 3) return rising
  return [...chain(rising), ...chain(rising.reverse())]
}

/** Whether a point lies in the shape, or at most `margin` outside of one of its sides. */
export function isInside({ x, y }: Point, hull: readonly Point[], margin = 0): boolean {
  return hull.every((from, i) => {
    const to = hull[(i + 1) % hull.length]!
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const length = Math.hypot(dx, dy)
    if (length === 0) return Math.hypot(x - from.x, y - from.y) <= margin
    return (dx * (y - from.y) - dy * (x - from.x)) / length >= -margin
  })
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
