import { kernelBuckets } from './wasm-band-buckets.js'
import { kernelOverlaps } from './wasm-overlaps.js'
import { listInKernel } from './wasm-prefix-sample.js'
import { sketchInKernel } from './wasm-sketches.js'

/** The operations on the sets of a sample that planning needs, in WebAssembly. */
export const KERNEL_WORK = {
  sketchSets: sketchInKernel,
  overlapsOf: kernelOverlaps,
  bucketsOf: kernelBuckets,
  listPrefixes: listInKernel,
}
