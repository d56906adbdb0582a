import { foundProbability } from '../band/found-probability.js'
import type { PairBatch } from '../model/pair.js'
import type { Plan } from '../model/plan.js'

/**
 * The recall of a run, estimated from the pairs that it found: a pair that is found with probability p stands for 1 / p
 * true ones (Horvitz and Thompson, 1952), so recall ≈ found / Σ 1 / p. It costs nothing, but believes the S-curve; an
 * audit does not. Slots of small sets find a little more than the curve says, so the estimate is rather too low.
 *
 * A class, because a run that spills its pairs sees them one after the other.
 */
export class RecallEstimate {
  readonly #plan: Plan
  /** How often each similarity was found: summed up in the end, so that the order of the pairs does not matter. */
  readonly #times = new Map<number, number>()
  #certain = 0

  constructor(plan: Plan) {
    this.#plan = plan
  }

  /**
   * A pair that was found between two distinct documents; below the plan's threshold it does not count.
   *
   * @param times for how many pairs it stands: the copies of the one document times those of the other
   */
  add(similarity: number, times = 1): void {
    if (similarity < this.#plan.threshold) return
    this.#times.set(similarity, (this.#times.get(similarity) ?? 0) + times)
  }

  /** Pairs that cannot be missed, such as those between identical documents. */
  addCertain(pairs: number): void {
    this.#certain += pairs
  }

  /** In (0, 1]. Where no pair was found, the probability of a pair at the threshold: nothing better is known. */
  get estimated(): number {
    let [found, expected] = [this.#certain, this.#certain]
    for (const similarity of Float64Array.from(this.#times.keys()).sort()) {
      const times = this.#times.get(similarity)!
      found += times
      expected += times / this.#chanceOf(similarity)
    }
    return expected === 0 ? this.#chanceOf(this.#plan.threshold) : found / expected
  }

  #chanceOf(similarity: number): number {
    return foundProbability(similarity, this.#plan)
  }
}

/**
 * The estimate over all pairs at once.
 *
 * @param certain pairs that cannot be missed and are not in the list
 * @example estimateRecall(pairs, { method: 'bands', bands: 13, rows: 7, … }) // 0.984
 */
export function estimateRecall(pairs: Pick<PairBatch, 'similarity'>, plan: Plan, certain = 0): number {
  const estimate = new RecallEstimate(plan)
  estimate.addCertain(certain)
  for (const similarity of pairs.similarity) estimate.add(similarity)
  return estimate.estimated
}
