import { cellShift } from '../band/buckets.js'
import { checkBandsFit } from '../band/keys.js'
import type { BandLayout } from '../band/s-curve.js'
import { deriveSeed } from '../hash/mix.js'
import type { Signatures } from '../model/signatures.js'
import { Locations, WasmArena } from './wasm-arena.js'

/** The export of kernel/index.ts that groups members by their keys. */
interface BucketExports {
  groupBand(band: number): number
}

/** The number of words that describe a band in kernel/buckets.ts. */
const BAND_WORDS = 15
/** No bucket has this many members. */
const MAX_SIZE = 2 ** 32 - 1

/**
 * Visits the buckets of bands of signatures, as `visitBuckets` does for the keys of these bands: in WebAssembly, to whose memory the
 * signatures are copied once.
 *
 * @returns a function; its callback must not call the function again, because its memory is reused
 */
export function kernelBuckets({ scheme, count, values }: Signatures) {
  const { slots } = scheme
  const arena = new WasmArena<BucketExports>()
  const cells = 2 ** (32 - cellShift(count))
  const all = new Locations(arena.start)
  const bandAt = all.take(4 * BAND_WORDS)
  const valuesAt = all.take(4 * values.length)
  const [membersAt, orderAt, bucketsAt] = [all.take(4 * count), all.take(4 * count + 4), all.take(4 * count)]
  const [sizesAt, startsAt, keysAt] = [all.take(4 * cells), all.take(4 * cells), all.take(8 * count)]
  const memory = arena.reach(all.end)
  const words = new Uint32Array(memory)
  words.set(values, valuesAt >> 2)
  const order = new Uint32Array(memory, orderAt, count)
  const buckets = new Uint32Array(memory, bucketsAt, count)
  return (
    layout: BandLayout,
    band: number,
    members: Uint32Array,
    visit: (order: Uint32Array, start: number, end: number) => void,
    minSize = 2,
  ): void => {
    if (count > 0) checkBandsFit(layout, slots)
    const { rows } = layout
    const shift = cellShift(members.length)
    words.set(members, membersAt >> 2)
    words.set(
      [
        ...[valuesAt, slots, band * rows, rows, deriveSeed(band, 0), deriveSeed(band, 1)],
        ...[membersAt, members.length, Math.min(minSize, MAX_SIZE), shift],
        ...[sizesAt, startsAt, keysAt, orderAt, bucketsAt],
      ],
      bandAt >> 2,
    )
    const found = arena.exports.groupBand(bandAt)
    for (let i = 0; i < found; i++) visit(order, buckets[2 * i]!, buckets[2 * i + 1]!)
  }
}
