import { type SetCollection, sizeAt } from '../model/set-collection.js'
import { after, WasmRoom } from './wasm-room.js'

/** The exports of kernel/index.ts that count overlaps. */
interface OverlapExports {
  overlapAtLeast(left: number, leftSize: number, right: number, rightSize: number, required: number): number
}

/** Counts the elements that two sets of a collection, given by their numbers, have in common: in WebAssembly, with SIMD. */
export function kernelOverlaps(sets: SetCollection): (a: number, b: number) => number {
  const room = new WasmRoom<OverlapExports>()
  const { offsets, elements } = sets
  const { start } = room
  const memory = room.reach(after(start, 4 * elements.length))
  new Uint32Array(memory, start, elements.length).set(elements)
  const placeOf = (set: number) => start + 4 * offsets[set]!
  return (a, b) => room.exports.overlapAtLeast(placeOf(a), sizeAt(sets, a), placeOf(b), sizeAt(sets, b), 0)
}
