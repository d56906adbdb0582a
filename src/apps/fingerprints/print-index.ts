import { FunctionIndex, type FunctionLayout, type FunctionStore } from '../../band/function-index.js'
import { Best } from '../../join/best.js'
import { checkFunction, checkShare, checkWhole } from '../../model/check.js'
import { InvalidOption, InvalidValue } from '../../model/errors.js'
import {
  type MatchOptions,
  matchPrepared,
  type PreparedPrint,
  type PrintMatch,
  preparePrint,
} from './match.js'
import { type CenteredPoints, centerPoints, MotionVotes } from './motion-votes.js'
import type { Print } from './print.js'
import { type FunctionOptions, SquareFunctions } from './square-functions.js'
import { NEIGHBOR_GRID, squareCount } from './squares.js'

export interface PrintIndexOptions extends MatchOptions {
  /** The hash family. Default: one group of 8192 functions of three squares; see docs/decisions/fingerprints.md. */
  readonly family?: FunctionOptions
  /** The share of the prints that are compared with a probe, those with the most evidence; in (0, 1], default 0.1. */
  readonly candidates?: number
  /** The minimum number of prints to compare, if there are as many. Default 50. */
  readonly minCandidates?: number
  /**
   * Makes the store, empty, in which the minutiae of the prints are found again by the functions of the family. Default:
   * a `FunctionIndex`, in memory. It does not change the result.
   */
  readonly store?: (family: FunctionLayout) => FunctionStore
}

/** A print of the index that a probe may be of. */
export interface Candidate {
  /** The number of the print: 0, 1, 2, … in the order in which they were added. */
  readonly number: number
  /**
   * v / (a + 3)^0.6 for v votes for one motion among a pairs of minutiae that agree: prints with many minutiae agree in
   * more by chance. 0: nothing agrees.
   */
  readonly evidence: number
}

/** A candidate that was compared. */
export interface Identified extends Candidate, PrintMatch {}

/**
 * Many–one: prints are added, and a probe finds those that may be of the same finger. Each minutia is known by the
 * squares of its surroundings; two minutiae agree when in every group there is a function of three squares that says yes
 * for both. Pairs that agree vote for a motion of the print; the prints with the most evidence for one motion are
 * candidates, and are then compared.
 *
 * @example
 * const index = new PrintIndex()
 * index.add(stored)
 * index.identify(found)[0] // { number: 0, score: 0.61, matched: 31, … }
 */
export class PrintIndex {
  readonly #options: PrintIndexOptions
  readonly #share: number
  readonly #least: number
  readonly #functions: SquareFunctions
  readonly #prints: PreparedPrint[] = []
  /** The print of each frame, that is of each minutia. */
  readonly #printOf: number[] = []
  /** Frames by the functions that say yes for them. */
  readonly #store: FunctionStore
  /** The first frame of each print. */
  readonly #firstFrame: number[] = []
  readonly #centerd: CenteredPoints[] = []

  constructor(options: PrintIndexOptions = {}) {
    this.#options = options
    this.#share = checkShare('candidates', options.candidates ?? 0.1)
    this.#least = checkWhole('minCandidates', options.minCandidates ?? 50, 1, 2 ** 31)
    this.#functions = new SquareFunctions(squareCount(options.grid ?? NEIGHBOR_GRID), {
      functions: 8192,
      groups: 1,
      ...options.family,
    })
    const { functions, groups } = this.#functions
    const makeStore = checkFunction('store', options.store ?? ((family) => new FunctionIndex(family)))
    this.#store = makeStore({ functions, groups })
    if (this.#store.count > 0)
      throw new InvalidOption(
        'store',
        `a store with ${this.#store.count} members`,
        'a function that returns an empty store',
      )
  }

  /** How many prints were added. */
  get size(): number {
    return this.#prints.length
  }

  /** Whether every print is a candidate, and evidence says nothing but their order. */
  get isExhaustive(): boolean {
    return this.#wanted === this.#prints.length
  }

  /** How many candidates a probe has. */
  get #wanted(): number {
    const { length } = this.#prints
    return Math.min(length, Math.max(this.#least, Math.ceil(this.#share * length)))
  }

  /** Adds a print and returns its number. Throws `InvalidValue` for one without minutiae. */
  add(print: Print): number {
    return this.addPrepared(this.prepare(print))
  }

  /** A print ready for this index, so that it need not be made ready twice. */
  prepare(print: Print): PreparedPrint {
    const prepared = preparePrint(print, this.#options)
    if (prepared.points.length === 0) {
      throw new InvalidValue(
        `the number of minutiae of ${JSON.stringify(print.id)}`,
        0,
        undefined,
        'at least one',
      )
    }
    return prepared
  }

  addPrepared(print: PreparedPrint): number {
    const number = this.#prints.length
    this.#prints.push(print)
    this.#firstFrame.push(this.#printOf.length)
    this.#centerd.push(centerPoints(print.points))
    for (const frame of print.frames) {
      this.#store.add(this.#functions.accepting(frame))
      this.#printOf.push(number)
    }
    return number
  }

  /**
   * The prints that may be of the same finger, by falling evidence: as many as the options say, those without any evidence
   * among them only if there are not enough others.
   *
   * @param except the number of a print that is not asked for, such as the probe itself
   */
  candidates(probe: PreparedPrint, except?: number): Candidate[] {
    const own = centerPoints(probe.points)
    const agreed = this.#agreements(probe)
    const best = new Best(this.#wanted)
    const votes = new MotionVotes()
    for (let number = 0; number < this.#prints.length; number++) {
      if (number === except) continue
      const pairs = agreed.get(number) ?? []
      const first = this.#firstFrame[number]!
      for (const { minutia, member } of pairs) votes.add(own, minutia, this.#centerd[number]!, member - first)
      best.offer(number, votes.take() / (pairs.length + 3) ** 0.6)
    }
    const { numbers, scores } = best.list()
    return Array.from(numbers, (number, i) => ({ number, evidence: scores[i]! }))
  }

  /** All candidates with their scores, by falling score. */
  identify(print: Print): Identified[] {
    return this.identifyPrepared(this.prepare(print))
  }

  identifyPrepared(probe: PreparedPrint, except?: number): Identified[] {
    return this.candidates(probe, except)
      .map((candidate) => ({ ...candidate, ...this.compare(probe, candidate.number) }))
      .sort((one, other) => other.score - one.score || one.number - other.number)
  }

  /** Compares a probe with one print of the index. */
  compare(probe: PreparedPrint, number: number): PrintMatch {
    const print = this.#prints[number]
    if (print === undefined)
      throw new InvalidValue(
        'the number of a print',
        number,
        undefined,
        'the number of a print that was added',
      )
    return matchPrepared(probe, print, this.#options)
  }

  /** For each print the pairs of a minutia of the probe and a frame of the print that agree in every group. */
  #agreements({ frames }: PreparedPrint): Map<number, { minutia: number; member: number }[]> {
    const agreed = new Map<number, { minutia: number; member: number }[]>()
    frames.forEach((frame, minutia) => {
      for (const member of this.#store.candidates(this.#functions.accepting(frame))) {
        const number = this.#printOf[member]!
        const pairs = agreed.get(number)
        if (pairs === undefined) agreed.set(number, [{ minutia, member }])
        else pairs.push({ minutia, member })
      }
    })
    return agreed
  }
}
