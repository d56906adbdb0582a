import { joinRange } from '../join/fast/join-range.js'
import { checkJoinSets, type JoinSetsOptions } from '../join/fast/join-sets.js'
import { prepareJoin } from '../join/fast/prepare-join.js'
import { type PairBatch, sortPairs } from '../model/pair.js'
import type { SetCollection } from '../model/set-collection.js'
import { JoinMemory } from './join-memory.js'
import { proberWords, WasmProber } from './join-prober.js'

/** Up to this many bytes of memory are kept for the next join; more is released. */
const MAX_KEPT = 40 * 2 ** 20

let kept: JoinMemory | undefined

/**
 * The pairs of `joinSets`, probed in the WebAssembly kernel with SIMD, on the calling thread, in one call. The sets and the data derived
 * from them must fit into the four gigabytes that the kernel can address; otherwise it throws `TooLarge`. It runs in every current
 * browser, whether or not the page is cross-origin isolated, because the memory is never passed to another thread.
 *
 * @example joinInKernel(makeSetCollection([[1, 2], [1, 2, 3]]), { threshold: 0.6 }) // (0, 1), 2/3
 */
export function joinInKernel(sets: SetCollection, options: JoinSetsOptions): PairBatch {
  const { threshold, similarity } = checkJoinSets(options)
  const memory = kept ?? new JoinMemory()
  if (memory === kept) memory.reset()
  // Do not keep the memory of a join that fails.
  kept = undefined
  const join = prepareJoin(sets, undefined, similarity, threshold, memory.allocate)
  const prober = new WasmProber(join, memory.memory, memory.allocate(proberWords(join)))
  const pairs = sortPairs(joinRange(join, prober, 0, join.probes.count))
  if (memory.memory.buffer.byteLength <= MAX_KEPT) kept = memory
  return pairs
}
