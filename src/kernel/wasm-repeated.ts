import { countRepeated } from '../join/prefix-order.js'
import { Locations, WasmArena } from './wasm-arena.js'

/** The exports of kernel/frequent.ts. */
interface FrequentExports {
  keepRepeated(elements: number, count: number, cells: number, bits: number, minTimes: number): number
  countRepeated(elements: number, count: number, table: number, bits: number, minTimes: number): number
}

/** With more elements, or more that may repeat, the plain implementation takes less memory. Only samples of long documents have so many. */
const MAX_ELEMENTS = 2 ** 20
const MAX_COUNTED = 2 ** 19 - 1

/**
 * The same as `countRepeated`, in WebAssembly, and in another order.
 *
 * @param minTimes from 2 to 255
 */
export function countRepeatedInKernel(elements: Uint32Array, minTimes: number): Uint32Array {
  if (elements.length > MAX_ELEMENTS) return countRepeated(elements, minTimes)
  const arena = new WasmArena<FrequentExports>()
  const locations = new Locations(arena.start)
  const at = locations.take(4 * elements.length)
  // At least two cells for each element, so that few distinct elements share one.
  const cellBits = bitsFor(2 * elements.length)
  const cells = locations.take(2 ** cellBits)
  new Uint32Array(arena.reach(locations.end)).set(elements, at >>> 2)
  const kept = arena.exports.keepRepeated(at, elements.length, cells, cellBits, minTimes)
  if (kept > MAX_COUNTED) return countRepeated(new Uint32Array(arena.reach(0), at, kept), minTimes)
  const bits = bitsFor(2 * kept)
  const table = locations.take(8 * 2 ** bits)
  const memory = arena.reach(locations.end)
  const found = arena.exports.countRepeated(at, kept, table, bits, minTimes)
  return new Uint32Array(memory, table, 2 * found)
}

/** The number of bits that can index more than this many entries. */
function bitsFor(count: number): number {
  return Math.max(4, Math.ceil(Math.log2(count + 1)))
}
