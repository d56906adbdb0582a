import { type Comparison, minOverlapOf } from '../model/match-bounds.js'
import { type SetCollection, sizeAt } from '../model/set-collection.js'
import { type HubCounter, PlainHubCounter } from './hub-counter.js'
import { type HubTables, makeHubTables } from './hub-tables.js'

/** The number of sizes of sets for which the required overlaps are kept. */
const KEPT_SIZES = 4096

/**
 * Compares very many sets with a few hubs, when most sets are similar to many of the hubs. Overlaps are counted rather than merged one by
 * one: near-copies have few classes of elements that occur in the same hubs, and each class is added to the overlaps with its hubs once,
 * however many elements it has.
 */
export class HubIndex {
  readonly #comparison: Comparison
  readonly #sizes: Uint32Array
  readonly #counter: HubCounter
  /** For sets of a size, the overlap that a match with each hub requires. */
  readonly #required = new Map<number, Int32Array>()
  /** The numbers of the hubs that the last set was similar to, ascending; `match` returns how many there are. */
  readonly matched: Uint32Array

  /** @param makeCounter default: in plain TypeScript */
  constructor(
    hubs: SetCollection,
    comparison: Comparison,
    makeCounter: (tables: HubTables) => HubCounter = (tables) => new PlainHubCounter(tables),
  ) {
    this.#comparison = comparison
    this.#sizes = Uint32Array.from({ length: hubs.count }, (_, hub) => sizeAt(hubs, hub))
    this.#counter = makeCounter(makeHubTables(hubs))
    this.matched = new Uint32Array(hubs.count)
  }

  /**
   * Finds the hubs that a set is similar to, exactly. Returns how many there are.
   *
   * @param set without repeats
   */
  match(set: Uint32Array): number {
    if (!this.#counter.count(set)) return 0
    const { overlaps } = this.#counter
    const [matched, required] = [this.matched, this.#requiredOf(set.length)]
    let count = 0
    for (let hub = 0; hub < required.length; hub++)
      if (overlaps[hub]! >= required[hub]!) matched[count++] = hub
    return count
  }

  #requiredOf(size: number): Int32Array {
    let required = this.#required.get(size)
    if (required === undefined) {
      if (this.#required.size === KEPT_SIZES) this.#required.clear()
      required = Int32Array.from(this.#sizes, (other) =>
        Math.max(1, minOverlapOf(this.#comparison, size, other)),
      )
      this.#required.set(size, required)
    }
    return required
  }
}
