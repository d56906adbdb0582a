import type { PairBatch } from '../../../model/pair.js'
import { type EqualSets, membersOf } from './equal-sets.js'
import { PairOutlet } from './pair-outlet.js'

export interface ExpandOptions {
  /** If two groups of equal sets have more than this many pairs between them, each set is paired with the first of the other group only. */
  readonly maxPairs: number
  /** Whether the smaller position comes first: for one source whose pairs have no direction. */
  readonly smallerFirst: boolean
  /** The similarity of a set of one source to its equals, by its number among the distinct sets; undefined if they do not match. */
  readonly similarityOf: (number: number) => number | undefined
  /** Whether equal sets make a pair in each direction. */
  readonly isDirected: boolean
  /** Receives the pairs; if undefined, they are only counted, in the same way. */
  readonly take: ((batch: PairBatch) => void) | undefined
}

/** Expands pairs of distinct sets to pairs of all sets that equal them. */
export class EqualPairs {
  readonly #left: ReturnType<EqualSets['groups']>
  readonly #right: ReturnType<EqualSets['groups']>
  readonly #options: ExpandOptions
  /** Undefined if pairs are only counted. */
  readonly #outlet: PairOutlet | undefined
  /** Pairs passed on, or counted. */
  listed = 0
  /** True pairs that are not listed. */
  omitted = 0

  constructor(left: EqualSets, right: EqualSets | undefined, options: ExpandOptions) {
    this.#left = left.groups()
    this.#right = right === undefined ? this.#left : right.groups()
    this.#options = options
    this.#outlet = options.take && new PairOutlet(options.take)
  }

  /** Adds a batch of pairs, given by the numbers of distinct sets. */
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

  /** Adds the pairs between equal sets of one source, and passes on the remaining pairs. */
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

  /** Counts the pairs if they are not listed; `connecting` of them would be listed if there are too many. */
  #isCounted(all: number, connecting: number): boolean {
    if (this.#options.take !== undefined) return false
    const listed = all <= this.#options.maxPairs ? all : connecting
    this.listed += listed
    this.omitted += all - listed
    return true
  }

  #add(one: number, other: number, similarity: number): void {
    const isSwapped = this.#options.smallerFirst && other < one
    this.#outlet?.add(isSwapped ? other : one, isSwapped ? one : other, similarity)
    this.listed++
  }
}
