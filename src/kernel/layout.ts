// The memory layout of the WASM kernel: the location of each table, scratch area and output. The settings are in the order of the class
// Settings in kernel/batch.ts.

import { PAIR_SLOTS } from './composition.js'
import { TABLE_SIZE } from './unicode-table.js'
import { Locations } from './wasm-arena.js'

/** The maximum sizes for one call. */
export interface KernelSizes {
  /** Bytes of input. */
  readonly bytes: number
  readonly slots: number
  readonly bands: number
  /** Whether the signatures are written. */
  readonly keepSignatures: boolean
  /** Whether the ids are written. */
  readonly keepIds: boolean
  /** The number of bytes of the longer field name. */
  readonly nameBytes: number
  /** The number of slots in the table of shingles that do not count. */
  readonly ignoredSlots: number
}

/** The maximum number of records per call: the shortest line with a text has 12 bytes, but few corpora have such lines. */
export function maxRecords(bytes: number): number {
  return Math.max(1024, Math.min(65_536, Math.ceil(bytes / 64)))
}

/** Words per record of all columns together, in the layout of kernel/batch.ts. */
const RECORD_WORDS = 14

/** The locations, in bytes from the start of memory. */
export type KernelLayout = ReturnType<typeof layOut>

export function layOut(
  start: number,
  { bytes, slots, bands, keepSignatures, keepIds, nameBytes, ignoredSlots }: KernelSizes,
) {
  const all = new Locations(start)
  const take = (size: number) => all.take(size)
  const locations = {
    settings: take(4 * 33),
    textName: take(nameBytes),
    idName: take(nameBytes),
    unicodeTable: take(4 * TABLE_SIZE),
    compositionPairs: take(4 * PAIR_SLOTS),
    asciiHashes: take(4 * 128),
    ignored: take(4 * ignoredSlots),
    sketchSeeds: take(8 * (slots + 4)),
    bandSeeds: take(8 * bands),
    signature: take(4 * (slots + 4)),
    best: take(13 * slots),
    counters: take(2 * 16_384),
    columns: take(4 * RECORD_WORDS * maxRecords(bytes)),
    keys: take(8 * bands * maxRecords(bytes)),
    signatures: take(keepSignatures ? 4 * slots * maxRecords(bytes) : 0),
    ids: take(keepIds ? bytes : 0),
    offsets: take(4 * (maxRecords(bytes) + 1)),
    input: take(bytes),
    text: take(bytes),
    lower: take(2 * bytes),
    tokens: take(4 * bytes),
    shingles: take(4 * bytes),
    sets: take(4 * bytes),
  }
  return { ...locations, end: all.end }
}
