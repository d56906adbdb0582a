// Groups entries by their keys, as keys.ts picked them. Most keys occur only once, so only those that may be repeated are sorted: two bits
// per cell show which these are. Cells are chosen by bits of the high half. Far more cells than keys do not fit into the cache of a core, so
// entries are first divided into partitions, each of which uses the same cells.

import { entryBytesOf, HIGH, moveEntry, POSITION, REST } from './keys'

const DIGIT_BITS: u32 = 11
const DIGITS: u32 = 1 << DIGIT_BITS
/** Fewer entries on average are not worth a partition. */
const PARTITION_BITS: u32 = 13
const CELL_BITS: u32 = 18
const CELL_BYTES: usize = 1 << (CELL_BITS - 3)

/**
 * Groups the entries by their keys. Overwrites them and the room for as many entries at `spare`. Returns the location of the result: the
 * number of groups of two or more, then where each of them begins in the list of members and where the last one ends, and from word
 * 2 + floor(count / 2) on the members, which are positions in the order of the entries.
 *
 * @param count at least 2
 * @param words how many words of the keys are compared: at least 2
 * @param boundary only groups with positions below and from this one on are listed; 0: all groups
 * @param scratch memory for DIGITS words and 2 * CELL_BYTES bytes
 */
export function groupKeys(
  entries: usize,
  count: u32,
  isLong: bool,
  words: u32,
  boundary: u32,
  spare: usize,
  scratch: usize,
): usize {
  const members = (2 + (count >> 1)) << 2
  const end = keepRepeated(entries, count, isLong, spare, scratch)
  const bytes = end - entries
  const kept = <u32>(bytes / entryBytesOf(isLong))
  // Few keys are sorted by few bits: if there are as many values as keys, few different keys have the same one.
  let bits: u32 = 0
  for (; bits < 32 && kept >> bits != 0; bits += DIGIT_BITS) {
    sortByBits(entries, entries + bytes, isLong, 0, bits, DIGIT_BITS, spare, scratch)
    const sorted = spare
    spare = entries
    entries = sorted
  }
  const mask: u32 = bits < 32 ? (1 << bits) - 1 : 0xffffffff
  const restMask: u64 = words > 3 ? u64.MAX_VALUE : words > 2 ? 0xffffffff : 0
  return listGroups(entries, entries + bytes, isLong, mask, restMask, boundary, spare, spare + members)
}

/** Moves the entries whose keys may be repeated to the front, and returns where they end. */
function keepRepeated(entries: usize, count: u32, isLong: bool, spare: usize, scratch: usize): usize {
  const bytes = usize(count) * entryBytesOf(isLong)
  const cells = scratch + (DIGITS << 2)
  let bits: u32 = 0
  while (bits < DIGIT_BITS && count >> (PARTITION_BITS + bits) != 0) bits++
  if (bits == 0) return keepOfPartition(entries, entries + bytes, isLong, 0, cells, entries)
  sortByBits(entries, entries + bytes, isLong, HIGH, 32 - bits, bits, spare, scratch)
  let end = entries
  let partition = spare
  for (let counter = scratch; counter < scratch + (4 << bits); counter += 4) {
    const partitionEnd: usize = load<u32>(counter)
    end = keepOfPartition(partition, partitionEnd, isLong, bits, cells, end)
    partition = partitionEnd
  }
  return end
}

/** Moves the entries of a partition whose keys may be repeated, and returns where they end. */
function keepOfPartition(
  entries: usize,
  end: usize,
  isLong: bool,
  partitionBits: u32,
  cells: usize,
  to: usize,
): usize {
  const entryBytes = entryBytesOf(isLong)
  memory.fill(cells, 0, 2 * CELL_BYTES)
  for (let at = entries; at < end; at += entryBytes) {
    const cell = cellOf(at, partitionBits)
    if (hasCell(cells, cell)) addCell(cells + CELL_BYTES, cell)
    else addCell(cells, cell)
  }
  for (let at = entries; at < end; at += entryBytes) {
    if (!hasCell(cells + CELL_BYTES, cellOf(at, partitionBits))) continue
    moveEntry(at, to, isLong)
    to += entryBytes
  }
  return to
}

// @ts-ignore: decorator
@inline
function cellOf(entry: usize, partitionBits: u32): u32 {
  return (load<u32>(entry, HIGH) << partitionBits) >> (32 - CELL_BITS)
}

// @ts-ignore: decorator
@inline
function hasCell(cells: usize, cell: u32): bool {
  return ((load<u8>(cells + (cell >> 3)) >> (cell & 7)) & 1) != 0
}

// @ts-ignore: decorator
@inline
function addCell(cells: usize, cell: u32): void {
  const at = cells + (cell >> 3)
  store<u8>(at, load<u8>(at) | (<u8>1 << <u8>(cell & 7)))
}

/** Sorts entries by some bits of the word at an offset. Afterwards, the counters are where the entries of each value end. */
function sortByBits(
  entries: usize,
  end: usize,
  isLong: bool,
  offset: usize,
  shift: u32,
  bits: u32,
  to: usize,
  counters: usize,
): void {
  const entryBytes = entryBytesOf(isLong)
  const mask: u32 = (1 << bits) - 1
  memory.fill(counters, 0, 4 << bits)
  for (let at = entries; at < end; at += entryBytes) {
    const counter = counters + (((load<u32>(at + offset) >> shift) & mask) << 2)
    store<u32>(counter, load<u32>(counter) + 1)
  }
  // From here on, the counters are where the next entry with their value goes.
  let next = to
  for (let counter = counters; counter < counters + (4 << bits); counter += 4) {
    const size = load<u32>(counter)
    store<u32>(counter, <u32>next)
    next += usize(size) * entryBytes
  }
  for (let at = entries; at < end; at += entryBytes) {
    const counter = counters + (((load<u32>(at + offset) >> shift) & mask) << 2)
    const target = load<u32>(counter)
    moveEntry(at, target, isLong)
    store<u32>(counter, target + <u32>entryBytes)
  }
}

/** Lists the groups of entries that are sorted by the bits of `mask`. */
function listGroups(
  entries: usize,
  end: usize,
  isLong: bool,
  mask: u32,
  restMask: u64,
  boundary: u32,
  result: usize,
  members: usize,
): usize {
  const entryBytes = entryBytesOf(isLong)
  let member = members
  let start = result + 4
  store<u32>(start, 0)
  for (let run = entries; run < end; ) {
    const value = load<u32>(run) & mask
    let runEnd = run + entryBytes
    while (runEnd < end && (load<u32>(runEnd) & mask) == value) runEnd += entryBytes
    const next = runEnd
    // Lists the entries with the first key of the run, and keeps the others, until fewer than two are left.
    while (runEnd - run > entryBytes) {
      const key = load<u64>(run)
      const rest = isLong ? load<u64>(run, REST) & restMask : 0
      const group = member
      let others = run
      for (let at = run; at < runEnd; at += entryBytes) {
        if (load<u64>(at) == key && (!isLong || (load<u64>(at, REST) & restMask) == rest)) {
          store<u32>(member, load<u32>(at, POSITION))
          member += 4
        } else {
          moveEntry(at, others, isLong)
          others += entryBytes
        }
      }
      if (member - group > 4 && (boundary == 0 || (load<u32>(group) < boundary && load<u32>(member - 4) >= boundary))) {
        start += 4
        store<u32>(start, <u32>((member - members) >> 2))
      } else {
        member = group
      }
      runEnd = others
    }
    run = next
  }
  store<u32>(result, <u32>((start - result - 4) >> 2))
  return result
}
