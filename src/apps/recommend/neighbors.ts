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
  /** How much it counts that a customer took two items, by the distance of their positions in the history. */
  readonly #closeness: Float64Array
  /**
   * Three sums for each item, adjacent because they are updated together: the number of customers it shares with the queried
   * item, their weight, and their weight reduced by how far apart they took the two. All 0 between queries.
   */
  readonly #sums: Float64Array
  /** The items encountered in a query. */
  readonly #touched: Uint32Array

  constructor(preferences: Preferences, weights: ItemWeights = {}) {
    this.#preferences = preferences
    const { isTimed, copies, incidence } = preferences
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
      { length: longest + 1 },
      (_, distance) => (1 + together / (1 + (distance - 1) / apart)) / (1 + together),
    )
    this.#totals = new Float64Array(universe)
    for (let entry = 0; entry < setOf.length; entry++)
      this.#totals[sets.elements[entry]!]! += this.#importance[setOf[entry]!]! * copies[entry]!
    this.#sums = new Float64Array(SUMS * universe)
    this.#touched = new Uint32Array(universe)
  }

  /** The items most similar to an item, at most `limit`. */
  nearest(item: number, limit: number): Neighbors {
    const met = this.#touched
    const sums = this.#sums
    const count = this.#addUp(item)
    const best = new Best(Math.min(limit, count))
    const own = this.#totals[item]!
    for (let i = 0; i < count; i++) {
      const other = met[i]!
      const at = SUMS * other
      if (other !== item) {
        const customers = sums[at]!
        const union = own + this.#totals[other]! - sums[at + 1]!
        best.offer(other, (sums[at + 2]! / union) * (customers / (customers + this.#shrink)))
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
    const { sets, setOf, starts, entries } = incidence
    const { offsets, elements } = sets
    const [sums, met, closeness] = [this.#sums, this.#touched, this.#closeness]
    let count = 0
    for (let i = starts[item]!; i < starts[item + 1]!; i++) {
      const entry = entries[i]!
      const customer = setOf[entry]!
      const weight = this.#importance[customer]!
      const own = copies[entry]!
      const opinion = disliked[entry]!
      const position = positions[entry]!
      for (let other = offsets[customer]!; other < offsets[customer + 1]!; other++) {
        if (disliked[other] !== opinion) continue
        const theirs = copies[other]!
        const shared = weight * (theirs < own ? theirs : own)
        const distance = position - positions[other]!
        const element = elements[other]!
        const at = SUMS * element
        if (sums[at] === 0) met[count++] = element
        sums[at]! += 1
        sums[at + 1]! += shared
        sums[at + 2]! += shared * closeness[distance < 0 ? -distance : distance]!
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
