import { largestSize, type SetCollection, sizeAt } from '../model/set-collection.js'
import type { Signatures } from '../model/signatures.js'
import { makeSketcher, type SketchOptions, sketchCollection } from '../sketch/sketch.js'
import { MAX_ELEMENTS, visitBatches } from './set-batches.js'
import { seedSuitsKernel, sketchSeeds, termsAt } from './sketch-seeds.js'
import { Locations, WasmArena } from './wasm-arena.js'

/** The export of kernel/index.ts that computes signatures. */
interface SketchExports {
  sketchSets(task: number, count: number): void
}

/** The number of words that describe a task in kernel/sketch.ts. */
const TASK_WORDS = 10
/** The maximum number of sets per call. */
const MAX_SETS = 2 ** 10

/** The signatures of all sets, as `sketchCollection` computes them: in WebAssembly, if the seed allows it. */
export function sketchInKernel(sets: SetCollection, options: SketchOptions = {}): Signatures {
  const sketcher = makeSketcher(options)
  const { scheme } = sketcher
  if (!seedSuitsKernel(scheme)) return sketchCollection(sets, sketcher)
  const { slots } = scheme
  const { count } = sets
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
  visitBatches(sets, MAX_SETS, (from, to, elements) => {
    for (let i = from; i < to; i++) words[(sizesAt >>> 2) + i - from] = sizeAt(sets, i)
    words.set(elements, elementsAt >>> 2)
    arena.exports.sketchSets(taskAt, to - from)
    values.set(words.subarray(outAt >>> 2, (outAt >>> 2) + (to - from) * slots), from * slots)
  })
  return { scheme, count, values }
}
