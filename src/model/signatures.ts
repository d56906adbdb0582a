import { InvalidValue, LengthMismatch, SignatureMismatch } from './errors.js'

/** The kinds of signatures; those of kind `given` come from the caller. */
export type SketchName =
  | 'fast-similarity'
  | 'minhash'
  | 'permutations'
  | 'hyperplanes'
  | 'bit-sampling'
  | 'projections'
  | 'given'

/** How a signature was made. Signatures can be compared only if all of this is the same. */
export interface SketchScheme {
  readonly sketch: SketchName
  /** The length of a signature. */
  readonly slots: number
  readonly seed: number
  /** The length of the vectors, or the number of rows that are permuted. */
  readonly dimensions?: number
  /** For projections: the width of a bucket on the line. */
  readonly width?: number
}

/** Many signatures in one array: signature i is `values[i · slots] … values[(i + 1) · slots - 1]`. */
export interface Signatures {
  readonly scheme: SketchScheme
  readonly count: number
  readonly values: Uint32Array
}

/** Makes signatures of items of one kind, all with the same scheme. */
export interface Sketcher<Item> {
  readonly scheme: SketchScheme
  /** Writes the signature of `item` to `values[at] … values[at + slots - 1]`. */
  sketchInto(item: Item, values: Uint32Array, at: number): void
}

/** Every slot of the signature of an empty set. An empty set matches nothing, not even another empty set. */
export const EMPTY_SLOT = 0xffffffff

/** The slots of signature `index`: a view, not a copy. */
export function signatureAt(signatures: Signatures, index: number): Uint32Array {
  const { slots } = signatures.scheme
  return signatures.values.subarray(index * slots, (index + 1) * slots)
}

/** Whether this is the signature of an empty set. */
export function isEmptySignature(signature: ArrayLike<number>): boolean {
  for (let i = 0; i < signature.length; i++) {
    if (signature[i] !== EMPTY_SLOT) return false
  }
  return true
}

/** Throws `SignatureMismatch` unless both were made in the same way. */
export function checkSameScheme(expected: SketchScheme, got: SketchScheme): void {
  for (const field of ['sketch', 'slots', 'seed', 'dimensions', 'width'] as const) {
    if (expected[field] !== got[field]) throw new SignatureMismatch(field, expected[field], got[field])
  }
}

/**
 * Makes signatures from values that the caller already has, such as those of a textbook: one list of 32-bit numbers per signature.
 *
 * @example signaturesFrom([[0, 2, 1], [0, 2, 1], [1, 3, 0]]).scheme.slots // 3
 */
export function signaturesFrom(columns: readonly ArrayLike<number>[]): Signatures {
  const slots = columns[0]?.length ?? 0
  const values = new Uint32Array(columns.length * slots)
  columns.forEach((column, index) => {
    if (column.length !== slots) throw new LengthMismatch('signatures', slots, column.length)
    for (let slot = 0; slot < slots; slot++) {
      const value = column[slot]!
      if (value >>> 0 !== value)
        throw new InvalidValue('a slot', value, slot, 'a whole number from 0 to 4294967295')
      values[index * slots + slot] = value
    }
  })
  return { scheme: { sketch: 'given', slots, seed: 0 }, count: columns.length, values }
}
