import { BITMAP_WORDS } from './join-block.js'
import { mergeAtLeast } from './merge.js'
import type { PreparedJoin } from './prepare-join.js'

/** Asks the index of a prepared join. The scalar one is the law for the one in the kernel. */
export interface Prober {
  /** For each class of indexed sets the overlap that a match needs: to be filled before a probe. */
  readonly required: Uint32Array
  /** The places of the sets that the last probe found, and their overlaps with it. */
  readonly found: Uint32Array
  readonly overlaps: Uint32Array
  /**
   * Finds the indexed sets from place `from` to before `end` that share enough elements with the probe; returns their
   * number. `from` must not be less than that of the probe before.
   *
   * @param probe the place of the probe
   * @param prefix how many of its leading elements are looked up
   */
  probe(probe: number, prefix: number, from: number, end: number): number
}

/**
 * The probe in plain TypeScript. A set that shares an element of both prefixes is met first at the first element that the
 * two have in common: whatever stands before it in either has no partner. So each set is judged once, then and there: by
 * the elements that remain (position and suffix length in one), by its bitmap, and by a merge of what remains.
 */
export class ScalarProber implements Prober {
  readonly required: Uint32Array
  readonly found: Uint32Array
  readonly overlaps: Uint32Array
  readonly #join: PreparedJoin
  /** For each rank the first entry of its list that is not too small for the probe: it only moves forward. */
  readonly #heads: Uint32Array
  /** For each indexed set 1 + the last probe that met it. */
  readonly #met: Uint32Array

  constructor(join: PreparedJoin) {
    this.#join = join
    this.#heads = join.lists.starts.slice()
    this.#met = new Uint32Array(join.index.count)
    this.required = new Uint32Array(join.classes.count)
    this.found = new Uint32Array(join.index.count)
    this.overlaps = new Uint32Array(join.index.count)
  }

  probe(probe: number, prefix: number, from: number, end: number): number {
    const { index, probes, classOf, lists } = this.#join
    const { found, overlaps, required } = this
    const heads = this.#heads
    const met = this.#met
    const { entries } = lists
    const { starts, bitmaps } = index
    const mark = probe + 1
    const probeStart = probes.starts[probe]!
    const probeEnd = probes.starts[probe + 1]!
    const kept = probeEnd - probeStart
    const [b0, b1, b2, b3] = bitmapOf(probes.bitmaps, probe)
    let count = 0
    for (let i = 0; i < prefix; i++) {
      const rank = probes.elements[probeStart + i]!
      const listEnd = lists.starts[rank + 1]!
      let entry = heads[rank]!
      while (entry < listEnd && entries[2 * entry]! < from) entry++
      heads[rank] = entry
      const rest = kept - i
      for (; entry < listEnd; entry++) {
        const place = entries[2 * entry]!
        if (place >= end) break
        if (met[place] === mark) continue
        met[place] = mark
        const needed = required[classOf[place]!]!
        const restThere = entries[2 * entry + 1]!
        if (rest < needed || restThere < needed) continue
        const size = starts[place + 1]! - starts[place]!
        const at = BITMAP_WORDS * place
        // Each bit in which they differ stands for an element that only one of them has.
        const apart =
          ones(b0 ^ bitmaps[at]!) +
          ones(b1 ^ bitmaps[at + 1]!) +
          ones(b2 ^ bitmaps[at + 2]!) +
          ones(b3 ^ bitmaps[at + 3]!)
        if (kept + size - apart < 2 * needed) continue
        const more = mergeAtLeast(
          probes.elements,
          probeStart + i + 1,
          probeEnd,
          index.elements,
          starts[place + 1]! - restThere + 1,
          starts[place + 1]!,
          needed - 1,
        )
        if (more < 0) continue
        found[count] = place
        overlaps[count++] = more + 1
      }
    }
    return count
  }
}

function bitmapOf(bitmaps: Uint32Array, place: number): readonly [number, number, number, number] {
  const at = BITMAP_WORDS * place
  return [bitmaps[at]!, bitmaps[at + 1]!, bitmaps[at + 2]!, bitmaps[at + 3]!]
}

/** How many bits of a word are set. */
function ones(word: number): number {
  word -= (word >>> 1) & 0x55555555
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
