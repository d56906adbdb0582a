import { overlapOfSorted } from '../distance/sorted-sets.js'
import { type SetCollection, setAt } from '../model/set-collection.js'
import type { Sketcher } from '../model/signatures.js'
import { makeSketcher, type SketchOptions } from '../sketch/sketch.js'

/** The work on the sets of a sample that a kernel does in less time, with the same outcome to the bit. */
export interface SetWork {
  readonly sketcherFor: (options: SketchOptions) => Sketcher<Uint32Array>
  /** How many elements the sets number a and b of a collection have in common. */
  readonly overlapsOf: (sets: SetCollection) => (a: number, b: number) => number
}

/** In plain TypeScript. */
export const PLAIN_WORK: SetWork = {
  sketcherFor: makeSketcher,
  overlapsOf: (sets) => (a, b) => overlapOfSorted(setAt(sets, a), setAt(sets, b)),
}
