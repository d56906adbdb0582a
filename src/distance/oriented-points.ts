// Two sets of points with directions, up to a rigid motion: the distance behind minutiae. One pair of points gives the
// whole motion, because their directions give the turn; so every likely pair is tried, and the motion that brings the
// most points together is refined by least squares.

import { checkPositive } from '../model/check.js'
import { InvalidValue } from '../model/errors.js'

/** A point with a direction: degrees from the x axis towards the y axis. */
export interface OrientedPoint {
  readonly x: number
  readonly y: number
  readonly angle: number
}

/** First turned about the origin by `rotation` degrees from x towards y, then shifted. */
export interface Motion {
  readonly rotation: number
  readonly dx: number
  readonly dy: number
}

/** How near two points must come to be one. */
export interface PointTolerance {
  /** In the unit of x and y, above 0. */
  readonly distance: number
  /** In degrees, above 0. */
  readonly angle: number
}

/** The best way to lay one set on another. */
export interface Alignment {
  readonly motion: Motion
  /** Pairs (position in a, position in b), each position at most once, the nearest first. */
  readonly pairs: readonly (readonly [number, number])[]
}

const NO_MOTION: Motion = { rotation: 0, dx: 0, dy: 0 }
const REFINED = 3
const ROUNDS = 3

/**
 * Lays a on b so that as many points as possible come together. Each seed, a pair (i, j) of positions, is tried as a pair
 * that belongs together; without seeds every pair is. The time is |seeds| · |a| · |b|.
 *
 * @example bestAlignment(a, b, { distance: 12, angle: 20 }).pairs.length // how many points they share
 */
export function bestAlignment(
  a: readonly OrientedPoint[],
  b: readonly OrientedPoint[],
  tolerance: PointTolerance,
  seeds: readonly (readonly [number, number])[] = everyPair(a.length, b.length),
): Alignment {
  checkPositive('distance', tolerance.distance)
  checkPositive('angle', tolerance.angle)
  const columnsA = columnsOf(a)
  const columnsB = columnsOf([...b].sort((one, other) => one.x - other.x))
  const tried = seeds
    .map(([i, j]) => {
      const motion = motionOf(a[i]!, b[j]!)
      return { motion, count: countNear(columnsA, columnsB, motion, tolerance) }
    })
    .sort((one, other) => other.count - one.count)
    .slice(0, REFINED)
  let best: Alignment = { motion: NO_MOTION, pairs: [] }
  for (const { motion } of tried) {
    const refined = refine(a, b, motion, tolerance)
    if (refined.pairs.length > best.pairs.length) best = refined
  }
  return best
}

/** The pairs that a motion of a brings together, one to one, the nearest first. */
export function pairsUnder(
  a: readonly OrientedPoint[],
  b: readonly OrientedPoint[],
  motion: Motion,
  tolerance: PointTolerance,
): [number, number][] {
  const near: { i: number; j: number; square: number }[] = []
  const most = tolerance.distance ** 2
  a.forEach((point, i) => {
    const { x, y, angle } = movePoint(point, motion)
    b.forEach((other, j) => {
      const square = (other.x - x) ** 2 + (other.y - y) ** 2
      if (square <= most && turnBetween(angle, other.angle) <= tolerance.angle) near.push({ i, j, square })
    })
  })
  near.sort((one, other) => one.square - other.square || one.i - other.i || one.j - other.j)
  const [usedA, usedB] = [new Set<number>(), new Set<number>()]
  const pairs: [number, number][] = []
  for (const { i, j } of near) {
    if (usedA.has(i) || usedB.has(j)) continue
    usedA.add(i)
    usedB.add(j)
    pairs.push([i, j])
  }
  return pairs
}

/** A point after a motion. */
export function movePoint({ x, y, angle }: OrientedPoint, { rotation, dx, dy }: Motion): OrientedPoint {
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)]
  return { x: x * cos - y * sin + dx, y: x * sin + y * cos + dy, angle: angle + rotation }
}

/** The turn between two directions, from 0 to 180 degrees. */
export function turnBetween(one: number, other: number): number {
  const turn = Math.abs(one - other) % 360
  return turn > 180 ? 360 - turn : turn
}

