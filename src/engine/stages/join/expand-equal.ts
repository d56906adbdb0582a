import type { PairBatch } from '../../../model/pair.js'
import { type EqualSets, membersOf } from './equal-sets.js'
import { PairOutlet } from './pair-outlet.js'

export interface ExpandOptions {
  /** Beyond so many pairs between the sets equal to one and those equal to another, each is paired with the first ones only. */
  readonly maxPairs: number
  /** One source, whose pairs are the same in both directions: the smaller position comes first. */
  readonly smallerFirst: boolean
  /** How similar a set of one source is to its equals, by its number among the different ones; undefined: they do not match. */
  readonly similarityOf: (number: number) => number | undefined
  /** Whether equal sets make a pair in each direction. */
  readonly isDirected: boolean
  /** Takes the pairs; without it they are only counted, in the same way. */
  readonly take: ((batch: PairBatch) => void) | undefined
}

/** Turns pairs of different sets into pairs of all sets that equal them. */
export class EqualPairs {
  readonly #left: ReturnType<EqualSets['groups']>
  readonly #right: ReturnType<EqualSets['groups']>
  readonly #options: ExpandOptions
  /** Undefined where pairs are only counted. */
  readonly #outlet: PairOutlet | undefined
  /** Pairs handed over, or counted. */
  listed = 0
  /** True pairs that are not listed. */
  omitted = 0

  constructor(left: EqualSets, right: EqualSets | undefined, options: ExpandOptions) {
    this.#left = left.groups()
    this.#right = right === undefined ? this.#left : right.groups()
    this.#options = options
    this.#outlet = options.take && new PairOutlet(options.take)
  }

  /** The pairs of a batch, by the numbers of different sets. */
  add({ count, a, b, similarity }: PairBatch): void {
    for (let i = 0; i < count; i++) {
      const [ones, others] = [membersOf(this.#left, a[i]!), membersOf(this.#right, b[i]!)]
      const all = ones.length * others.length
      if (this.#isCounted(all, ones.length + others.length - 1)) continue
      if (all <= this.#options.maxPairs) {
        for (const one of ones) for (const other of others) this.#add(one, other, similarity[i]!)
        continue
      }
      for (const other of others) this.#add(ones[0]!, other, similarity[i]!)
      for (const one of ones.subarray(1)) this.#add(one, others[0]!, similarity[i]!)
      this.omitted += (ones.length - 1) * (others.length - 1)
    }
  }

  /** Adds the pairs between equal sets of one source, and hands over the rest. */
  end(): void {
    if (this.#left === this.#right) this.#addEqual()
    this.#outlet?.end()
  }

  #addEqual(): void {
    const { similarityOf, isDirected } = this.#options
    const { offsets } = this.#left
    for (let number = 0; number + 1 < offsets.length; number++) {
      const group = membersOf(this.#left, number)
      const size = group.length
      if (size < 2) continue
      const similarity = similarityOf(number)
      if (similarity === undefined) continue
      const all = (size * (size - 1)) / (isDirected ? 1 : 2)
      const connecting = (size - 1) * (isDirected ? 2 : 1)
      if (this.#isCounted(all, connecting)) continue
      const isWhole = all <= this.#options.maxPairs
      for (let i = 0; i < (isWhole ? size : 1); i++) {
        for (let j = i + 1; j < size; j++) {
          this.#add(group[i]!, group[j]!, similarity)
          if (isDirected) this.#add(group[j]!, group[i]!, similarity)
        }
      }
      if (!isWhole) this.omitted += all - connecting
    }
  }

  /** Counts pairs that nobody takes; `connecting` of them are listed where there are too many. */
  #isCounted(all: number, connecting: number): boolean {
    if (this.#options.take !== undefined) return false
    const listed = all <= this.#options.maxPairs ? all : connecting
    this.listed += listed
    this.omitted += all - listed
    return true
  }

  #add(one: number, other: number, similarity: number): void {
    const isTurned = this.#options.smallerFirst && other < one
    this.#outlet?.add(isTurned ? other : one, isTurned ? one : other, similarity)
    this.listed++
  }
}
