import type { PreparedJoin } from '../join/fast/prepare-join.js'
import type { Prober } from '../join/fast/prober.js'
import { type JoinExports, joinKernel } from './join-kernel.js'
import { takeWords } from './join-memory.js'

/** The number of fields of the class Places in kernel/join.ts. */
const PLACES = 14

/** How many words of its own a prober needs in the memory. */
export function proberWords({ index, classes, lists }: PreparedJoin): number {
  return PLACES + lists.starts.length + 3 * index.count + classes.count
}

/** The probe in WebAssembly with SIMD. The arrays of the join must lie in the memory, and its own too. */
export class WasmProber implements Prober {
  readonly required: Uint32Array
  readonly found: Uint32Array
  readonly overlaps: Uint32Array
  readonly #places: number
  readonly #probe: JoinExports['probe']

  /** @param own zeros in the memory, as many as `proberWords` says, for this prober alone */
  constructor(
    join: PreparedJoin,
    memory: WebAssembly.Memory,
    own: Uint32Array = takeWords(memory, proberWords(join)),
  ) {
    const { probes, index, classOf, lists, classes } = join
    const ranks = lists.starts.length - 1
    let used = 0
    const take = (words: number) => {
      const part = own.subarray(used, used + words)
      used += words
      return part
    }
    const places = take(PLACES)
    const heads = take(ranks)
    const met = take(index.count)
    this.required = take(classes.count)
    this.found = take(index.count)
    this.overlaps = take(index.count)
    heads.set(lists.starts.subarray(0, ranks))
    places.set(
      [
        probes.starts,
        probes.elements,
        probes.bitmaps,
        index.starts,
        index.elements,
        index.bitmaps,
        classOf,
        lists.starts,
        lists.entries,
        heads,
        met,
        this.required,
        this.found,
        this.overlaps,
      ].map((array) => array.byteOffset),
    )
    this.#places = places.byteOffset
    this.#probe = joinKernel(memory).probe
  }

  probe(probe: number, prefix: number, from: number, end: number): number {
    return this.#probe(this.#places, probe, prefix, from, end)
  }
}
