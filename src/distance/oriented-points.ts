// Compares two sets of points with directions, such as minutiae, up to a rigid motion. A single pair of points determines the whole motion,
// because their directions determine the rotation. So every likely pair is tried, and the motion that aligns the most points is refined by
// least squares.

import { checkPositive } from '../model/check.js'
import { InvalidValue } from '../model/errors.js'

/** A point with a direction: degrees from the x axis towards the y axis. */
export interface OrientedPoint {
  readonly x: number
  readonly y: number
  readonly angle: number
}

/** First a rotation about the origin by `rotation` degrees, from x to y, then a shift. */
export interface Motion {
  readonly rotation: number
  readonly dx: number
  readonly dy: number
}

/**
 * How close two points must be to form a pair. A pair exactly at one of the two limits counts 1 / e times as much as one of equal points.
 */
export interface PointTolerance {
  /** The distance, above 0, in the unit of x and y. */
  readonly distance: number
  /** The angle, above 0, in degrees. */
  readonly angle: number
}

/** The best alignment of one set with another. */
export interface Alignment {
  readonly motion: Motion
  /** Pairs (position in a, position in b), each position at most once, the nearest first. */
  readonly pairs: readonly (readonly [number, number])[]
}

/** A pair of points, by their positions, and how close they are: from 1 down to e⁻². */
export interface PointPair {
  readonly a: number
  readonly b: number
  readonly weight: number
}

export const NO_MOTION: Motion = { rotation: 0, dx: 0, dy: 0 }
/** The number of times that a motion is fitted to its pairs. */
const ROUNDS = 4
/** How many different motions are refined for the best one. */
const REFINED = 5

/**
 * Aligns a with b so that as many points as possible form pairs, as close as possible. Each seed, a pair (i, j) of positions, is tried as a
 * matching pair; without seeds, every pair is tried. The time is |seeds| · |a| · |b|.
 *
 * @example bestAlignment(a, b, { distance: 12, angle: 20 }).pairs.length // how many points they share
 */
export function bestAlignment(
  a: readonly OrientedPoint[],
  b: readonly OrientedPoint[],
  tolerance: PointTolerance,
  seeds: readonly (readonly [number, number])[] = everyPair(a.length, b.length),
): Alignment {
  const [best] = likelyMotions(a, b, tolerance, seeds, REFINED)
    .map((motion) => ({ motion, pairs: pairPoints(movePoints(a, motion), b, tolerance) }))
    .sort((one, other) => weightOf(other.pairs) - weightOf(one.pairs))
  return best === undefined
    ? { motion: NO_MOTION, pairs: [] }
    : { motion: best.motion, pairs: best.pairs.map((pair) => [pair.a, pair.b]) }
}

/**
 * The motions that the seeds suggest, refined by least squares: at most `max` different ones, those that align the most points.
 */
export function likelyMotions(
  a: readonly OrientedPoint[],
  b: readonly OrientedPoint[],
  tolerance: PointTolerance,
  seeds: readonly (readonly [number, number])[],
  max: number,
): Motion[] {
  checkPositive('distance', tolerance.distance)
  checkPositive('angle', tolerance.angle)
  if (a.length === 0 || b.length === 0) return []
  const columnsA = columnsOf(a)
  const columnsB = columnsOf([...b].sort((one, other) => one.x - other.x))
  const tried = seeds
    .map(([i, j]) => {
      const motion = motionOf(a[i]!, b[j]!)
      return { motion, nearness: nearnessOf(columnsA, columnsB, motion, tolerance) }
    })
    .sort((one, other) => other.nearness - one.nearness)
  const middle = { ...meanOf(a), angle: 0 }
  const chosen: Motion[] = []
  for (const { motion } of tried) {
    if (chosen.length === max) break
    if (!chosen.some((other) => areClose(motion, other, middle, tolerance))) chosen.push(motion)
  }
  return chosen.map((motion) => refine(a, b, motion, tolerance))
}

/** The pairs of points, one to one, the closest first. */
export function pairPoints(
  a: readonly OrientedPoint[],
  b: readonly OrientedPoint[],
  tolerance: PointTolerance,
): PointPair[] {
  const { distance } = tolerance
  const near: PointPair[] = []
  for (let i = 0; i < a.length; i++) {
    const { x, y, angle } = a[i]!
    for (let j = 0; j < b.length; j++) {
      const other = b[j]!
      const dx = other.x - x
      const dy = other.y - y
      if (dx > distance || dx < -distance || dy > distance || dy < -distance) continue
      const square = (dx * dx + dy * dy) / (distance * distance)
      if (square > 1) continue
      const turn = turnBetween(angle, other.angle) / tolerance.angle
      if (turn <= 1) near.push({ a: i, b: j, weight: Math.exp(-square - turn * turn) })
    }
  }
  near.sort((one, other) => other.weight - one.weight || one.a - other.a || one.b - other.b)
  const [usedA, usedB] = [new Uint8Array(a.length), new Uint8Array(b.length)]
  return near.filter((pair) => {
    if (usedA[pair.a] === 1 || usedB[pair.b] === 1) return false
    usedA[pair.a] = 1
    usedB[pair.b] = 1
    return true
  })
}

