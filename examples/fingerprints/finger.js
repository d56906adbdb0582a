// @ts-check
// Generates invented fingers: a field of ridges with a few dozen minutiae. No real person's prints were used.
//
// Ridges follow the model of Sherlock and Monro (1993). The direction at a point z is half the sum of the angles to the
// loops (cores), minus half the sum of the angles to the deltas. An arch has neither; its ridges bend over its middle.
// Minutiae are placed at random in an ellipse of 240 × 320 pixels (500 per inch), at least 12 pixels apart. Each points
// along its ridge, in either direction.
import { Random } from 'likewise/text'

/** @typedef {{ x: number, y: number, angle: number }} Minutia angle in degrees, from the x axis towards the y axis */
/** @typedef {{ minutiae: readonly Minutia[], directionAt: (x: number, y: number) => number }} Finger */

export const RADIUS = { x: 120, y: 160 }
const LEAST_GAP = 12
const MINUTIAE = { mean: 50, deviation: 7, least: 30 }

/** The classes of ridge fields, with the frequency of each in the population. */
const CLASSES = /** @type {const} */ ([
  ['left loop', 0.34],
  ['right loop', 0.32],
  ['whorl', 0.28],
  ['arch', 0.06],
])

/**
 * The finger with a given number, which is always the same.
 *
 * @param {number} number
 * @param {number} [seed]
 * @returns {Finger}
 */
export function makeFinger(number, seed = 1) {
  const random = new Random((seed * 1_000_003 + number) >>> 0)
  const directionAt = ridgeField(random)
  const count = Math.max(MINUTIAE.least, Math.round(MINUTIAE.mean + MINUTIAE.deviation * random.normal()))
  /** @type {Minutia[]} */
  const minutiae = []
  for (let tries = 0; minutiae.length < count && tries < 20_000; tries++) {
    const x = (2 * random.unit() - 1) * RADIUS.x
    const y = (2 * random.unit() - 1) * RADIUS.y
    if ((x / RADIUS.x) ** 2 + (y / RADIUS.y) ** 2 > 1) continue
    if (minutiae.some((other) => Math.hypot(other.x - x, other.y - y) < LEAST_GAP)) continue
    minutiae.push({ x, y, angle: wrap(directionAt(x, y) + 180 * random.below(2) + 4 * random.normal()) })
  }
  return { minutiae, directionAt }
}

/**
 * @param {Random} random
 * @returns {(x: number, y: number) => number} the direction of the ridge, in degrees
 */
function ridgeField(random) {
  const around = (/** @type {number} */ value, /** @type {number} */ spread) =>
    value + spread * random.normal()
  let chance = random.unit()
  const kind = CLASSES.find(([, share]) => {
    chance -= share
    return chance < 0
  })?.[0]
  if (kind === undefined || kind === 'arch') {
    const [height, middle, width] = [around(55, 10), around(-20, 15), around(90, 12)]
    return (x, y) => {
      const slope =
        -(height / width) * (x / width) * Math.exp(-((x / width) ** 2) - ((y - middle) / 120) ** 2)
      return degrees(Math.atan(slope))
    }
  }
  const core = { x: around(0, 10), y: around(25, 12) }
  const side = kind === 'left loop' ? 1 : -1
  const deltas = [{ x: around(75 * side, 12), y: around(-95, 15) }]
  const cores = [core]
  if (kind === 'whorl') {
    cores.push({ x: core.x + around(0, 8), y: core.y - Math.max(12, around(35, 12)) })
    deltas.push({ x: around(-75 * side, 12), y: around(-95, 15) })
  }
  return (x, y) => {
    const turn = (/** @type {{ x: number, y: number }} */ point) => Math.atan2(y - point.y, x - point.x)
    const sum =
      cores.reduce((total, point) => total + turn(point), 0) -
      deltas.reduce((total, point) => total + turn(point), 0)
    return degrees(sum / 2)
  }
}

/** @param {number} radians */
function degrees(radians) {
  return (radians * 180) / Math.PI
}

/** @param {number} angle in degrees; returns the same in [0, 360) */
export function wrap(angle) {
  return ((angle % 360) + 360) % 360
}
