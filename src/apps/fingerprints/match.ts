import {
  type Alignment,
  bestAlignment,
  movePoint,
  type OrientedPoint,
  type PointTolerance,
  turnBetween,
} from '../../distance/oriented-points.js'
import { Best } from '../../join/best.js'
import { checkWhole } from '../../model/check.js'
import { type Print, scaledMinutiae } from './print.js'
import { bitmapOf, jaccardOfBitmaps } from './square-bitmaps.js'
import { frameSquares, type GridOptions, NEIGHBOUR_GRID, squareCount } from './squares.js'

/** How two prints are compared. */
export interface MatchOptions {
  /** How near two minutiae must come to be one. Default: 18 pixels (0.9 mm) and 30 degrees. */
  readonly tolerance?: PointTolerance
  /** How many pairs of minutiae, those with the most similar surroundings, are tried as one. Default 50. */
  readonly seeds?: number
  /** The grid of the surroundings; default `NEIGHBOUR_GRID`. */
  readonly grid?: GridOptions
  /** Minutiae of a lesser quality are left out; from 0 to 100, default 0. */
  readonly leastQuality?: number
}

/** How alike two prints are. */
export interface PrintMatch {
  /** From 0 to 1. Of pairs of different made-up fingers one in a thousand reaches 0.15. */
  readonly score: number
  /** Minutiae that come together. */
  readonly matched: number
  /** How the first must be moved to lie on the second. */
  readonly alignment: Alignment
}

/** A print, ready to be compared. */
export interface PreparedPrint {
  readonly points: readonly OrientedPoint[]
  /** For each minutia the squares of its surroundings. */
  readonly frames: readonly Uint32Array[]
  /** The same as bits, for quick comparison. */
  readonly bitmaps: readonly Uint32Array[]
}

const TOLERANCE: PointTolerance = { distance: 18, angle: 30 }

/** In pixels: a minutia this far outside of the other print still counts as one that should have met its match. */
const MARGIN = 10

/** A common part of fewer minutiae proves little, so it counts as if it had so many. */
const LEAST_COMMON = 12

/** Brings a print to 500 pixels to the inch and makes the squares around each minutia. */
export function preparePrint(print: Print, options: MatchOptions = {}): PreparedPrint {
  const points = scaledMinutiae(print, options.leastQuality)
  const grid = options.grid ?? NEIGHBOUR_GRID
  const frames = frameSquares(points, grid)
  return { points, frames, bitmaps: frames.map((frame) => bitmapOf(frame, squareCount(grid))) }
}

/**
 * Compares two prints: the pairs of minutiae with the most similar surroundings (by the Jaccard similarity of their
 * squares) are tried as one and the same, and the alignment that brings the most minutiae together counts.
 *
 * With w the weights of the matched pairs (1 for a perfect match, falling to 0 at the tolerance), n the minutiae of each
 * print, and c those of each that lie in the common part, the score is (Σ w)² / √(n₁ · n₂ · c₁ · c₂): between the share of
 * the whole prints and the share of the common part, for a print may be cut, and a small common part may agree by chance.
 *
 * @example matchPrints(found, stored).score // 0.61
 */
export function matchPrints(a: Print, b: Print, options: MatchOptions = {}): PrintMatch {
  return matchPrepared(preparePrint(a, options), preparePrint(b, options), options)
}

/** The same for prints that are prepared. */
export function matchPrepared(a: PreparedPrint, b: PreparedPrint, options: MatchOptions = {}): PrintMatch {
  const { tolerance = TOLERANCE, seeds = 50 } = options
  checkWhole('seeds', seeds, 1, 2 ** 20)
  const alignment = bestAlignment(a.points, b.points, tolerance, likelyPairs(a, b, seeds))
  return { score: scoreOf(a, b, alignment, tolerance), matched: alignment.pairs.length, alignment }
}

/** The pairs of minutiae with the most similar surroundings. */
function likelyPairs(a: PreparedPrint, b: PreparedPrint, most: number): [number, number][] {
  const width = b.bitmaps.length
  const best = new Best(most)
  a.bitmaps.forEach((one, i) => {
    b.bitmaps.forEach((other, j) => {
      const similarity = jaccardOfBitmaps(one, other, a.frames[i]!.length + b.frames[j]!.length)
      if (similarity > 0) best.offer(i * width + j, similarity)
    })
  })
  return Array.from(best.list().numbers, (at) => [Math.floor(at / width), at % width])
}

function scoreOf(
  a: PreparedPrint,
  b: PreparedPrint,
  { motion, pairs }: Alignment,
  tolerance: PointTolerance,
): number {
  if (pairs.length === 0) return 0
  const moved = a.points.map((point) => movePoint(point, motion))
  let weight = 0
  for (const [i, j] of pairs) {
    const [one, other] = [moved[i]!, b.points[j]!]
    const square = (one.x - other.x) ** 2 + (one.y - other.y) ** 2
    const turn = turnBetween(one.angle, other.angle)
    weight += (1 - square / (2 * tolerance.distance ** 2)) * (1 - turn ** 2 / (2 * tolerance.angle ** 2))
  }
  const common = (points: readonly OrientedPoint[], others: readonly OrientedPoint[]) =>
    Math.max(Math.min(LEAST_COMMON, points.length), countInside(points, others))
  const all = Math.sqrt(a.points.length * b.points.length)
  const inCommon = Math.sqrt(common(moved, b.points) * common(b.points, moved))
  return Math.min(1, weight ** 2 / (all * inCommon))
}

/** How many points lie in the rectangle of the others, or near it. */
function countInside(points: readonly OrientedPoint[], others: readonly OrientedPoint[]): number {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of others) {
    left = Math.min(left, x - MARGIN)
    right = Math.max(right, x + MARGIN)
    low = Math.min(low, y - MARGIN)
    high = Math.max(high, y + MARGIN)
  }
  return points.filter(({ x, y }) => x >= left && x <= right && y >= low && y <= high).length
}
