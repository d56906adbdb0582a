// The hash family for fingerprints of Mining of Massive Datasets, 3.8.5: a function is three squares of the grid, and it
// accepts a print that has a minutia in all three. Two prints agree in a function if it accepts both.

import { andProbability, orProbability } from '../../band/families.js'
import { DEFAULT_SEED } from '../../hash/mix.js'
import { Random } from '../../hash/random.js'
import { checkUnit, checkWhole } from '../../model/check.js'

/** The number of functions, and of squares in each. */
export interface FunctionOptions {
  /** Squares per function; default 3. */
  readonly squares?: number
  /** Functions per group, of which at least one must agree; default 1024. */
  readonly functions?: number
  /** The number of groups, all of which must agree; default 2. */
  readonly groups?: number
  readonly seed?: number
}

/** Functions chosen at random over the squares of a grid. */
export class SquareFunctions {
  readonly squares: number
  readonly functions: number
  readonly groups: number
  /** All functions, group after group: the squares of function f are `chosen[f · squares] …`. */
  readonly #chosen: Uint32Array
  /** For each square, the functions that have it as their first. */
  readonly #byFirst: readonly number[][]
  readonly #isIn: Uint8Array

  constructor(squareCount: number, options: FunctionOptions = {}) {
    const { squares = 3, functions = 1024, groups = 2, seed = DEFAULT_SEED } = options
    this.squares = checkWhole('squares', squares, 1, Math.min(16, squareCount))
    this.functions = checkWhole('functions', functions, 1, 2 ** 20)
    this.groups = checkWhole('groups', groups, 1, 32)
    const random = new Random(checkWhole('seed', seed, 0, 2 ** 32 - 1))
    const all = functions * groups
    this.#chosen = new Uint32Array(all * squares)
    const byFirst: number[][] = Array.from({ length: squareCount }, () => [])
    for (let f = 0; f < all; f++) {
      const own = new Set<number>()
      while (own.size < squares) own.add(random.below(squareCount))
      this.#chosen.set(Uint32Array.from(own), f * squares)
      byFirst[this.#chosen[f * squares]!]!.push(f)
    }
    this.#byFirst = byFirst
    this.#isIn = new Uint8Array(squareCount)
  }

  /** The functions that accept a set of squares: numbers below functions · groups; group g starts at g · functions. */
  accepting(set: Uint32Array): number[] {
    for (const square of set) this.#isIn[square] = 1
    const found: number[] = []
    for (const square of set) {
      for (const f of this.#byFirst[square]!) if (this.#holds(f)) found.push(f)
    }
    for (const square of set) this.#isIn[square] = 0
    return found
  }

  #holds(f: number): boolean {
    for (let at = f * this.squares + 1; at < (f + 1) * this.squares; at++) {
      if (this.#isIn[this.#chosen[at]!] === 0) return false
    }
    return true
  }
}

/** The probabilities that two prints agree. */
export interface FunctionOdds {
  /** In one function. */
  readonly one: number
  /** In at least one function of a group. */
  readonly any: number
  /** In at least one function of every group. */
  readonly all: number
}

/**
 * The probabilities for this family that two prints agree, of the same finger and of different fingers.
 *
 * @param occupied the probability that a square holds a minutia
 * @param repeated the probability that another print of the finger has it there too
 * @example functionOdds(0.2, 0.8).sameFinger // one 0.004096, any of 1024 0.985, in both groups 0.970
 */
export function functionOdds(
  occupied: number,
  repeated: number,
  options: Omit<FunctionOptions, 'seed'> = {},
): { readonly sameFinger: FunctionOdds; readonly differentFingers: FunctionOdds } {
  const { squares = 3, functions = 1024, groups = 2 } = options
  checkUnit('occupied', occupied)
  checkUnit('repeated', repeated)
  const odds = (inBoth: number): FunctionOdds => {
    const one = andProbability(inBoth, squares)
    const any = orProbability(one, functions)
    return { one, any, all: andProbability(any, groups) }
  }
  return { sameFinger: odds(occupied * repeated), differentFingers: odds(occupied * occupied) }
}
