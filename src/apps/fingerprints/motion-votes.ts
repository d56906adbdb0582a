// Pairs of minutiae that agree vote for the motion that moves one onto the other. True pairs vote for the same motion and
// false ones for any, so the maximum number of votes for one motion says far more than the number of pairs that agree.

import type { OrientedPoint } from '../../distance/oriented-points.js'

/** Votes that differ by less than this share a box: degrees, and pixels at 500 per inch. */
const TURN_STEP = 15
const SHIFT_STEP = 24
/** The centers of two aligned prints are never this far apart. */
const MAX_DISTANCE = 192

const TURNS = 360 / TURN_STEP
const SHIFTS = (2 * MAX_DISTANCE) / SHIFT_STEP

/** Minutiae relative to the center of their print, as columns. */
export interface CenteredPoints {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly angle: Float64Array
}

/** The minutiae of a print, with the mean of their positions as the origin. */
export function centerPoints(points: readonly OrientedPoint[]): CenteredPoints {
  const mean = (value: (point: OrientedPoint) => number) =>
    points.reduce((sum, point) => sum + value(point), 0) / points.length
  const [middleX, middleY] = [mean(({ x }) => x), mean(({ y }) => y)]
  return {
    x: Float64Array.from(points, ({ x }) => x - middleX),
    y: Float64Array.from(points, ({ y }) => y - middleY),
    angle: Float64Array.from(points, ({ angle }) => ((angle % 360) + 360) % 360),
  }
}

/** Counts votes for motions. Boxes are two steps wide and one step apart, so that no border separates two close votes. */
export class MotionVotes {
  readonly #boxes = new Uint16Array(TURNS * SHIFTS * SHIFTS)
  #touched: number[] = []
  #maxVotes = 0

  /** Votes for the motion that moves minutia i of one print onto minutia j of another. */
  add(one: CenteredPoints, i: number, other: CenteredPoints, j: number): void {
    const turn = (other.angle[j]! - one.angle[i]! + 360) % 360
    const radians = (turn * Math.PI) / 180
    const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
    const dx = other.x[j]! - (one.x[i]! * cos - one.y[i]! * sin) + MAX_DISTANCE
    const dy = other.y[j]! - (one.x[i]! * sin + one.y[i]! * cos) + MAX_DISTANCE
    const [turnBox, column, row] = [
      Math.floor(turn / TURN_STEP),
      Math.floor(dx / SHIFT_STEP),
      Math.floor(dy / SHIFT_STEP),
    ]
    if (column < 0 || row < 0 || column >= SHIFTS || row >= SHIFTS) return
    for (let t = 0; t < 2; t++) {
      const plane = ((turnBox + t) % TURNS) * SHIFTS
      for (let c = column; c <= column + 1 && c < SHIFTS; c++) {
        for (let r = row; r <= row + 1 && r < SHIFTS; r++) this.#count((plane + c) * SHIFTS + r)
      }
    }
  }

  /** Returns the maximum number of votes for any motion, and resets the count. */
  take(): number {
    const maxVotes = this.#maxVotes
    for (const box of this.#touched) this.#boxes[box] = 0
    this.#touched = []
    this.#maxVotes = 0
    return maxVotes
  }

  #count(box: number): void {
    const votes = ++this.#boxes[box]!
    if (votes === 1) this.#touched.push(box)
    if (votes > this.#maxVotes) this.#maxVotes = votes
  }
}
