// @ts-check
// Every random generator is seeded with a name, so that changing a subject changes only its own articles.

/** @typedef {() => number} Random A number from 0 up to, not including, 1. */

/**
 * The generator that belongs to `name` (FNV-1a for the seed, mulberry32 for the steps).
 * @param {string} name
 * @returns {Random}
 */
export function seededBy(name) {
  let state = 0x811c9dc5
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * A whole number from `low` to `high`, both included.
 * @param {Random} random
 * @param {number} low
 * @param {number} high
 */
export function between(random, low, high) {
  return low + Math.floor(random() * (high - low + 1))
}

/**
 * @template T
 * @param {Random} random
 * @param {readonly T[]} list not empty
 * @returns {T}
 */
export function pick(random, list) {
  return /** @type {T} */ (list[between(random, 0, list.length - 1)])
}

/**
 * @template T
 * @param {Random} random
 * @param {readonly T[]} list
 * @returns {T[]}
 */
export function shuffled(random, list) {
  const result = [...list]
  for (let i = result.length - 1; i > 0; i--) {
    const j = between(random, 0, i)
    const held = /** @type {T} */ (result[i])
    result[i] = /** @type {T} */ (result[j])
    result[j] = held
  }
  return result
}

/**
 * Cards drawn until none is left, then shuffled again: no card comes twice before every card came once.
 * @template T
 */
export class Deck {
  /** @type {T[]} */
  #left = []
  #random
  #cards

  /**
   * @param {Random} random
   * @param {readonly T[]} cards
   */
  constructor(random, cards) {
    this.#random = random
    this.#cards = cards
  }

  /**
   * The next card that is not `refused`; undefined if every card is.
   * @param {(card: T) => boolean} [refused]
   */
  draw(refused = () => false) {
    if (this.#cards.every(refused)) return undefined
    let at = this.#left.findIndex((card) => !refused(card))
    if (at < 0) {
      this.#left.push(...shuffled(this.#random, this.#cards))
      at = this.#left.findIndex((card) => !refused(card))
    }
    return this.#left.splice(at, 1)[0]
  }
}
