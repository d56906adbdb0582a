// The search of an exact join, on arrays in memory that workers share. This is the kernel's version of src/join/fast/prober.ts, which
// explains why it is correct. It is a separate module because shared memory has a different type.

import { overlapAtLeast } from './sets'

export {
  addCounts,
  addSharedCounts,
  countNumbers,
  countPrefixes,
  cutSets,
  fillLists,
  findLargest,
  largestOf,
  placeSets,
  rankNumbers,
  rankSets,
  sortSets,
  spreadOffsets,
  startLists,
} from './join-prepare'

/** The addresses of the arrays, in the same order as in src/kernel/join-prober.ts. */
@unmanaged
class Addresses {
  /** Arrays of the probes. */
  probeStarts: usize
  probeElements: usize
  probeBitmaps: usize
  /** Arrays of the indexed sets. */
  starts: usize
  elements: usize
  bitmaps: usize
  classOf: usize
  listStarts: usize
  entries: usize
  /** Used only by this worker. */
  heads: usize
  seen: usize
  required: usize
  found: usize
  overlaps: usize
  /** How many sets the last probe found. */
  count: u32
}

/** From this ratio of lengths, searching the longer list for each element of the shorter one is faster than merging. */
const GALLOP_FROM: u64 = 32

/**
 * Searches for matches of the probes from position `from` to before `to`, and stops at the first probe that has any. Returns its position,
 * or `to` if there is none.
 *
 * @param minOverlap the overlap that any match needs
 * @param first the first indexed set that can match
 * @param end the first set after it that cannot; with `isSelf`, the probe itself
 */
export function findNext(addresses: Addresses, from: u32, to: u32, minOverlap: u32, first: u32, end: u32, isSelf: bool): u32 {
  const starts = addresses.probeStarts
  for (let position = from; position < to; position++) {
    const word = <usize>position << 2
    const kept = load<u32>(starts + word, 4) - load<u32>(starts + word)
    if (kept < minOverlap) continue
    const count = probe(addresses, position, kept - minOverlap + 1, first, isSelf ? position : end)
    if (count == 0) continue
    addresses.count = count
    return position
  }
  addresses.count = 0
  return to
}

/** Finds the indexed sets from position `from` to before `end` that match the probe; writes them and returns their number. */
function probe(addresses: Addresses, probe: u32, prefix: u32, from: u32, end: u32): u32 {
  const entries = addresses.entries
  const starts = addresses.starts
  const elements = addresses.elements
  const bitmaps = addresses.bitmaps
  const classOf = addresses.classOf
  const required = addresses.required
  const seen = addresses.seen
  const found = addresses.found
  const overlaps = addresses.overlaps
  const mark = probe + 1
  const probeStart = load<u32>(addresses.probeStarts + (<usize>probe << 2))
  const kept = load<u32>(addresses.probeStarts + (<usize>probe << 2), 4) - probeStart
  const probeElements = addresses.probeElements + (<usize>probeStart << 2)
  const bits = addresses.probeBitmaps + (<usize>probe << 4)
  const low = load<u64>(bits)
  const high = load<u64>(bits, 8)
  let count: u32 = 0
  for (let i: u32 = 0; i < prefix; i++) {
    const rank = <usize>load<u32>(probeElements + (<usize>i << 2)) << 2
    const listEnd = entries + (<usize>load<u32>(addresses.listStarts + rank, 4) << 3)
    let entry = entries + (<usize>load<u32>(addresses.heads + rank) << 3)
    while (entry < listEnd && load<u32>(entry) < from) entry += 8
    store<u32>(addresses.heads + rank, <u32>((entry - entries) >> 3))
    const rest = kept - i
    for (; entry < listEnd; entry += 8) {
      const position = load<u32>(entry)
      if (position >= end) break
      const word = <usize>position << 2
      if (load<u32>(seen + word) == mark) continue
      store<u32>(seen + word, mark)
      const needed = load<u32>(required + (<usize>load<u32>(classOf + word) << 2))
      const restThere = load<u32>(entry, 4)
      if (rest < needed || restThere < needed) continue
      const setEnd = load<u32>(starts + word, 4)
      const size = setEnd - load<u32>(starts + word)
      const bitmap = bitmaps + (<usize>position << 4)
      const apart = <u32>(popcnt(low ^ load<u64>(bitmap)) + popcnt(high ^ load<u64>(bitmap, 8)))
      if (kept + size < 2 * needed + apart) continue
      const more = mergeAtLeast(
        probeElements + (<usize>(i + 1) << 2),
        rest - 1,
        elements + (<usize>(setEnd - restThere + 1) << 2),
        restThere - 1,
        <i32>needed - 1,
      )
      if (more < 0) continue
      store<u32>(found + (<usize>count << 2), position)
      store<u32>(overlaps + (<usize>count << 2), <u32>more + 1)
      count++
    }
  }
  return count
}

/** The overlap of two ascending lists if it is at least `required`, otherwise −1. */
export function mergeAtLeast(x: usize, sizeX: u32, y: usize, sizeY: u32, required: i32): i32 {
  if (<i32>sizeX < required || <i32>sizeY < required) return -1
  if (<u64>sizeX * GALLOP_FROM < <u64>sizeY) return gallopAtLeast(x, sizeX, y, sizeY, required)
  if (<u64>sizeY * GALLOP_FROM < <u64>sizeX) return gallopAtLeast(y, sizeY, x, sizeX, required)
  return overlapAtLeast(x, sizeX, y, sizeY, required)
}

function gallopAtLeast(short: usize, sizeShort: u32, long: usize, sizeLong: u32, required: i32): i32 {
  let spare = <i32>sizeShort - required
  let shared: i32 = 0
  let low: u32 = 0
  for (let i: u32 = 0; i < sizeShort; i++) {
    const wanted = load<u32>(short + (<usize>i << 2))
    let step: u32 = 1
    while (low + step < sizeLong && load<u32>(long + (<usize>(low + step) << 2)) < wanted) step <<= 1
    let high = min(low + step, sizeLong)
    while (low < high) {
      const middle = (low + high) >> 1
      if (load<u32>(long + (<usize>middle << 2)) < wanted) low = middle + 1
      else high = middle
    }
    if (low < sizeLong && load<u32>(long + (<usize>low << 2)) == wanted) shared++
    else if (--spare < 0) return -1
  }
  return shared
}
