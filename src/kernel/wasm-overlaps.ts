import { type SetCollection, sizeAt } from '../model/set-collection.js'
import { wasmModule } from './wasm-module.js'

/** What of kernel/index.ts counts overlaps. */
interface OverlapExports {
  heapStart(): number
  overlapAtLeast(left: number, leftSize: number, right: number, rightSize: number, required: number): number
}

const PAGE = 65_536
/** SIMD reads go beyond the end. */
const PADDING = 64

/** How many elements two sets of a collection, given by their numbers, have in common: in WebAssembly, with SIMD. */
export function kernelOverlaps(sets: SetCollection): (a: number, b: number) => number {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const { exports } = new WebAssembly.Instance(wasmModule(), { env: { memory } })
  const { heapStart, overlapAtLeast } = exports as unknown as OverlapExports
  const { offsets, elements } = sets
  const start = heapStart()
  const missing = Math.ceil((start + 4 * elements.length + PADDING - memory.buffer.byteLength) / PAGE)
  if (missing > 0) memory.grow(missing)
  new Uint32Array(memory.buffer, start, elements.length).set(elements)
  const placeOf = (set: number) => start + 4 * offsets[set]!
  return (a, b) => overlapAtLeast(placeOf(a), sizeAt(sets, a), placeOf(b), sizeAt(sets, b), 0)
}
