// Groups entries by their keys, as keys.ts picked them.

import { entryBytesOf, moveEntry, POSITION, REST } from './keys'

const DIGIT_BITS: u32 = 11
const DIGITS: u32 = 1 << DIGIT_BITS

/**
 * Groups the entries by their keys. Overwrites them and the room for as many entries at `spare`. Returns the location of the result: the
 * number of groups of two or more, then where each of them begins in the list of members and where the last one ends, and from word
 * 2 + floor(count / 2) on the members, which are positions in the order of the entries.
 *
 * @param count at least 2
 * @param words how many words of the keys are compared: at least 2
 * @param counts scratch memory: DIGITS words
 */
export function groupKeys(
  entries: usize,
  count: u32,
  isLong: bool,
  words: u32,
  spare: usize,
  counts: usize,
): usize {
  const bytes: usize = usize(count) * entryBytesOf(isLong)
  // Few keys are sorted by few bits: if there are as many values as keys, few different keys have the same one.
  let bits: u32 = 0
  for (; bits < 32 && count >> bits != 0; bits += DIGIT_BITS) {
    sortByDigit(entries, entries + bytes, isLong, bits, spare, counts)
    const sorted = spare
    spare = entries
    entries = sorted
  }
  const mask: u32 = bits < 32 ? (1 << bits) - 1 : 0xffffffff
  const restMask: u64 = words > 3 ? u64.MAX_VALUE : words > 2 ? 0xffffffff : 0
  return listGroups(entries, entries + bytes, isLong, mask, restMask, spare, spare + ((2 + (count >> 1)) << 2))
}

/** Sorts the entries by the digit of their low halves that begins at a bit. */
function sortByDigit(entries: usize, end: usize, isLong: bool, bit: u32, to: usize, counts: usize): void {
  const entryBytes = entryBytesOf(isLong)
  memory.fill(counts, 0, DIGITS << 2)
  for (let at = entries; at < end; at += entryBytes) {
    const counter = counts + (((load<u32>(at) >> bit) & (DIGITS - 1)) << 2)
    store<u32>(counter, load<u32>(counter) + 1)
  }
  // From here on, the counters are where the next entry with their digit goes.
  let next = to
  for (let counter = counts; counter < counts + (DIGITS << 2); counter += 4) {
    const size = load<u32>(counter)
    store<u32>(counter, <u32>next)
    next += usize(size) * entryBytes
  }
  for (let at = entries; at < end; at += entryBytes) {
    const counter = counts + (((load<u32>(at) >> bit) & (DIGITS - 1)) << 2)
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
    // Lists the entries with the first key of the run, and keeps the others, until none is left.
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
      if (member - group > 4) {
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
