// @ts-check
// Generates a print of an invented finger. A seed determines everything that distorts it:
// - The finger is rotated and shifted (normally distributed).
// - Only an ellipse of it touches the sensor. Its center is shifted too, so two prints show different parts of the finger.
// - The skin is stretched: as a whole by a factor, and locally by three smooth bulges 60 pixels wide.
// - Each minutia is moved and turned slightly (normally distributed), because ridges are thick.
// - Some minutiae are missed at random, and false ones are added at random positions along the ridges.
import { Random } from 'likewise/text'
import { RADIUS, wrap } from './finger.js'

/** @typedef {import('./finger.js').Finger} Finger */
/** @typedef {import('./finger.js').Minutia} Minutia */

/**
 * Pixels at 500 to the inch, degrees, shares.
 *
 * @typedef {object} Noise
 * @property {number} rotation standard deviation, degrees
 * @property {number} shift standard deviation, pixels
 * @property {number} jitter of a minutia: standard deviation, pixels
 * @property {number} turn of a minutia: standard deviation, degrees
 * @property {number} bulge standard deviation of each of three pushes, pixels
 * @property {number} stretch standard deviation of the factor
 * @property {number} missing probability
 * @property {number} spurious false minutiae for each true one that touches
 * @property {number} contact share of the finger's length and width that touches
 * @property {number} slip of the middle of contact: standard deviation, pixels
 */

/** @type {Readonly<Record<'light' | 'moderate' | 'heavy', Noise>>} */
export const NOISE = {
  light: {
    rotation: 8,
    shift: 12,
    jitter: 1.5,
    turn: 4,
    bulge: 2,
    stretch: 0.01,
    missing: 0.08,
    spurious: 0.06,
    contact: 0.95,
    slip: 6,
  },
  moderate: {
    rotation: 15,
    shift: 25,
    jitter: 2.5,
    turn: 7,
    bulge: 4,
    stretch: 0.02,
    missing: 0.15,
    spurious: 0.15,
    contact: 0.88,
    slip: 12,
  },
  heavy: {
    rotation: 25,
    shift: 40,
    jitter: 4,
    turn: 11,
    bulge: 6,
    stretch: 0.03,
    missing: 0.25,
    spurious: 0.25,
    contact: 0.78,
    slip: 20,
  },
}

/**
 * A print of a finger. The same seed always gives the same print.
 *
 * @param {Finger} finger
 * @param {number} seed
 * @param {Noise} noise
 * @returns {Minutia[]} whole pixels and degrees, all above 0
 */
export function makeImpression(finger, seed, noise) {
  const random = new Random(seed >>> 0)
  const middle = { x: noise.slip * random.normal(), y: noise.slip * random.normal() }
  const touches = (/** @type {{ x: number, y: number }} */ { x, y }) =>
    ((x - middle.x) / (RADIUS.x * noise.contact)) ** 2 + ((y - middle.y) / (RADIUS.y * noise.contact)) ** 2 <=
    1
  const touching = finger.minutiae.filter(touches)
  const found = touching.filter(() => random.unit() >= noise.missing)
  const spurious = Math.round(touching.length * noise.spurious * (0.5 + random.unit()))
  for (let i = 0; i < spurious; ) {
    const [x, y] = [(2 * random.unit() - 1) * RADIUS.x, (2 * random.unit() - 1) * RADIUS.y]
    if (!touches({ x, y })) continue
    found.push({ x, y, angle: finger.directionAt(x, y) + 180 * random.below(2) + 10 * random.normal() })
    i++
  }
  const move = skin(random, noise)
  const rotation = noise.rotation * random.normal()
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)]
  const shift = { x: 200 + noise.shift * random.normal(), y: 240 + noise.shift * random.normal() }
  const placed = found.map(({ x, y, angle }) => {
    const at = move(x, y)
    const [u, v] = [at.x + noise.jitter * random.normal(), at.y + noise.jitter * random.normal()]
    return {
      x: Math.max(0, Math.round(u * cos - v * sin + shift.x)),
      y: Math.max(0, Math.round(u * sin + v * cos + shift.y)),
      angle: Math.round(wrap(angle + rotation + noise.turn * random.normal())) % 360,
    }
  })
  // A print reader lists minutiae by position, so the order must not show which of them are false.
  return placed.sort((one, other) => one.x - other.x || one.y - other.y)
}

/**
 * @param {Random} random
 * @param {Noise} noise
 */
function skin(random, noise) {
  const factor = 1 + noise.stretch * random.normal()
  const bulges = Array.from({ length: 3 }, () => ({
    x: (2 * random.unit() - 1) * RADIUS.x,
    y: (2 * random.unit() - 1) * RADIUS.y,
    dx: noise.bulge * random.normal(),
    dy: noise.bulge * random.normal(),
  }))
  return (/** @type {number} */ x, /** @type {number} */ y) => {
    let [u, v] = [x * factor, y * factor]
    for (const bulge of bulges) {
      const part = Math.exp(-((x - bulge.x) ** 2 + (y - bulge.y) ** 2) / (2 * 60 ** 2))
      u += bulge.dx * part
      v += bulge.dy * part
    }
    return { x: u, y: v }
  }
}

/**
 * As NBIS writes it: x, y, angle, quality.
 *
 * @param {readonly Minutia[]} minutiae
 */
export function asXyt(minutiae) {
  return minutiae.map(({ x, y, angle }) => `${x} ${y} ${angle} 50\n`).join('')
}
