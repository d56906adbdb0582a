import { leastOverlap } from '../../model/threshold.js'
import { kernelFor } from './sketch-task.js'
import type { VerifyTask } from './tasks.js'

/** The true similarity of each candidate, or −1 where it is below the threshold. */
export function runVerifyTask({ a, b, threshold, places, sizes, elements }: VerifyTask): Float64Array {
  const kernel = kernelFor({ textField: 'text' })
  const setOf = (document: number) =>
    elements.subarray(places[document]!, places[document]! + sizes[document]!)
  const similarities = new Float64Array(a.length)
  let kept = -1
  let left = new Uint32Array(0) as Uint32Array
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== kept) {
      kept = a[i]!
      left = setOf(kept)
      kernel.keep(left)
    }
    const right = setOf(b[i]!)
    const overlap = kernel.overlapAtLeast(right, leastOverlap(left.length, right.length, threshold))
    similarities[i] = overlap < 0 ? -1 : overlap / (left.length + right.length - overlap)
  }
  return similarities
}
