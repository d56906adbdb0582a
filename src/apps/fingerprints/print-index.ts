import { FunctionIndex, type FunctionLayout, type FunctionStore } from '../../band/function-index.js'
import { Best } from '../../join/best.js'
import { checkFunction, checkShare, checkWhole } from '../../model/check.js'
import { InvalidOption, InvalidValue } from '../../model/errors.js'
import {
  matchPrepared,
  type PreparedPrint,
  type PrintMatch,
  type PrintMatchOptions,
  preparePrint,
} from './match.js'
import { type CenteredPoints, centerPoints, MotionVotes } from './motion-votes.js'
import type { Print } from './print.js'
import { type FunctionOptions, SquareFunctions } from './square-functions.js'
import { NEIGHBOR_GRID, squareCount } from './squares.js'

export interface PrintIndexOptions extends PrintMatchOptions {
  /** The hash family. Default: one group of 8192 functions of three squares; see docs/decisions/fingerprints.md. */
  readonly family?: FunctionOptions
  /** The share of prints to compare with a probe, those with the most evidence; in (0, 1], default 0.1. */
  readonly candidates?: number
  /** The minimum number of prints to compare, if there are that many. Default 50. */
  readonly minCandidates?: number
  /**
   * Creates an empty store that finds minutiae of the prints by the functions of the family. Default: a `FunctionIndex`, in
   * memory. It does not change the result.
   */
  readonly store?: (family: FunctionLayout) => FunctionStore
}

/** A print in the index that may be of the same finger as the probe. */
export interface Candidate {
  /** The number of the print: 0, 1, 2, … in the order in which they were added. */
  readonly number: number
  /**
   * v / (a + 3)^0.6 for v votes for one motion among a pairs of minutiae that agree, because prints with many minutiae have
   * more pairs that agree by chance. 0: nothing agrees.
   */
  readonly evidence: number
}

/** A candidate that was compared. */
export interface Identified extends Candidate, PrintMatch {}

/**
 * Many–one: add prints, and find those that may be of the same finger as a probe. Each minutia is described by the squares
 * around it; two minutiae agree if every group has a function of three squares that accepts both. Pairs that agree vote for
 * a motion of the print; the prints with the most evidence for one motion are the candidates, which are then compared.
 *
 * @example
 * const index = new PrintIndex()
 * index.add(stored)
 * index.identify(found)[0] // { number: 0, score: 0.61, matched: 31, … }
 */
export class PrintIndex {
  readonly #options: PrintIndexOptions
  readonly #share: number
  readonly #minCandidates: number
  readonly #functions: SquareFunctions
  readonly #prints: PreparedPrint[] = []
  /** The print of each frame; every minutia has a frame. */
  readonly #printOf: number[] = []
  /** Frames by the functions that accept them. */
  readonly #store: FunctionStore
  /** The first frame of each print. */
  readonly #firstFrame: number[] = []
  readonly #centered: CenteredPoints[] = []

  constructor(options: PrintIndexOptions = {}) {
    this.#options = options
    this.#share = checkShare('candidates', options.candidates ?? 0.1)
    this.#minCandidates = checkWhole('minCandidates', options.minCandidates ?? 50, 1, 2 ** 31)
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

  /** The number of prints added. */
  get size(): number {
    return this.#prints.length
  }

  /** Whether every print is a candidate, so that the evidence only determines their order. */
  get isExhaustive(): boolean {
    return this.#candidateCount === this.#prints.length
  }

  /** The number of candidates for a probe. */
  get #candidateCount(): number {
    const { length } = this.#prints
    return Math.min(length, Math.max(this.#minCandidates, Math.ceil(this.#share * length)))
  }

  /** Adds a print and returns its number. Throws `InvalidValue` for one without minutiae. */
  add(print: Print): number {
    return this.addPrepared(this.prepare(print))
  }

  /** Prepares a print for this index, so that this is done only once. */
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
    this.#centered.push(centerPoints(print.points))
    for (const frame of print.frames) {
      this.#store.add(this.#functions.accepting(frame))
      this.#printOf.push(number)
    }
    return number
  }

  /**
   * The prints that may be of the same finger, by decreasing evidence: as many as the options request; prints without evidence are included
   * only if there are not enough others.
   *
   * @param except the number of a print to leave out, such as the probe itself
   */
  candidates(probe: PreparedPrint, except?: number): Candidate[] {
    const own = centerPoints(probe.points)
    const agreed = this.#agreements(probe)
    const best = new Best(this.#candidateCount)
    const votes = new MotionVotes()
    for (let number = 0; number < this.#prints.length; number++) {
      if (number === except) continue
      const pairs = agreed.get(number) ?? []
      const first = this.#firstFrame[number]!
      for (const { minutia, member } of pairs)
        votes.add(own, minutia, this.#centered[number]!, member - first)
      best.offer(number, votes.take() / (pairs.length + 3) ** 0.6)
    }
    const { numbers, scores } = best.list()
    return Array.from(numbers, (number, i) => ({ number, evidence: scores[i]! }))
  }

  /** All candidates with their scores, by decreasing score. */
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

  /** For each print, the pairs of a minutia of the probe and a frame of the print that agree in every group. */
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
