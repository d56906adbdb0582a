// What a worker is asked. Large arrays are shared or handed over, never copied.

import type { KernelOptions } from '../../kernel/kernel.js'
import type { Candidates } from '../../model/pair.js'
import type { Unit } from './units.js'

/** Read a unit: records with their band keys. */
export interface SketchTask {
  readonly kind: 'sketch'
  readonly unit: Unit
  readonly kernel: KernelOptions
}

/** The records of a unit, in order. */
export interface SketchedUnit {
  readonly count: number
  /** The first byte of each line in the file, and its bytes without the newline. */
  readonly starts: Float64Array
  readonly lengths: Uint32Array
  readonly sizes: Uint32Array
  readonly contents: Uint32Array
  readonly idHashes: Uint32Array
  /** By band, then by record: low and high half. */
  readonly keys: Uint32Array
  readonly bad: readonly { readonly record: number; readonly problem: string }[]
  readonly slowWay: number
}

/** Find the buckets of a band that are too large to become all their pairs. */
export interface CrowdTask {
  readonly kind: 'crowd'
  readonly band: number
  /** Keys of all documents, by band, shared. */
  readonly keys: Uint32Array
  readonly count: number
  /** The distinct documents that are not empty, shared. */
  readonly distinct: Uint32Array
}

/** Find the candidates of one band. */
export interface BandTask extends Omit<CrowdTask, 'kind'> {
  readonly kind: 'band'
  readonly bands: number
  /** The crowds of this band. */
  readonly crowds: readonly Uint32Array[]
  /** Which documents are of one crowd, in whatever bands: see `joinCrowds`. Shared. */
  readonly crowdOf: Uint32Array
}

/** Make the sets of some documents of a unit. */
export interface SetsTask {
  readonly kind: 'sets'
  readonly unit: Unit
  readonly kernel: KernelOptions
  readonly starts: Float64Array
  readonly lengths: Uint32Array
  /** Where the set of each goes in `elements`, and its size in `sizes`; both shared. */
  readonly places: Float64Array
  readonly documents: Uint32Array
  readonly elements: Uint32Array
  readonly sizes: Uint32Array
}

/** The sets of the documents that have candidates, in shared memory: where each begins in `elements`, and its size. */
export interface Sets {
  readonly places: Float64Array
  readonly sizes: Uint32Array
  readonly elements: Uint32Array
}

/** Compare candidates on their sets. */
export interface VerifyTask extends Sets {
  readonly kind: 'verify'
  readonly a: Uint32Array
  readonly b: Uint32Array
  readonly threshold: number
}

export type Task = SketchTask | CrowdTask | BandTask | SetsTask | VerifyTask

export interface TaskResults {
  sketch: SketchedUnit
  crowd: Uint32Array[]
  band: Candidates
  sets: { readonly done: number }
  /** The true similarity of each candidate, or −1 where it is below the threshold. */
  verify: Float64Array
}
