import type { PreparedJoin } from '../join/fast/prepare-join.js'
import type { Prober, Reach } from '../join/fast/prober.js'
import { type JoinExports, joinKernel } from './join-kernel.js'
import { takeWords } from './join-memory.js'

/** The number of fields of the class Addresses in kernel/join.ts. */
const ARRAY_COUNT = 15

/** The number of words in memory that a prober needs for itself. */
export function proberWords({ index, classes, lists }: PreparedJoin): number {
  return ARRAY_COUNT + lists.starts.length + 3 * index.count + classes.count
}

/** The probe in WebAssembly with SIMD. The arrays of the join, and its own, must be in the memory. */
export class WasmProber implements Prober {
  readonly required: Uint32Array
  readonly found: Uint32Array
  readonly overlaps: Uint32Array
  readonly #locations: Uint32Array
  readonly #findNext: JoinExports['findNext']

  /** @param own zeros in the memory, `proberWords` of them, for this prober alone */
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
    const locations = take(ARRAY_COUNT)
    const heads = take(ranks)
    const marks = take(index.count)
    this.required = take(classes.count)
    this.found = take(index.count)
    this.overlaps = take(index.count)
    heads.set(lists.starts.subarray(0, ranks))
    locations.set(
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
        marks,
        this.required,
        this.found,
        this.overlaps,
      ].map((array) => array.byteOffset),
    )
    this.#locations = locations
    this.#findNext = joinKernel(memory).findNext
  }

  get count(): number {
    return this.#locations[ARRAY_COUNT - 1]!
  }

  findNext(from: number, to: number, { minOverlap, first, end }: Reach): number {
    const isSelf = end === undefined ? 1 : 0
    return this.#findNext(this.#locations.byteOffset, from, to, minOverlap, first, end ?? 0, isSelf) >>> 0
  }
}
