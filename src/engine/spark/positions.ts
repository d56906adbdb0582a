// Positions as sorted arrays: a Map or Set holds at most 2^24 entries, and takes ten times the memory.

import { countBelow } from '../../model/count-below.js'
import { concatenateWords } from '../stages/threads/shared-words.js'

/** The positions of all parts, ascending, each once. */
export function distinctPositions(parts: readonly ArrayLike<number>[]): Uint32Array {
  const all = concatenateWords(parts).sort()
  let count = 0
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[i - 1]) all[count++] = all[i]!
  return all.subarray(0, count)
}

/** Whether a position is one of the ascending ones. */
export function isAmong(ascending: Uint32Array, position: number): boolean {
  return ascending[countBelow(ascending, position)] === position
}

/** A number for each of some positions. */
export class PositionTable {
  /** Ascending. */
  readonly positions: Uint32Array
  readonly #values: Uint32Array

  /** @param positions in any order; if one is repeated, its smallest value counts */
  constructor(positions: Uint32Array, values: Uint32Array) {
    // A position and its value are the upper and the lower half of one number, which sorts natively.
    const halves = new Uint32Array(2 * positions.length)
    for (let i = 0; i < positions.length; i++) {
      halves[2 * i] = values[i]!
      halves[2 * i + 1] = positions[i]!
    }
    new BigUint64Array(halves.buffer).sort()
    const sorted = new Uint32Array(positions.length)
    this.#values = new Uint32Array(positions.length)
    let count = 0
    for (let i = 0; i < positions.length; i++) {
      if (count > 0 && sorted[count - 1] === halves[2 * i + 1]) continue
      sorted[count] = halves[2 * i + 1]!
      this.#values[count++] = halves[2 * i]!
    }
    this.positions = sorted.subarray(0, count)
  }

  get(position: number): number | undefined {
    const at = countBelow(this.positions, position)
    return this.positions[at] === position ? this.#values[at] : undefined
  }
}
