import { overlapOfSorted } from '../distance/sorted-sets.js'
import { type SetCollection, setAt } from '../model/set-collection.js'
import type { Sketcher } from '../model/signatures.js'
import { makeSketcher, type SketchOptions } from '../sketch/sketch.js'

/** Operations on the sets of a sample that a kernel does faster, with results that are identical to the bit. */
export interface SetWork {
  readonly sketcherFor: (options: SketchOptions) => Sketcher<Uint32Array>
  /** Returns a function that counts the common elements of sets a and b of a collection. */
  readonly overlapsOf: (sets: SetCollection) => (a: number, b: number) => number
}

/** The implementation in plain TypeScript. */
export const PLAIN_WORK: SetWork = {
  sketcherFor: makeSketcher,
  overlapsOf: (sets) => (a, b) => overlapOfSorted(setAt(sets, a), setAt(sets, b)),
}
