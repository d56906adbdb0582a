// Prints as sets of grid squares (Mining of Massive Datasets, 3.8.4): a print is the set of squares of a grid that contain a
// minutia; a minutia near a border is in the squares on both sides of it.

import { movePoint, type OrientedPoint } from '../../distance/oriented-points.js'
import { checkPositive, checkWhole } from '../../model/check.js'
import { InvalidOption } from '../../model/errors.js'
import { sortedSet } from '../../model/set-collection.js'

/** The grid. */
export interface GridOptions {
  /** The side of a square, in pixels at 500 per inch. */
  readonly side: number
  /** A minutia this close to a border, in pixels, is also in the square on the other side; less than half a side. */
  readonly border: number
  /** How far the grid extends from its center, in pixels. */
  readonly radius: number
  /** The number of sectors of direction; a square counts once for each. 1 is the grid of the book. A power of two up to 16. */
  readonly directions: number
}

/** The whole print at once, as in Mining of Massive Datasets, 3.8.5. */
const PRINT_GRID: GridOptions = { side: 24, border: 6, radius: 216, directions: 1 }

/** The surroundings of one minutia; about a fifth of the squares contain another. */
export const NEIGHBOR_GRID: GridOptions = { side: 24, border: 8, radius: 110, directions: 4 }

/** The number of squares in a grid, times its directions. */
export function squareCount(grid: GridOptions): number {
  return columnsOf(grid) ** 2 * grid.directions
}

/**
 * The squares (numbers below `squareCount`) of points relative to the center of the grid; points beyond the radius are
 * ignored.
 *
 * @example gridSquares([{ x: 3, y: 3, angle: 0 }], grid) // the square at the middle
 */
export function gridSquares(points: Iterable<OrientedPoint>, grid: GridOptions): Uint32Array {
  const { side, border, radius, directions } = grid
  const columns = columnsOf(grid)
  const sector = 360 / directions
  // The same share of a sector as of a square.
  const sectorBorder = directions === 1 ? 0 : (border / side) * sector
  const found: number[] = []
  for (const { x, y, angle } of points) {
    if (x * x + y * y > radius * radius) continue
    const turn = ((angle % 360) + 360) % 360
    for (const column of cellsAt(x + (columns * side) / 2, side, border)) {
      for (const row of cellsAt(y + (columns * side) / 2, side, border)) {
        if (column < 0 || row < 0 || column >= columns || row >= columns) continue
        for (const direction of cellsAt(turn, sector, sectorBorder)) {
          const wrapped = (direction + directions) % directions
          found.push((column * columns + row) * directions + wrapped)
        }
      }
    }
  }
  return sortedSet(found)
}

/** The cell of a value on a line, and the adjacent one if its border is near. */
function cellsAt(value: number, width: number, border: number): number[] {
  const cell = Math.floor(value / width)
  const inside = value - cell * width
  if (inside < border) return [cell - 1, cell]
  return inside > width - border ? [cell, cell + 1] : [cell]
}

function columnsOf({ side, radius }: GridOptions): number {
  return 2 * Math.ceil(radius / side)
}

/** Throws for an impossible grid. */
function checkGrid({ side, border, radius, directions }: GridOptions): void {
  checkPositive('side', side)
  checkPositive('radius', radius)
  if (!(border >= 0 && border < side / 2)) throw new InvalidOption('border', border, 'less than half a side')
  checkWhole('directions', directions, 1, 16)
}

/**
 * Normalizes a print for position, rotation and size: its center at the origin, its longer axis along y, the end whose distribution has the
 * heavier tail up, and the root mean square distance from the center 100. Simple, but unstable for prints that are cut off: a few minutiae
 * more or less at the edge rotate it. Candidates are found by `frameSquares` instead.
 */
export function normalizePrint(points: readonly OrientedPoint[]): OrientedPoint[] {
  if (points.length === 0) return []
  const mean = (value: (point: OrientedPoint) => number) =>
    points.reduce((sum, point) => sum + value(point), 0) / points.length
  const [middleX, middleY] = [mean(({ x }) => x), mean(({ y }) => y)]
  const [xx, yy, xy] = [
    mean(({ x }) => (x - middleX) ** 2),
    mean(({ y }) => (y - middleY) ** 2),
    mean(({ x, y }) => (x - middleX) * (y - middleY)),
  ]
  const spread = Math.sqrt(xx + yy)
  const factor = spread === 0 ? 1 : 100 / spread
  // The angle of the longer axis, rotated to 90 degrees.
  const axis = (Math.atan2(2 * xy, xx - yy) / 2) * (180 / Math.PI)
  const laid = points.map(({ x, y, angle }) =>
    movePoint(
      { x: (x - middleX) * factor, y: (y - middleY) * factor, angle },
      { rotation: 90 - axis, dx: 0, dy: 0 },
    ),
  )
  const tail = laid.reduce((sum, { y }) => sum + y ** 3, 0)
  return tail >= 0 ? laid : laid.map((point) => movePoint(point, { rotation: 180, dx: 0, dy: 0 }))
}

/** The set of squares of a whole print, normalized. */
export function printSquares(points: readonly OrientedPoint[], grid: GridOptions = PRINT_GRID): Uint32Array {
  checkGrid(grid)
  return gridSquares(normalizePrint(points), grid)
}

/**
 * For each minutia, the squares around it, with itself at the origin and its direction along x: normalized for position and
 * orientation without knowing where the print ends. Directions are relative to its own; it is not in its own set.
 */
export function frameSquares(
  points: readonly OrientedPoint[],
  grid: GridOptions = NEIGHBOR_GRID,
): Uint32Array[] {
  checkGrid(grid)
  return points.map((center) =>
    gridSquares(
      points
        .filter((point) => point !== center)
        .map(({ x, y, angle }) =>
          movePoint({ x: x - center.x, y: y - center.y, angle }, { rotation: -center.angle, dx: 0, dy: 0 }),
        ),
      grid,
    ),
  )
}
