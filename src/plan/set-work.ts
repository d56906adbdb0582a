import { visitBuckets } from '../band/buckets.js'
import { keysOfBand } from '../band/keys.js'
import type { BandLayout } from '../band/s-curve.js'
import { overlapOfSorted } from '../distance/sorted-sets.js'
import { type HubCounter, PlainHubCounter } from '../join/hub-counter.js'
import type { HubTables } from '../join/hub-tables.js'
import { listPrefixes, type PrefixLists, type PrefixOptions } from '../join/prefix-lists.js'
import { countRepeated } from '../join/prefix-order.js'
import { type SetCollection, setAt } from '../model/set-collection.js'
import type { Signatures } from '../model/signatures.js'
import { makeSketcher, type SketchOptions, sketchCollection } from '../sketch/sketch.js'

/** Calls `visit` for each bucket of a band, as `visitBuckets` does. */
export type VisitBand = (
  layout: BandLayout,
  band: number,
  members: Uint32Array,
  visit: (order: Uint32Array, start: number, end: number) => void,
  minSize?: number,
) => void

/** Operations on the sets of a sample that a kernel does faster, with the same results. */
export interface SetWork {
  readonly sketchSets: (sets: SetCollection, options: SketchOptions) => Signatures
  /** Returns a function that counts the common elements of sets a and b of a collection. */
  readonly overlapsOf: (sets: SetCollection) => (a: number, b: number) => number
  /** The elements that occur at least this often, twice or more, each followed by its count, in any order. */
  readonly countRepeated: (elements: Uint32Array, minTimes: number) => Uint32Array
  /** Makes prefixes of sets, and lists the sets that share an element of them. */
  readonly listPrefixes: (sets: SetCollection, options: PrefixOptions) => PrefixLists
  /** Returns a function that visits the buckets of bands of these signatures. */
  readonly bucketsOf: (signatures: Signatures) => VisitBand
  /** Makes a counter of the elements that sets have in common with each of some hubs. */
  readonly countHubs: (tables: HubTables) => HubCounter
}

/** The implementation in plain TypeScript. */
export const PLAIN_WORK: SetWork = {
  sketchSets: (sets, options) => sketchCollection(sets, makeSketcher(options)),
  overlapsOf: (sets) => (a, b) => overlapOfSorted(setAt(sets, a), setAt(sets, b)),
  countRepeated,
  listPrefixes,
  bucketsOf: (signatures) => (layout, band, members, visit, minSize) =>
    visitBuckets(0, keysOfBand(signatures, layout, band), members, visit, minSize),
  countHubs: (tables) => new PlainHubCounter(tables),
}