/** Points after a motion. */
export function movePoints(points: readonly OrientedPoint[], { rotation, dx, dy }: Motion): OrientedPoint[] {
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)]
  return points.map(({ x, y, angle }) => ({
    x: x * cos - y * sin + dx,
    y: x * sin + y * cos + dy,
    angle: angle + rotation,
  }))
}

/** A point after a motion. */
export function movePoint(point: OrientedPoint, motion: Motion): OrientedPoint {
  return movePoints([point], motion)[0]!
}

/** The angle between two directions, from 0 to 180 degrees. */
export function turnBetween(one: number, other: number): number {
  const turn = Math.abs(one - other) % 360
  return turn > 180 ? 360 - turn : turn
}

/** Rejects points that are not numbers. Throws `InvalidValue` with the position. */
export function checkPoints(points: readonly OrientedPoint[]): void {
  points.forEach(({ x, y, angle }, position) => {
    for (const value of [x, y, angle]) {
      if (!Number.isFinite(value)) throw new InvalidValue('a point', value, position, 'a finite number')
    }
  })
}

/** The motion that moves one point onto another, with the same direction. */
function motionOf(one: OrientedPoint, other: OrientedPoint): Motion {
  const rotation = other.angle - one.angle
  const { x, y } = movePoint(one, { rotation, dx: 0, dy: 0 })
  return { rotation, dx: other.x - x, dy: other.y - y }
}

/** Whether two motions are nearly the same. */
function areClose(
  one: Motion,
  other: Motion,
  middle: OrientedPoint,
  { distance, angle }: PointTolerance,
): boolean {
  if (turnBetween(one.rotation, other.rotation) > angle / 4) return false
  const [p, q] = [movePoint(middle, one), movePoint(middle, other)]
  return Math.hypot(p.x - q.x, p.y - q.y) < distance / 2
}

/** Fits the motion to the pairs that it aligns, several times. */
function refine(
  a: readonly OrientedPoint[],
  b: readonly OrientedPoint[],
  start: Motion,
  tolerance: PointTolerance,
): Motion {
  let [best, motion] = [start, start]
  let max = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const pairs = pairPoints(movePoints(a, motion), b, tolerance)
    const weight = weightOf(pairs)
    if (weight <= max) break
    best = motion
    max = weight
    if (pairs.length < 2) break
    motion = fitMotion(a, b, pairs)
  }
  return best
}

/** The rigid motion that minimizes the sum of squared distances between the points of the pairs (Kabsch's method in the plane). */
function fitMotion(
  a: readonly OrientedPoint[],
  b: readonly OrientedPoint[],
  pairs: readonly PointPair[],
): Motion {
  const [meanA, meanB] = [meanOf(pairs.map((pair) => a[pair.a]!)), meanOf(pairs.map((pair) => b[pair.b]!))]
  let dot = 0
  let cross = 0
  for (const pair of pairs) {
    const [ax, ay] = [a[pair.a]!.x - meanA.x, a[pair.a]!.y - meanA.y]
    const [bx, by] = [b[pair.b]!.x - meanB.x, b[pair.b]!.y - meanB.y]
    dot += ax * bx + ay * by
    cross += ax * by - ay * bx
  }
  const rotation = (Math.atan2(cross, dot) * 180) / Math.PI
  const moved = movePoint({ ...meanA, angle: 0 }, { rotation, dx: 0, dy: 0 })
  return { rotation, dx: meanB.x - moved.x, dy: meanB.y - moved.y }
}

function weightOf(pairs: readonly PointPair[]): number {
  return pairs.reduce((sum, { weight }) => sum + weight, 0)
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

/** How close the points of a are to points of b, whose columns are sorted by x. Fast, because it is not one to one. */
function nearnessOf(a: Columns, b: Columns, motion: Motion, tolerance: PointTolerance): number {
  const turn = (motion.rotation * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const { distance } = tolerance
  const rotation = ((motion.rotation % 360) + 360) % 360
  let sum = 0
  for (let i = 0; i < a.x.length; i++) {
    const x = a.x[i]! * cos - a.y[i]! * sin + motion.dx
    const y = a.x[i]! * sin + a.y[i]! * cos + motion.dy
    const angle = a.angle[i]! + rotation
    let lowest = Number.POSITIVE_INFINITY
    for (let j = firstFrom(b.x, x - distance); j < b.x.length && b.x[j]! <= x + distance; j++) {
      const dy = b.y[j]! - y
      if (dy > distance || dy < -distance) continue
      const dx = b.x[j]! - x
      const square = (dx * dx + dy * dy) / (distance * distance)
      if (square > 1 || square >= lowest) continue
      const turned = turnBetween(angle, b.angle[j]!) / tolerance.angle
      if (turned <= 1) lowest = Math.min(lowest, square + turned * turned)
    }
    if (lowest < Number.POSITIVE_INFINITY) sum += Math.exp(-lowest)
  }
  return sum
}

/** The first index in ascending values whose value is at least `limit`. */
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
