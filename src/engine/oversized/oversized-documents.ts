import { findRoot, makeForest, unite } from '../../cluster/union-find.js'
import { overlapOfSorted } from '../../distance/sorted-sets.js'
import { type Comparison, isMatch } from '../../model/match-bounds.js'
import type { ComparedWithHubs } from './hub-comparison.js'
import type { Hub } from './hubs.js'

/** The documents whose number of similar documents exceeds the limit. */
export interface Oversized {
  /** The group number of each position, starting at 1, or 0. Groups that share a hub are merged. Empty if there are no oversized documents. */
  readonly groupOf: Uint32Array
  readonly groups: number
  /** Similar pairs of a document and a hub that connect each group, two words each. */
  readonly links: Uint32Array
}

export const NONE_OVERSIZED: Oversized = {
  groupOf: new Uint32Array(0),
  groups: 0,
  links: new Uint32Array(0),
}

/** The documents found to be oversized so far, each with the first hub that it is similar to. */
export class OversizedDocuments {
  count = 0
  /** For each position, 1 + the position of its hub, or 0. */
  readonly #hubOf: Uint32Array
  readonly #hubs = new Set<number>()
  /** For each two hubs that share a document, the first such document: the pair of this document and the second hub connects them. */
  readonly #between = new Map<
    string,
    { readonly document: number; readonly hub: number; readonly other: number }
  >()

  /** @param count the number of all positions */
  constructor(count: number) {
    this.#hubOf = new Uint32Array(count)
  }

  has(position: number): boolean {
    return this.#hubOf[position] !== 0
  }

  /** Adds what a comparison with the hubs of a round has shown. Comparisons may be added in any order. */
  add({ oversized, between }: ComparedWithHubs, hubs: readonly Hub[]): void {
    for (let i = 0; i < oversized.length; i += 2) {
      this.count++
      this.#hubOf[oversized[i]!] = hubs[oversized[i + 1]!]!.position + 1
    }
    for (let i = 0; i < between.length; i += 3)
      this.#addBetween(hubs[between[i]!]!.position, hubs[between[i + 1]!]!.position, between[i + 2]!)
  }

  addHubs(hubs: readonly Hub[]): void {
    for (const { position } of hubs) this.#hubs.add(position)
  }

  #addBetween(hub: number, other: number, document: number): void {
    const key = `${hub} ${other}`
    const known = this.#between.get(key)
    if (known === undefined || document < known.document) this.#between.set(key, { document, hub, other })
  }

  /**
   * Connects the documents of each group.
   *
   * @param setOf the set of the document at a position
   * @param boundary the first position of the second side, if only pairs across it are listed
   * @param allocate makes the group numbers; default: in memory of this thread
   */
  connect(
    setOf: (position: number) => Uint32Array,
    comparison: Comparison,
    boundary = 0,
    allocate: (length: number) => Uint32Array = (length) => new Uint32Array(length),
  ): Oversized {
    if (this.count === 0) return NONE_OVERSIZED
    const areCompared = (one: number, other: number) => boundary === 0 || one < boundary !== other < boundary
    const hubs = Uint32Array.from(this.#hubs).sort()
    const numberOf = new Map(Array.from(hubs, (position, number) => [position, number]))
    const forest = makeForest(hubs.length)
    const links: number[] = []
    const connect = (one: number, other: number, a: number, b: number) => {
      if (findRoot(forest, one) === findRoot(forest, other)) return
      unite(forest, one, other)
      links.push(a, b)
    }
    for (let i = 0; i < hubs.length; i++) {
      for (let j = i + 1; j < hubs.length; j++) {
        if (!areCompared(hubs[i]!, hubs[j]!) || findRoot(forest, i) === findRoot(forest, j)) continue
        const [one, other] = [setOf(hubs[i]!), setOf(hubs[j]!)]
        if (isMatch(comparison, overlapOfSorted(one, other), one.length, other.length))
          connect(i, j, hubs[i]!, hubs[j]!)
      }
    }
    const between = [...this.#between.values()].sort(
      (x, y) => x.hub - y.hub || x.other - y.other || x.document - y.document,
    )
    for (const { document, hub, other } of between) {
      connect(numberOf.get(hub)!, numberOf.get(other)!, document, other)
    }
    const groupOf = allocate(this.#hubOf.length)
    const groups = new Set<number>()
    const all = new Uint32Array(links.length + 2 * this.count)
    all.set(links)
    let end = links.length
    for (let position = 0; position < groupOf.length; position++) {
      const hub = this.#hubOf[position]! - 1
      if (hub < 0) continue
      if (hub !== position) {
        all[end++] = hub
        all[end++] = position
      }
      groupOf[position] = findRoot(forest, numberOf.get(hub)!) + 1
      groups.add(groupOf[position]!)
    }
    return { groupOf, groups: groups.size, links: all.slice(0, end) }
  }
}
