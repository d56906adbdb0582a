import { kernelBuckets } from './wasm-band-buckets.js'
import { kernelOverlaps } from './wasm-overlaps.js'
import { kernelSketcher } from './wasm-sketcher.js'

/** The operations on the sets of a sample that planning needs, in WebAssembly. */
export const KERNEL_WORK = {
  sketcherFor: kernelSketcher,
  overlapsOf: kernelOverlaps,
  bucketsOf: kernelBuckets,
}
