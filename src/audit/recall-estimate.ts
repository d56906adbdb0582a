import { candidateProbability } from '../band/s-curve.js'
import type { PairBatch } from '../model/pair.js'
import { type Plan, similarityIn } from '../model/plan.js'
import { minJaccard } from '../model/similarity.js'

/**
 * The recall of a run, estimated from the pairs that it found: a pair that is found with probability p represents 1 / p true pairs (Horvitz
 * and Thompson, 1952), so recall ≈ found / Σ 1 / p. The estimate costs nothing, but relies on the S-curve; an audit does not. Signatures of
 * small sets find slightly more than the curve predicts, so the estimate is slightly too low for them. Bands depend on the Jaccard
 * similarity of a pair, whatever similarity is requested.
 *
 * This is a class because a run that writes its pairs to disk sees them one at a time.
 */
export class RecallEstimate {
  readonly #plan: Plan
  /** How often each Jaccard similarity was found: summed up in the end, so that the order of the pairs does not matter. */
  readonly #times = new Map<number, number>()
  #certain = 0

  constructor(plan: Plan) {
    this.#plan = plan
  }

  /**
   * A pair that was found between two distinct documents; below the plan's threshold it does not count.
   *
   * @param times how many pairs it represents: the copies of one document times those of the other
   * @param jaccard its Jaccard similarity. Default: the lowest possible, which makes the estimate slightly too low
   */
  add(similarity: number, times = 1, jaccard = this.#minJaccard(similarity)): void {
    if (similarity < this.#plan.threshold) return
    this.#times.set(jaccard, (this.#times.get(jaccard) ?? 0) + times)
  }

  /** Pairs that cannot be missed, such as those between identical documents. */
  addCertain(pairs: number): void {
    this.#certain += pairs
  }

  /** In (0, 1]. If no pair was found, the probability of a pair at the threshold, because nothing better is known. */
  get estimated(): number {
    let [found, expected] = [this.#certain, this.#certain]
    for (const jaccard of Float64Array.from(this.#times.keys()).sort()) {
      const times = this.#times.get(jaccard)!
      found += times
      expected += times / this.#chanceOf(jaccard)
    }
    return expected === 0 ? this.#chanceOf(this.#minJaccard(this.#plan.threshold)) : found / expected
  }

  #minJaccard(similarity: number): number {
    return minJaccard(similarityIn(this.#plan), similarity)
  }

  #chanceOf(jaccard: number): number {
    return this.#plan.method === 'exact' ? 1 : candidateProbability(jaccard, this.#plan)
  }
}

/**
 * The estimate over all pairs at once.
 *
 * @param certain pairs that cannot be missed and are not in the list
 * @param jaccard the Jaccard similarity of each pair. Default: the lowest that it can have, which is the true one of `jaccard` and
 *   `dice`; of `cosine` the estimate is too low without it
 * @example estimateRecall(pairs, { method: 'bands', bands: 13, rows: 7, … }) // 0.984
 */
export function estimateRecall(
  { similarity }: Pick<PairBatch, 'similarity'>,
  plan: Plan,
  certain = 0,
  jaccard?: ArrayLike<number>,
): number {
  const estimate = new RecallEstimate(plan)
  estimate.addCertain(certain)
  for (let i = 0; i < similarity.length; i++) estimate.add(similarity[i]!, 1, jaccard?.[i])
  return estimate.estimated
}
