import { type Plan, similarityIn } from '../model/plan.js'
import { minJaccard } from '../model/similarity.js'
import { candidateProbability } from './s-curve.js'

/**
 * The S-curve of a plan, by the similarity that it compares by: the probability that a pair of this similarity is found, at
 * least. Bands know only the Jaccard similarity, of which a cosine says no more than a lower bound.
 *
 * @example foundProbability(0.8, { method: 'bands', similarity: 'cosine', bands: 20, rows: 5, … }) // that of Jaccard 0.64
 */
export function foundProbability(similarity: number, plan: Plan): number {
  if (plan.method === 'exact') return 1
  return candidateProbability(minJaccard(similarityIn(plan), similarity), plan)
}
