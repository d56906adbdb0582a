import { SignatureMismatch } from './errors.js'

/** How a signature was made. Signatures compare only when all of this is equal. */
export interface SketchScheme {
  readonly sketch:
    | 'fast-similarity'
    | 'minhash'
    | 'permutations'
    | 'hyperplanes'
    | 'bit-sampling'
    | 'projections'
  /** Length of a signature. */
  readonly slots: number
  readonly seed: number
}

/** Many signatures in one block: signature i is `values[i · slots] … values[(i + 1) · slots - 1]`. */
export interface Signatures {
  readonly scheme: SketchScheme
  readonly count: number
  readonly values: Uint32Array
}

/** Every slot of the signature of an empty set. An empty set matches nothing, not even another empty set. */
export const EMPTY_SLOT = 0xffffffff

/** The slots of signature `index`: a view, not a copy. */
export function signatureAt(signatures: Signatures, index: number): Uint32Array {
  const { slots } = signatures.scheme
  return signatures.values.subarray(index * slots, (index + 1) * slots)
}

/** Whether this is the signature of an empty set. */
export function isEmptySignature(signature: Uint32Array): boolean {
  for (let i = 0; i < signature.length; i++) {
    if (signature[i] !== EMPTY_SLOT) return false
  }
  return true
}

/** Throws `SignatureMismatch` unless both were made in the same way. */
export function checkSameScheme(expected: SketchScheme, got: SketchScheme): void {
  for (const field of ['sketch', 'slots', 'seed'] as const) {
    if (expected[field] !== got[field]) throw new SignatureMismatch(field, expected[field], got[field])
  }
}
