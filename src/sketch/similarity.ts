import { LengthMismatch } from '../model/errors.js'
import { isEmptySignature } from '../model/signatures.js'

/**
 * Returns the share of slots in which two signatures agree. For sketches of sets, this is an unbiased estimate of their
 * Jaccard similarity, with a standard error of at most √(J(1−J)/slots). 0 if one of them belongs to an empty set.
 */
export function signatureSimilarity(left: ArrayLike<number>, right: ArrayLike<number>): number {
  if (left.length !== right.length) throw new LengthMismatch('signatures', left.length, right.length)
  if (left.length === 0 || isEmptySignature(left) || isEmptySignature(right)) return 0
  let equal = 0
  for (let slot = 0; slot < left.length; slot++) {
    if (left[slot] === right[slot]) equal++
  }
  return equal / left.length
}

/** The angle between two vectors in degrees, estimated from their hyperplane signatures: 180 times the share of slots that differ. */
export function signatureAngle(left: ArrayLike<number>, right: ArrayLike<number>): number {
  return 180 * (1 - signatureSimilarity(left, right))
}