/** Refuses points that are no numbers. Throws `InvalidValue` with the position. */
export function checkPoints(points: readonly OrientedPoint[]): void {
  points.forEach(({ x, y, angle }, position) => {
    for (const value of [x, y, angle]) {
      if (!Number.isFinite(value)) throw new InvalidValue('a point', value, position, 'finite numbers')
    }
  })
}

/** The motion that lays one point on another, direction on direction. */
function motionOf(one: OrientedPoint, other: OrientedPoint): Motion {
  const rotation = other.angle - one.angle
  const { x, y } = movePoint(one, { rotation, dx: 0, dy: 0 })
  return { rotation, dx: other.x - x, dy: other.y - y }
}

/** Fits the motion to the pairs that it brings together, and looks again. */
function refine(
  a: readonly OrientedPoint[],
  b: readonly OrientedPoint[],
  motion: Motion,
  tolerance: PointTolerance,
): Alignment {
  let best: Alignment = { motion, pairs: pairsUnder(a, b, motion, tolerance) }
  for (let round = 0; round < ROUNDS && best.pairs.length > 1; round++) {
    const fitted = fitMotion(a, b, best.pairs)
    const pairs = pairsUnder(a, b, fitted, tolerance)
    if (pairs.length < best.pairs.length) break
    const isSettled = pairs.length === best.pairs.length
    best = { motion: fitted, pairs }
    if (isSettled) break
  }
  return best
}

/** The rigid motion with the least sum of squared distances between the points of the pairs (Kabsch, in the plane). */
function fitMotion(
  a: readonly OrientedPoint[],
  b: readonly OrientedPoint[],
  pairs: readonly (readonly [number, number])[],
): Motion {
  const [meanA, meanB] = [meanOf(pairs.map(([i]) => a[i]!)), meanOf(pairs.map(([, j]) => b[j]!))]
  let dot = 0
  let cross = 0
  for (const [i, j] of pairs) {
    const [ax, ay] = [a[i]!.x - meanA.x, a[i]!.y - meanA.y]
    const [bx, by] = [b[j]!.x - meanB.x, b[j]!.y - meanB.y]
    dot += ax * bx + ay * by
    cross += ax * by - ay * bx
  }
  const rotation = (Math.atan2(cross, dot) * 180) / Math.PI
  const moved = movePoint({ ...meanA, angle: 0 }, { rotation, dx: 0, dy: 0 })
  return { rotation, dx: meanB.x - moved.x, dy: meanB.y - moved.y }
}

function meanOf(points: readonly OrientedPoint[]): { x: number; y: number } {
  let [x, y] = [0, 0]
  for (const point of points) {
    x += point.x
    y += point.y
  }
  return { x: x / points.length, y: y / points.length }
}

interface Columns {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly angle: Float64Array
}

function columnsOf(points: readonly OrientedPoint[]): Columns {
  return {
    x: Float64Array.from(points, ({ x }) => x),
    y: Float64Array.from(points, ({ y }) => y),
    angle: Float64Array.from(points, ({ angle }) => ((angle % 360) + 360) % 360),
  }
}

/**
 * How many points of a come near some point of b, whose columns are sorted by x: quick, for it does not ask for one to one.
 */
function countNear(a: Columns, b: Columns, motion: Motion, tolerance: PointTolerance): number {
  const turn = (motion.rotation * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const { distance } = tolerance
  const most = distance ** 2
  const rotation = ((motion.rotation % 360) + 360) % 360
  let count = 0
  for (let i = 0; i < a.x.length; i++) {
    const x = a.x[i]! * cos - a.y[i]! * sin + motion.dx
    const y = a.x[i]! * sin + a.y[i]! * cos + motion.dy
    const angle = a.angle[i]! + rotation
    for (let j = firstFrom(b.x, x - distance); j < b.x.length && b.x[j]! <= x + distance; j++) {
      const dx = b.x[j]! - x
      const dy = b.y[j]! - y
      if (dx * dx + dy * dy > most) continue
      if (turnBetween(angle, b.angle[j]!) <= tolerance.angle) {
        count++
        break
      }
    }
  }
  return count
}

/** The first place of the rising values at which one is at least `limit`. */
function firstFrom(values: Float64Array, limit: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}

function everyPair(countA: number, countB: number): [number, number][] {
  const pairs: [number, number][] = []
  for (let i = 0; i < countA; i++) for (let j = 0; j < countB; j++) pairs.push([i, j])
  return pairs
}
