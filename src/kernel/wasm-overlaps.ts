import { type SetCollection, sizeAt } from '../model/set-collection.js'
import { after, WasmArena } from './wasm-arena.js'

/** The exports of kernel/index.ts that count overlaps. */
interface OverlapExports {
  overlapAtLeast(left: number, leftSize: number, right: number, rightSize: number, required: number): number
}

/** Counts the elements that two sets of a collection, given by their numbers, have in common: in WebAssembly, with SIMD. */
export function kernelOverlaps(sets: SetCollection): (a: number, b: number) => number {
  const arena = new WasmArena<OverlapExports>()
  const { offsets, elements } = sets
  const { start } = arena
  const memory = arena.reach(after(start, 4 * elements.length))
  new Uint32Array(memory, start, elements.length).set(elements)
  const locationOf = (set: number) => start + 4 * offsets[set]!
  return (a, b) =>
    arena.exports.overlapAtLeast(locationOf(a), sizeAt(sets, a), locationOf(b), sizeAt(sets, b), 0)
}
