import { Best } from '../../join/best.js'
import type { Bags, Neighbors } from '../../join/nearest.js'
import type { Preferences } from './preferences.js'

/** How items are compared when one is recommended because of another. */
export interface ItemWeights {
  /**
   * How much more two items count as similar if a customer took them in a row rather than far apart, 0 or more; used only if events have
   * times. Default 5.
   */
  readonly together?: number
  /** The number of items between two at which half of that bonus is gone. Above 0; default 10. */
  readonly apart?: number
  /** Similarity based on n customers is multiplied by n / (n + shrink): what few agree on may be chance. Default 3. */
  readonly shrink?: number
}

export const ITEM_WEIGHTS: Required<ItemWeights> = { together: 5, apart: 10, shrink: 3 }

/**
 * Compares items by their customers, for recommendations, with a Jaccard similarity of weighted sets: a customer of n items weighs 1 / √n,
 * because the choices of someone who takes everything say little; items taken together count more; agreement of few customers counts less.
 * With `together` and `shrink` 0 and equal weights it would be the plain Jaccard similarity of `similarItems`.
 */
export class ItemComparer {
  readonly #preferences: Preferences
  readonly #shrink: number
  /** The weight of each customer. */
  readonly #importance: Float64Array
  /** For each item, the weighted sum of all copies of all customers. */
  readonly #totals: Float64Array
  /** The histories of all customers, the earliest first: where the sums of each item are. */
  readonly #history: Uint32Array
  /** The number of copies of each item of the histories, negative if it is disliked. */
  readonly #opinions: Int16Array
  /**
   * How much it counts that a customer took two items, by the distance of their positions in the history: from the longest distance before
   * an item to the longest one after it, so that it is read in order, as the history is.
   */
  readonly #closeness: Float64Array
  /**
   * Three sums for each item, adjacent because they are updated together: the number of customers it shares with the queried
   * item, their weight, and their weight reduced by how far apart they took the two. All 0 between queries.
   */
  readonly #sums: Float64Array
  /** Where the sums of the items encountered in a query are. */
  readonly #touched: Uint32Array

  constructor(preferences: Preferences, weights: ItemWeights = {}) {
    this.#preferences = preferences
    const { isTimed, copies, disliked, positions, incidence } = preferences
    const { sets, setOf, universe } = incidence
    const { together, apart, shrink } = { ...ITEM_WEIGHTS, ...weights, ...(!isTimed && { together: 0 }) }
    this.#shrink = shrink
    let longest = 0
    this.#importance = new Float64Array(sets.count)
    for (let customer = 0; customer < sets.count; customer++) {
      const size = sets.offsets[customer + 1]! - sets.offsets[customer]!
      longest = Math.max(longest, size)
      this.#importance[customer] = 1 / Math.sqrt(Math.max(1, size))
    }
    this.#closeness = Float64Array.from(
      { length: 2 * longest + 1 },
      (_, at) => (1 + together / (1 + (Math.abs(at - longest) - 1) / apart)) / (1 + together),
    )
    this.#totals = new Float64Array(universe)
    this.#history = new Uint32Array(setOf.length)
    this.#opinions = new Int16Array(setOf.length)
    for (let entry = 0; entry < setOf.length; entry++) {
      const customer = setOf[entry]!
      const item = sets.elements[entry]!
      this.#totals[item]! += this.#importance[customer]! * copies[entry]!
      const at = sets.offsets[customer]! + positions[entry]!
      this.#history[at] = SUMS * item
      this.#opinions[at] = disliked[entry] === 1 ? -copies[entry]! : copies[entry]!
    }
    this.#sums = new Float64Array(SUMS * universe)
    this.#touched = new Uint32Array(universe)
  }

  /** The items most similar to an item, at most `limit`. */
  nearest(item: number, limit: number): Neighbors {
    const [sums, met, totals, shrink] = [this.#sums, this.#touched, this.#totals, this.#shrink]
    const count = this.#addUp(item)
    const best = new Best(Math.min(limit, count))
    const own = totals[item]!
    for (let i = 0; i < count; i++) {
      const at = met[i]!
      const other = at / SUMS
      if (other !== item) {
        const customers = sums[at]!
        const union = own + totals[other]! - sums[at + 1]!
        best.offer(other, (sums[at + 2]! / union) * (customers / (customers + shrink)))
      }
      sums[at] = 0
      sums[at + 1] = 0
      sums[at + 2] = 0
    }
    const { numbers, scores } = best.list()
    return { numbers, similarity: scores }
  }

  /** Fills the sums and returns the number of items encountered, including the queried one. */
  #addUp(item: number): number {
    const { incidence, copies, disliked, positions } = this.#preferences
    const { setOf, starts, entries } = incidence
    const { offsets } = incidence.sets
    const [sums, met, closeness] = [this.#sums, this.#touched, this.#closeness]
    const [history, opinions] = [this.#history, this.#opinions]
    const longest = closeness.length >> 1
    let count = 0
    for (let i = starts[item]!; i < starts[item + 1]!; i++) {
      const entry = entries[i]!
      const customer = setOf[entry]!
      const weight = this.#importance[customer]!
      const own = copies[entry]!
      const sign = disliked[entry] === 1 ? -1 : 1
      const from = offsets[customer]!
      const end = offsets[customer + 1]!
      const shift = longest - positions[entry]! - from
      for (let other = from; other < end; other++) {
        const theirs = sign * opinions[other]!
        if (theirs < 0) continue
        const at = history[other]!
        const shared = weight * (theirs < own ? theirs : own)
        const customers = sums[at]!
        if (customers === 0) met[count++] = at
        sums[at] = customers + 1
        sums[at + 1]! += shared
        sums[at + 2]! += shared * closeness[other + shift]!
      }
    }
    return count
  }
}

const SUMS = 3

/** The sets or bags to compare: those of customers or, transposed, those of items. */
export type Sets = Pick<Preferences, 'incidence' | 'copies' | 'disliked'>

/** As bags: liked and disliked are two elements. */
export function bagsOf({ incidence, copies, disliked }: Sets): Bags {
  return { incidence, copies, labels: disliked }
}
