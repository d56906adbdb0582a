import { leastOverlap } from '../../model/threshold.js'
import { kernelFor } from './sketch-task.js'
import type { VerifyTask } from './tasks.js'

/** The true similarity of each candidate, or −1 where it is below the threshold. */
export function runVerifyTask({ a, b, threshold, places, sizes, elements }: VerifyTask): Float64Array {
  const kernel = kernelFor({ textField: 'text' })
  const setOf = (document: number) =>
    elements.subarray(places[document]!, places[document]! + sizes[document]!)
  const similarities = new Float64Array(a.length)
  for (let i = 0; i < a.length; i++) {
    const left = setOf(a[i]!)
    const right = setOf(b[i]!)
    const required = leastOverlap(left.length, right.length, threshold)
    const overlap = kernel.overlapAtLeast(left, right, required)
    similarities[i] = overlap < 0 ? -1 : overlap / (left.length + right.length - overlap)
  }
  return similarities
}
