import { largestSize, type SetCollection } from '../model/set-collection.js'
import type { Signatures } from '../model/signatures.js'
import { makeSketcher, type SketchOptions, sketchCollection } from '../sketch/sketch.js'
import { seedSuitsKernel, sketchSeeds, termsAt } from './sketch-seeds.js'
import { Locations, WasmArena } from './wasm-arena.js'

/** The export of kernel/index.ts that computes signatures. */
interface SketchExports {
  sketchSets(task: number, count: number): void
}

/** The number of words that describe a task in kernel/sketch.ts. */
const TASK_WORDS = 10
/** The maximum number of sets per call, and of their elements unless a single set has more. */
const MAX_SETS = 2 ** 10
const MAX_ELEMENTS = 2 ** 16

/** The signatures of all sets, as `sketchCollection` computes them: in WebAssembly, if the seed allows it. */
export function sketchInKernel(sets: SetCollection, options: SketchOptions = {}): Signatures {
  const sketcher = makeSketcher(options)
  const { scheme } = sketcher
  if (!seedSuitsKernel(scheme)) return sketchCollection(sets, sketcher)
  const { slots } = scheme
  const { count, offsets, elements } = sets
  const seeds = sketchSeeds(scheme)
  const largest = largestSize(sets)
  const arena = new WasmArena<SketchExports>()
  const all = new Locations(arena.start)
  const taskAt = all.take(4 * TASK_WORDS)
  const seedsAt = all.take(4 * seeds.length)
  const bestAt = all.take(13 * slots)
  const [setAt, scratchAt] = [all.take(4 * largest), all.take(4 * largest)]
  const sizesAt = all.take(4 * MAX_SETS)
  const elementsAt = all.take(4 * Math.max(largest, MAX_ELEMENTS))
  const outAt = all.take(4 * slots * MAX_SETS)
  const words = new Uint32Array(arena.reach(all.end))
  const terms = seedsAt + 4 * termsAt(slots)
  const isMinhash = scheme.sketch === 'minhash' ? 1 : 0
  words.set(
    [isMinhash, slots, seedsAt, terms, bestAt, setAt, scratchAt, sizesAt, elementsAt, outAt],
    taskAt >>> 2,
  )
  words.set(seeds, seedsAt >>> 2)
  const values = new Uint32Array(count * slots)
  for (let from = 0; from < count; ) {
    let to = from
    const last = Math.min(count, from + MAX_SETS)
    for (; to < last && (to === from || offsets[to + 1]! - offsets[from]! <= MAX_ELEMENTS); to++)
      words[(sizesAt >>> 2) + to - from] = offsets[to + 1]! - offsets[to]!
    words.set(elements.subarray(offsets[from]!, offsets[to]!), elementsAt >>> 2)
    arena.exports.sketchSets(taskAt, to - from)
    values.set(words.subarray(outAt >>> 2, (outAt >>> 2) + (to - from) * slots), from * slots)
    from = to
  }
  return { scheme, count, values }
}
