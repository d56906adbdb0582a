import { overlapAtLeast } from '../distance/sorted-sets.js'
import { checkWhole } from '../model/check.js'
import { checkRising } from '../model/set-collection.js'
import { type Measure, minOverlapBy } from '../model/threshold.js'
import {
  checkSimilarityIndexOptions,
  type IndexSettings,
  type SimilarityIndexOptions,
} from './join-options.js'
import type { Matches, SimilarityIndex } from './similarity-index.js'

const LARGEST_ID = 2 ** 32 - 1

/**
 * What all indexes have in common: they store the sets, and compare the probe with those that a filter finds. The filter determines where
 * a set is stored and which lists a probe searches. Internally, a set is identified by its slot, 0, 1, 2, …
 */
export abstract class FilteredIndex implements SimilarityIndex {
  protected readonly settings: IndexSettings
  readonly #ids: number[] = []
  readonly #sets: Uint32Array[] = []
  /** For each slot, the number of the last probe that found it, so that a probe uses each slot once. */
  readonly #lastFound: number[] = []
  #probes = 0

  constructor(options: SimilarityIndexOptions) {
    this.settings = checkSimilarityIndexOptions(options)
  }

  /** Puts a nonempty set where a probe can find it. */
  protected abstract insert(slot: number, set: Uint32Array): void

  /** Calls `found` for every slot that might match a nonempty probe; repeated calls do no harm. */
  protected abstract search(set: Uint32Array, found: (slot: number) => void): void

  protected lengthOf(slot: number): number {
    return this.#sets[slot]!.length
  }

  get size(): number {
    return this.#sets.length
  }

  add(id: number, set: Uint32Array): void {
    checkWhole('id', id, 0, LARGEST_ID)
    checkRising(set)
    const slot = this.#sets.length
    this.#ids.push(id)
    this.#sets.push(set)
    this.#lastFound.push(0)
    if (set.length > 0) this.insert(slot, set)
  }

  candidates(set: Uint32Array): Uint32Array {
    return Uint32Array.from(this.#found(set), (slot) => this.#ids[slot]!)
  }

  probe(set: Uint32Array): Matches {
    const { threshold, measure, direction } = this.settings
    const ids: number[] = []
    const similarities: number[] = []
    for (const slot of this.#found(set)) {
      const indexed = this.#sets[slot]!
      const similarity =
        direction === 'probe-in-indexed'
          ? similarityAtLeast(set, indexed, threshold, measure)
          : similarityAtLeast(indexed, set, threshold, measure)
      if (similarity === undefined) continue
      ids.push(this.#ids[slot]!)
      similarities.push(similarity)
    }
    return { count: ids.length, ids: Uint32Array.from(ids), similarity: Float64Array.from(similarities) }
  }

  /** The slots that the search finds, each once, by ascending id. */
  #found(set: Uint32Array): number[] {
    checkRising(set)
    const slots: number[] = []
    if (set.length === 0) return slots
    const probe = ++this.#probes
    this.search(set, (slot) => {
      if (this.#lastFound[slot] === probe) return
      this.#lastFound[slot] = probe
      slots.push(slot)
    })
    return slots.sort((x, y) => this.#ids[x]! - this.#ids[y]!)
  }
}

/** The similarity of two nonempty sets if it reaches the threshold, otherwise `undefined`, as early as possible. */
function similarityAtLeast(
  a: Uint32Array,
  b: Uint32Array,
  threshold: number,
  measure: Measure,
): number | undefined {
  const overlap = overlapAtLeast(a, b, minOverlapBy(measure, a.length, b.length, threshold))
  if (overlap < 0) return undefined
  return overlap / (measure === 'jaccard' ? a.length + b.length - overlap : a.length)
}
