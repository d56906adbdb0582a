import { type Plan, similarityIn } from '../model/plan.js'
import { minJaccard } from '../model/similarity.js'
import { candidateProbability } from './s-curve.js'

/**
 * The S-curve of a plan for the similarity that it uses: the minimum probability of finding a pair of this similarity. Bands depend only on
 * the Jaccard similarity, and a cosine gives only a lower bound on it.
 *
 * @example foundProbability(0.8, { method: 'bands', similarity: 'cosine', bands: 20, rows: 5, … }) // that of Jaccard 0.64
 */
export function foundProbability(similarity: number, plan: Plan): number {
  if (plan.method === 'exact') return 1
  return candidateProbability(minJaccard(similarityIn(plan), similarity), plan)
}
