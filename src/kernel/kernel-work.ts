import type { HubTables } from '../join/hub-tables.js'
import { kernelBuckets } from './wasm-band-buckets.js'
import { WasmHubCounter } from './wasm-hub-counter.js'
import { kernelOverlaps } from './wasm-overlaps.js'
import { listInKernel } from './wasm-prefix-sample.js'
import { countRepeatedInKernel } from './wasm-repeated.js'
import { sketchInKernel } from './wasm-sketches.js'

/** The operations on the sets of a sample that planning needs, in WebAssembly. */
export const KERNEL_WORK = {
  sketchSets: sketchInKernel,
  overlapsOf: kernelOverlaps,
  bucketsOf: kernelBuckets,
  countRepeated: countRepeatedInKernel,
  listPrefixes: listInKernel,
  countHubs: (tables: HubTables) => new WasmHubCounter(tables),
}
