import { Random } from '../hash/random.js'
import { checkWhole } from '../model/check.js'
import { InvalidValue } from '../model/errors.js'
import { EMPTY_SLOT, type Sketcher, type SketchScheme } from '../model/signatures.js'
import { makeVectorScheme, type SlotOptions } from './scheme.js'

/**
 * The minhash of a set for an explicit order of the rows: the first row in that order that is in the set; undefined for an empty set.
 *
 * @example firstInOrder(['b', 'e', 'a', 'd', 'c'], new Set(['a', 'd'])) // 'a'
 */
export function firstInOrder<Row>(order: readonly Row[], set: ReadonlySet<Row>): Row | undefined {
  return order.find((row) => set.has(row))
}

/** The minhash signature of a set for several explicit orders. */
export function signatureByOrders<Row>(
  orders: readonly (readonly Row[])[],
  set: ReadonlySet<Row>,
): (Row | undefined)[] {
  return orders.map((order) => firstInOrder(order, set))
}

/** The rows 0 … rows − 1 as a universe. */
export interface PermutationOptions extends SlotOptions {
  /** Elements are 0 … rows − 1. */
  readonly rows: number
}

/**
 * Minhash as defined: each slot has a random permutation of all rows, stored in full, and its value is the minimum of the numbers that
 * the permutation assigns to the rows of the set. P(slot equal) is exactly the Jaccard similarity. For teaching, and as a reference for
 * the others: it needs memory for rows × slots numbers.
 */
export class PermutationSketcher implements Sketcher<Uint32Array> {
  readonly scheme: SketchScheme
  readonly #permutations: readonly Uint32Array[]
  readonly #rows: number

  constructor({ rows, ...options }: PermutationOptions) {
    checkWhole('rows', rows, 1, 2 ** 32 - 1)
    this.scheme = makeVectorScheme('permutations', { ...options, dimensions: rows })
    this.#rows = rows
    const random = new Random(this.scheme.seed)
    this.#permutations = Array.from({ length: this.scheme.slots }, () => random.permutation(rows))
  }

  sketchInto(set: Uint32Array, values: Uint32Array, at: number): void {
    const outside = set.findIndex((element) => element >= this.#rows)
    if (outside >= 0)
      throw new InvalidValue('an element', set[outside], outside, `a row from 0 to ${this.#rows - 1}`)
    this.#permutations.forEach((permutation, slot) => {
      let lowest = EMPTY_SLOT
      for (let i = 0; i < set.length; i++) lowest = Math.min(lowest, permutation[set[i]!]!)
      values[at + slot] = lowest
    })
  }
}
