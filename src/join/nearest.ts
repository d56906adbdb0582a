import { checkChoice, checkWhole } from '../model/check.js'
import { LengthMismatch } from '../model/errors.js'
import { type Similarity, similarityOf } from '../model/similarity.js'
import { Best } from './best.js'
import { type Incidence, visitElementsAlike, visitSetsAlike } from './incidence.js'

/** Sets or bags both ways: an incidence, with columns beside its entries. */
export interface Bags {
  readonly incidence: Incidence
  /** Of each entry: how many copies of the element are in the set, at least 1. Default: 1. */
  readonly copies?: Uint8Array
  /** Of each entry: two sets share an element only where their labels are equal, as two elements would. Default: all are. */
  readonly labels?: Uint8Array
}

/** Whether sets are compared by their elements, or elements by their sets. */
export type BagSide = 'sets' | 'elements'

/** The most similar ones by their numbers, by falling similarity, ties by rising number. */
export interface Neighbours {
  readonly numbers: Uint32Array
  readonly similarity: Float64Array
}

/** The many–one problem of a collection that is known: which others are most like one of its own. */
export interface NeighbourStore {
  /** Those that share most with `one`, at most `most`; never one that shares nothing. */
  nearest(one: number, most: number): Neighbours
}

/** Makes a store of one side of some bags. */
export type MakeNeighbourStore = (bags: Bags, side: BagSide) => NeighbourStore

/**
 * The most similar sets, or elements, by walking incidence lists: exact, for any similarity, in the time of meeting all
 * that share something with the one asked for.
 *
 * @example new NearestIndex({ incidence: makeIncidence(makeSetCollection([[0, 1], [1]]), 2) }, 'sets').nearest(0, 5) // 1: 1/2
 */
export class NearestIndex implements NeighbourStore {
  readonly #bags: Bags
  readonly #visitAlike: typeof visitSetsAlike
  readonly #similarity: Similarity
  /** All copies of each. */
  readonly #sizes: Float64Array
  /** What the others share with the one asked for; zeros between questions. */
  readonly #shared: Float64Array

  constructor(bags: Bags, side: BagSide, similarity: Similarity = 'jaccard') {
    const { incidence, copies, labels } = bags
    const { sets, setOf, universe } = incidence
    checkChoice('side', side, ['sets', 'elements'])
    for (const column of [copies, labels]) {
      if (column !== undefined && column.length !== setOf.length)
        throw new LengthMismatch('entries and a column of them', setOf.length, column.length)
    }
    this.#bags = bags
    this.#visitAlike = side === 'sets' ? visitSetsAlike : visitElementsAlike
    this.#similarity = similarity
    this.#sizes = new Float64Array(side === 'sets' ? sets.count : universe)
    this.#shared = new Float64Array(this.#sizes.length)
    const owners = side === 'sets' ? setOf : sets.elements
    for (let entry = 0; entry < owners.length; entry++) this.#sizes[owners[entry]!]! += copies?.[entry] ?? 1
  }

  nearest(one: number, most: number): Neighbours {
    checkWhole('one', one, 0, this.#sizes.length - 1)
    checkWhole('most', most, 0, 2 ** 32 - 1)
    const { incidence, copies, labels } = this.#bags
    const [sizes, shared] = [this.#sizes, this.#shared]
    const met: number[] = []
    this.#visitAlike(incidence, one, (other, entry, otherEntry) => {
      if (labels !== undefined && labels[entry] !== labels[otherEntry]) return
      if (shared[other] === 0) met.push(other)
      shared[other]! += copies === undefined ? 1 : Math.min(copies[entry]!, copies[otherEntry]!)
    })
    const best = new Best(Math.min(most, met.length))
    for (const other of met) {
      best.offer(other, similarityOf(this.#similarity, shared[other]!, sizes[one]!, sizes[other]!))
      shared[other] = 0
    }
    const { numbers, scores } = best.list()
    return { numbers, similarity: scores }
  }
}
