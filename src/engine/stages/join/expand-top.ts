import type { PairBatch } from '../../../model/pair.js'
import { byFirst, type Match } from './by-first.js'
import { type EqualSets, membersOf } from './equal-sets.js'
import { PairOutlet } from './pair-outlet.js'

/** Accepts pairs in any order and returns them sorted by a, then b. */
interface PairSorter {
  add(batch: PairBatch): void
  /** Returns all pairs and empties the sorter. */
  take(): Iterable<PairBatch>
}

export interface ExpandTopOptions {
  readonly top: number
  /** The similarity of a set to its equals, by its number among the distinct sets; undefined if they do not match. */
  readonly similarityOf: (number: number) => number | undefined
  /** Holds the pairs of distinct sets until all of them are known. */
  readonly distinct: PairSorter
  /** Receives the pairs; if undefined, they are only counted. */
  readonly take: ((batch: PairBatch) => void) | undefined
}

/**
 * Expands the `top` of each distinct set to the `top` of all sets that equal it. Distinct sets are numbered by the first of their equals.
 * So a distinct set that is not among the `top` has at least that many sets before its first equal, and none of its equals is among the
 * `top` of all sets.
 */
export class EqualTops {
  readonly #left: ReturnType<EqualSets['groups']>
  readonly #right: ReturnType<EqualSets['groups']>
  readonly #isOneSource: boolean
  readonly #options: ExpandTopOptions
  /** If pairs are only counted: the number of pairs of each distinct set so far. */
  readonly #counts: Float64Array
  /** Undefined if pairs are only counted. */
  readonly #outlet: PairOutlet | undefined
  /** Pairs passed on, or counted. */
  listed = 0

  constructor(left: EqualSets, right: EqualSets | undefined, options: ExpandTopOptions) {
    this.#left = left.groups()
    this.#right = right === undefined ? this.#left : right.groups()
    this.#isOneSource = right === undefined
    this.#options = options
    this.#outlet = options.take && new PairOutlet(options.take)
    this.#counts = new Float64Array(options.take === undefined ? left.distinct : 0)
  }

  /** Adds a batch of pairs, given by the numbers of distinct sets: the top of each, from every block. */
  add(batch: PairBatch): void {
    if (this.#options.take !== undefined) this.#options.distinct.add(batch)
    else {
      for (let i = 0; i < batch.count; i++) {
        this.#counts[batch.a[i]!]! += membersOf(this.#right, batch.b[i]!).length
      }
    }
  }

  end(): void {
    if (this.#options.take === undefined) this.#countAll()
    else this.#listAll()
  }

  #countAll(): void {
    for (const [number, count] of this.#counts.entries()) {
      const { length } = membersOf(this.#left, number)
      const equal = this.#equalOf(number) === undefined ? 0 : length - 1
      this.listed += length * Math.min(this.#options.top, count + equal)
    }
  }

  #listAll(): void {
    const found = byFirst(this.#options.distinct.take())
    let next = found.next()
    for (let number = 0; number + 1 < this.#left.offsets.length; number++) {
      const matches: Match[] = []
      if (!next.done && next.value.a === number) {
        matches.push(...next.value.list)
        next = found.next()
      }
      const equal = this.#equalOf(number)
      if (equal !== undefined) matches.push({ b: number, similarity: equal })
      if (matches.length > 0) this.#list(membersOf(this.#left, number), this.#best(matches))
    }
    this.#outlet?.end()
  }

  /** The similarity of a set of one source to its equals, if there are any. */
  #equalOf(number: number): number | undefined {
    if (!this.#isOneSource || membersOf(this.#left, number).length < 2) return undefined
    return this.#options.similarityOf(number)
  }

  /** The best sets among all that equal a match, one more than requested, because a set may be among its own matches. */
  #best(matches: Match[]): Match[] {
    const wanted = this.#options.top + 1
    matches.sort((x, y) => y.similarity - x.similarity)
    const best: Match[] = []
    for (const [i, { b, similarity }] of matches.entries()) {
      if (best.length >= wanted && similarity < matches[i - 1]!.similarity) break
      for (const member of membersOf(this.#right, b).subarray(0, wanted)) best.push({ b: member, similarity })
    }
    best.sort((x, y) => y.similarity - x.similarity || x.b - y.b)
    return best.slice(0, wanted)
  }

  #list(members: Uint32Array, best: readonly Match[]): void {
    for (const a of members) {
      let left = this.#options.top
      for (const { b, similarity } of best) {
        if (left === 0) break
        if (this.#isOneSource && a === b) continue
        this.#outlet?.add(a, b, similarity)
        this.listed++
        left--
      }
    }
  }
}
