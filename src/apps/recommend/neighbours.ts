import { Best } from '../../join/best.js'
import { visitElementsAlike } from '../../join/incidence.js'
import type { Bags, Neighbours } from '../../join/nearest.js'
import type { Tastes } from './tastes.js'

/** How items are compared to recommend one because of another. */
export interface ItemWeights {
  /**
   * How much more it says of two items that a customer took them in a row than that he took them long apart, 0 and more;
   * counts only where events have times. Default 5.
   */
  readonly together?: number
  /** How many other items may lie between two before half of that is gone. Above 0; default 10. */
  readonly apart?: number
  /** Similarity from n customers is lessened to n / (n + shrink): what few agree on may be chance. Default 3. */
  readonly shrink?: number
}

export const ITEM_WEIGHTS: Required<ItemWeights> = { together: 5, apart: 10, shrink: 3 }

/**
 * Compares items by their customers, to recommend by. It is a Jaccard similarity of weighted sets: a customer of n items
 * weighs 1 / √n, for who takes everything says little; items taken together count more; the agreement of few counts less.
 * With `together` and `shrink` 0 and equal weights it would be the plain Jaccard similarity of `similarItems`.
 */
export class ItemComparer {
  readonly #tastes: Tastes
  readonly #weights: Required<ItemWeights>
  /** Of each customer. */
  readonly #importance: Float64Array
  /** Of each item: all copies of all customers, weighted. */
  readonly #totals: Float64Array
  readonly #tally: Tally

  constructor(tastes: Tastes, weights: ItemWeights = {}) {
    this.#tastes = tastes
    const { isTimed, copies, incidence } = tastes
    const { sets, setOf, universe } = incidence
    this.#weights = { ...ITEM_WEIGHTS, ...weights, ...(!isTimed && { together: 0 }) }
    this.#importance = Float64Array.from({ length: sets.count }, (_, customer) => {
      const size = sets.offsets[customer + 1]! - sets.offsets[customer]!
      return 1 / Math.sqrt(Math.max(1, size))
    })
    this.#totals = new Float64Array(universe)
    sets.elements.forEach((item, entry) => {
      this.#totals[item]! += this.#importance[setOf[entry]!]! * copies[entry]!
    })
    this.#tally = new Tally(universe)
  }

  /** The most similar items to an item, at most `most`. */
  nearest(item: number, most: number): Neighbours {
    const { incidence, copies, hated, places } = this.#tastes
    const { together, apart, shrink } = this.#weights
    const tally = this.#tally
    visitElementsAlike(incidence, item, (other, entry, otherEntry) => {
      if (hated[entry] !== hated[otherEntry]) return
      const shared =
        this.#importance[incidence.setOf[entry]!]! * Math.min(copies[entry]!, copies[otherEntry]!)
      const gap = Math.abs(places[entry]! - places[otherEntry]!) - 1
      const closeness = (1 + together / (1 + gap / apart)) / (1 + together)
      tally.add(other, shared, shared * closeness)
    })
    const best = new Best(most)
    tally.drain((other, { customers, shared, close }) => {
      const union = this.#totals[item]! + this.#totals[other]! - shared
      best.offer(other, (close / union) * (customers / (customers + shrink)))
    })
    const { numbers, scores } = best.list()
    return { numbers, similarity: scores }
  }
}

/** Sums up what others share with one, and forgets it when it has been told. */
class Tally {
  readonly #customers: Uint32Array
  readonly #shared: Float64Array
  readonly #close: Float64Array
  #met: number[] = []

  constructor(count: number) {
    this.#customers = new Uint32Array(count)
    this.#shared = new Float64Array(count)
    this.#close = new Float64Array(count)
  }

  add(other: number, shared: number, close: number): void {
    if (this.#customers[other] === 0) this.#met.push(other)
    this.#customers[other]!++
    this.#shared[other]! += shared
    this.#close[other]! += close
  }

  drain(tell: (other: number, sums: { customers: number; shared: number; close: number }) => void): void {
    for (const other of this.#met) {
      tell(other, {
        customers: this.#customers[other]!,
        shared: this.#shared[other]!,
        close: this.#close[other]!,
      })
      this.#customers[other] = 0
      this.#shared[other] = 0
      this.#close[other] = 0
    }
    this.#met = []
  }
}

/** What similarity is taken of: the sets or bags of customers, and the other way round those of items. */
export type Sets = Pick<Tastes, 'incidence' | 'copies' | 'hated'>

/** As bags: liked and hated are two elements. */
export function bagsOf({ incidence, copies, hated }: Sets): Bags {
  return { incidence, copies, labels: hated }
}
