import { bitmapOf, jaccardOfBitmaps } from '../../distance/bitmaps.js'
import { convexHull, isInside } from '../../distance/convex-hull.js'
import {
  type Alignment,
  likelyMotions,
  movePoints,
  NO_MOTION,
  type OrientedPoint,
  type PointPair,
  type PointTolerance,
  pairPoints,
} from '../../distance/oriented-points.js'
import { type StretchOptions, stretchPoints } from '../../distance/stretch-points.js'
import { Best } from '../../join/best.js'
import { checkWhole } from '../../model/check.js'
import { type Print, scaledMinutiae } from './print.js'
import { frameSquares, type GridOptions, NEIGHBOR_GRID, squareCount } from './squares.js'

/** How two prints are compared. */
export interface PrintMatchOptions {
  /** How close two minutiae must be to match. Default: 18 pixels (0.9 mm) and 40 degrees. */
  readonly tolerance?: PointTolerance
  /** The number of pairs of minutiae, those with the most similar surroundings, that are tried as the same point. Default 200. */
  readonly seeds?: number
  /** The grid for the surroundings; default `NEIGHBOR_GRID`. */
  readonly grid?: GridOptions
  /** Minutiae of lower quality are ignored; from 0 to 100, default 0. */
  readonly minQuality?: number
}

/** The similarity of two prints. */
export interface PrintMatch {
  /** From 0 to 1. One in a thousand pairs of different synthetic fingers reaches 0.13. */
  readonly score: number
  /** The number of minutiae that match. */
  readonly matched: number
  /** The motion that places the first print on the second. */
  readonly alignment: Alignment
}

/** A print, ready to be compared. */
export interface PreparedPrint {
  readonly points: readonly OrientedPoint[]
  /** The squares around each minutia. */
  readonly frames: readonly Uint32Array[]
  /** The same as bits, for quick comparison. */
  readonly bitmaps: readonly Uint32Array[]
  /** The convex hull of all minutiae. */
  readonly hull: ReturnType<typeof convexHull>
}

const TOLERANCE: PointTolerance = { distance: 18, angle: 40 }

/** The number of distinct motions that are scored. */
const MOTIONS = 10

/** In pixels. */
const SKIN: StretchOptions = { width: 60, belief: 2 }

/** A minutia up to this many pixels outside the other print still counts as one that should have a match. */
const MARGIN = 10

/** A common part with few minutiae proves little, so it counts as if it had at least this many. */
const MIN_COMMON = 12

/** Scales a print to 500 pixels per inch and computes the squares around each minutia. */
export function preparePrint(print: Print, options: PrintMatchOptions = {}): PreparedPrint {
  const points = scaledMinutiae(print, options.minQuality)
  const grid = options.grid ?? NEIGHBOR_GRID
  const frames = frameSquares(points, grid)
  const bitmaps = frames.map((frame) => bitmapOf(frame, squareCount(grid)))
  return { points, frames, bitmaps, hull: convexHull(points) }
}

/**
 * Compares two prints. It takes the pairs of minutiae with the most similar surroundings (by the Jaccard similarity of their
 * squares) as the same point, each of which gives a motion. The motions that match the most minutiae are refined, with the
 * skin stretched a little, and the one with the best score counts.
 *
 * With w the weights of the matched pairs (1 for a perfect match), n the minutiae of each print, and c those of each that
 * are in the common part, the score is (Σ w)² / √(n₁ · n₂ · c₁ · c₂). It is between the share of the whole prints and the
 * share of the common part, because a print may be cut off, and a small common part may agree by chance.
 *
 * @example matchPrints(found, stored).score // 0.61
 */
export function matchPrints(a: Print, b: Print, options: PrintMatchOptions = {}): PrintMatch {
  return matchPrepared(preparePrint(a, options), preparePrint(b, options), options)
}

/** Like `matchPrints`, for prepared prints. */
export function matchPrepared(
  a: PreparedPrint,
  b: PreparedPrint,
  options: PrintMatchOptions = {},
): PrintMatch {
  const { tolerance = TOLERANCE, seeds = 200 } = options
  checkWhole('seeds', seeds, 1, 2 ** 20)
  let best: PrintMatch = { score: 0, matched: 0, alignment: { motion: NO_MOTION, pairs: [] } }
  for (const motion of likelyMotions(a.points, b.points, tolerance, likelyPairs(a, b, seeds), MOTIONS)) {
    const moved = movePoints(a.points, motion)
    const laid = stretchPoints(moved, b.points, pairPoints(moved, b.points, tolerance), SKIN)
    const pairs = pairPoints(laid, b.points, tolerance)
    const score = scoreOf(laid, b, pairs)
    if (score <= best.score) continue
    best = {
      score,
      matched: pairs.length,
      alignment: { motion, pairs: pairs.map((pair) => [pair.a, pair.b]) },
    }
  }
  return best
}

/** The pairs of minutiae with the most similar surroundings. */
function likelyPairs(a: PreparedPrint, b: PreparedPrint, max: number): [number, number][] {
  const width = b.bitmaps.length
  const best = new Best(max)
  a.bitmaps.forEach((one, i) => {
    b.bitmaps.forEach((other, j) => {
      const similarity = jaccardOfBitmaps(one, other, a.frames[i]!.length + b.frames[j]!.length)
      if (similarity > 0) best.offer(i * width + j, similarity)
    })
  })
  return Array.from(best.list().numbers, (at) => [Math.floor(at / width), at % width])
}

function scoreOf(laid: readonly OrientedPoint[], b: PreparedPrint, pairs: readonly PointPair[]): number {
  const weight = pairs.reduce((sum, pair) => sum + pair.weight, 0)
  const all = Math.sqrt(laid.length * b.points.length)
  const common = Math.sqrt(countCommon(laid, b.hull) * countCommon(b.points, convexHull(laid)))
  return Math.min(1, weight ** 2 / (all * common))
}

/** The number of points inside the other print or near it. */
function countCommon(points: readonly OrientedPoint[], hull: ReturnType<typeof convexHull>): number {
  const inside = points.filter((point) => isInside(point, hull, MARGIN)).length
  return Math.max(Math.min(MIN_COMMON, points.length), inside)
}
