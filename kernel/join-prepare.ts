// The steps that make sets ready for a join, each on a range of sets, so that workers can share them. The twin of
// src/join/fast/join-block.ts and prepare-join.ts, which say what comes out; src/kernel/join-prepare.ts puts them in order.

/** Stands for an element that has nothing in common with anything. */
const UNSHARED: u32 = 0xffffffff

/** Up to this size a set is sorted by comparing all with all, beyond it by bytes. */
const SHORT: u32 = 64

/** The largest of some numbers. */
export function largestOf(numbers: usize, size: u32): u32 {
  const end = numbers + (<usize>size << 2)
  let at = numbers
  let four = i32x4.splat(0)
  for (; at + 16 <= end; at += 16) four = i32x4.max_u(four, v128.load(at))
  let largest = max(
    max(<u32>i32x4.extract_lane(four, 0), <u32>i32x4.extract_lane(four, 1)),
    max(<u32>i32x4.extract_lane(four, 2), <u32>i32x4.extract_lane(four, 3)),
  )
  for (; at < end; at += 4) largest = max(largest, load<u32>(at))
  return largest
}

/** The same, written to `out`. */
export function findLargest(numbers: usize, size: u32, out: usize): void {
  store<u32>(out, largestOf(numbers, size))
}

/**
 * For each set of a part where it begins, in words of the memory, and its size.
 *
 * @param offsets of the part, one more than sets
 * @param base the word at which offset 0 would be
 */
export function spreadOffsets(offsets: usize, count: u32, base: i32, begins: usize, sizes: usize): void {
  for (let set: u32 = 0; set < count; set++) {
    const word = <usize>set << 2
    const start = load<u32>(offsets + word)
    store<u32>(begins + word, start + base)
    store<u32>(sizes + word, load<u32>(offsets + word, 4) - start)
  }
}

/**
 * Cuts sets of these sizes into at most `maxRanges` ranges with about as many elements each: writes where each ends, and returns how
 * many there are.
 */
export function cutSets(sizes: usize, count: u32, maxRanges: u32, ends: usize): u32 {
  let total: u64 = 0
  for (let set: u32 = 0; set < count; set++) total += load<u32>(sizes + (<usize>set << 2))
  const share = (total + maxRanges - 1) / maxRanges
  let ranges: u32 = 0
  let elements: u64 = 0
  for (let set: u32 = 0; set < count; set++) {
    elements += load<u32>(sizes + (<usize>set << 2))
    if (set + 1 < count && (elements < share || ranges == maxRanges - 1)) continue
    store<u32>(ends + (<usize>ranges << 2), set + 1)
    ranges++
    elements = 0
  }
  return ranges
}

// A set can be anywhere in memory: `begins` is its first word, `sizes` how many words.

/** Counts how often each number occurs in the sets from `from` to before `to`; `counts` must be zeros. */
export function countNumbers(begins: usize, sizes: usize, counts: usize, from: u32, to: u32): void {
  for (let set = from; set < to; set++) {
    const word = <usize>set << 2
    const start = <usize>load<u32>(begins + word) << 2
    const end = start + (<usize>load<u32>(sizes + word) << 2)
    for (let at = start; at < end; at += 4) {
      const number = load<u32>(at)
      if (number != UNSHARED) increase(counts + (<usize>number << 2))
    }
  }
}

/** Adds the second counts to the first. */
export function addCounts(counts: usize, more: usize, kinds: u32): void {
  const end = counts + (<usize>kinds << 2)
  for (let at = counts; at < end; at += 4, more += 4) store<u32>(at, load<u32>(at) + load<u32>(more))
}

/** The same, but 0 where one of the two is 0: what only one of two collections has is shared by none. */
export function addSharedCounts(counts: usize, more: usize, kinds: u32): void {
  const end = counts + (<usize>kinds << 2)
  for (let at = counts; at < end; at += 4, more += 4) {
    const one = load<u32>(at)
    const other = load<u32>(more)
    store<u32>(at, one == 0 || other == 0 ? 0 : one + other)
  }
}

/**
 * Replaces the frequency of each number by its rank, by ascending frequency (a counting sort); UNSHARED below 2. Returns
 * how many ranks there are.
 *
 * @param next zeros, two more than the highest frequency
 */
export function rankNumbers(frequencies: usize, kinds: u32, next: usize, highest: u32): u32 {
  const end = frequencies + (<usize>kinds << 2)
  for (let at = frequencies; at < end; at += 4) {
    const frequency = load<u32>(at)
    if (frequency > 1) increase(next + (<usize>frequency << 2) + 4)
  }
  for (let frequency: usize = 1; frequency <= highest + 1; frequency++) {
    const at = next + (frequency << 2)
    store<u32>(at, load<u32>(at) + load<u32>(at - 4))
  }
  const ranks = load<u32>(next + (<usize>highest << 2), 4)
  for (let at = frequencies; at < end; at += 4) {
    const frequency = load<u32>(at)
    store<u32>(at, frequency > 1 ? increase(next + (<usize>frequency << 2)) : UNSHARED)
  }
  return ranks
}

/** Replaces numbers by ranks. Unshared elements are dropped: the others move to the front of their set. */
export function rankSets(begins: usize, sizes: usize, rankOf: usize, kept: usize, from: u32, to: u32): void {
  for (let set = from; set < to; set++) {
    const word = <usize>set << 2
    const start = <usize>load<u32>(begins + word) << 2
    const end = start + (<usize>load<u32>(sizes + word) << 2)
    let next = start
    for (let at = start; at < end; at += 4) {
      const number = load<u32>(at)
      const rank = number == UNSHARED ? UNSHARED : load<u32>(rankOf + (<usize>number << 2))
      store<u32>(next, rank)
      next += rank == UNSHARED ? 0 : 4
    }
    store<u32>(kept + word, <u32>((next - start) >> 2))
  }
}

/**
 * Orders the sets of which something is kept by ascending size (a counting sort), and returns their number.
 *
 * @param next zeros, two more than the largest size
 * @param ids for each position the set
 * @param orderedSizes for each position the size of its set
 * @param starts for each position where its elements begin, and where the last end
 */
export function placeSets(
  sizes: usize,
  kept: usize,
  count: u32,
  next: usize,
  largest: u32,
  ids: usize,
  orderedSizes: usize,
  starts: usize,
): u32 {
  const end = <usize>count << 2
  for (let set: usize = 0; set < end; set += 4) {
    if (load<u32>(kept + set) != 0) increase(next + (<usize>load<u32>(sizes + set) << 2) + 4)
  }
  for (let size: usize = 1; size <= largest + 1; size++) {
    const at = next + (size << 2)
    store<u32>(at, load<u32>(at) + load<u32>(at - 4))
  }
  const used = load<u32>(next + (<usize>largest << 2), 4)
  for (let set: u32 = 0; set < count; set++) {
    const word = <usize>set << 2
    if (load<u32>(kept + word) == 0) continue
    const size = load<u32>(sizes + word)
    const position = <usize>increase(next + (<usize>size << 2)) << 2
    store<u32>(ids + position, set)
    store<u32>(orderedSizes + position, size)
  }
  let sum: u32 = 0
  for (let position: u32 = 0; position < used; position++) {
    const word = <usize>position << 2
    store<u32>(starts + word, sum)
    sum += load<u32>(kept + (<usize>load<u32>(ids + word) << 2))
  }
  store<u32>(starts + (<usize>used << 2), sum)
  return used
}

/**
 * Copies the sets from position `from` to before `to` to their positions, sorted, and makes their bitmaps.
 *
 * @param bytes how many bytes of a rank are used
 * @param scratch 256 words, used only by this call
 */
export function sortSets(
  begins: usize,
  ids: usize,
  starts: usize,
  elements: usize,
  bitmaps: usize,
  bytes: u32,
  scratch: usize,
  from: u32,
  to: u32,
): void {
  for (let position = from; position < to; position++) {
    const word = <usize>position << 2
    const set = <usize>load<u32>(ids + word) << 2
    const source = <usize>load<u32>(begins + set) << 2
    const start = load<u32>(starts + word)
    const size = load<u32>(starts + word, 4) - start
    const target = elements + (<usize>start << 2)
    if (size <= SHORT) sortByComparison(source, size, target, scratch)
    else sortByBytes(source, size, target, bytes, scratch)
    let low: u64 = 0
    let high: u64 = 0
    const end = target + (<usize>size << 2)
    for (let at = target; at < end; at += 4) {
      const rank = load<u32>(at)
      const bit = (<u64>1) << (rank & 63)
      // Without a branch: nobody could foretell it.
      high |= select<u64>(bit, 0, (rank & 64) != 0)
      low |= select<u64>(0, bit, (rank & 64) != 0)
    }
    store<u64>(bitmaps + (<usize>position << 4), low)
    store<u64>(bitmaps + (<usize>position << 4), high, 8)
  }
}

/** The index of a rank is the number of smaller ones: more comparisons than in an insertion sort, but no branch. */
function sortByComparison(source: usize, size: u32, target: usize, copy: usize): void {
  const bytes = <usize>size << 2
  memory.copy(copy, source, bytes)
  // The last four are filled up with what is smaller than nothing; ranks are below 2^31.
  v128.store(copy + bytes, i32x4.splat(i32.MAX_VALUE))
  const end = copy + bytes
  for (let at = copy; at < end; at += 8) {
    const one = v128.load32_splat(at)
    const two = v128.load32_splat(at, 4)
    let belowOne = i32x4.splat(0)
    let belowTwo = i32x4.splat(0)
    for (let other = copy; other < end; other += 16) {
      const four = v128.load(other)
      belowOne = i32x4.sub(belowOne, i32x4.lt_s(four, one))
      belowTwo = i32x4.sub(belowTwo, i32x4.lt_s(four, two))
    }
    store<u32>(target + (<usize>sumOf(belowOne) << 2), load<u32>(at))
    if (at + 4 < end) store<u32>(target + (<usize>sumOf(belowTwo) << 2), load<u32>(at, 4))
  }
}

// @ts-ignore: decorator
@inline
function sumOf(four: v128): i32 {
  const two = i32x4.add(four, i32x4.shuffle(four, four, 2, 3, 0, 1))
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1)
}

/** By counting, byte by byte from the last, to and fro between source and target. */
function sortByBytes(source: usize, size: u32, target: usize, bytes: u32, counters: usize): void {
  let x = source
  let y = target
  for (let shift: u32 = 0; shift < bytes << 3; shift += 8) {
    memory.fill(counters, 0, 1024)
    const end = x + (<usize>size << 2)
    for (let at = x; at < end; at += 4) increase(counters + digitOf(load<u32>(at), shift))
    let sum: u32 = 0
    for (let counter = counters; counter < counters + 1024; counter += 4) {
      const count = load<u32>(counter)
      store<u32>(counter, sum)
      sum += count
    }
    for (let at = x; at < end; at += 4) {
      const rank = load<u32>(at)
      store<u32>(y + (<usize>increase(counters + digitOf(rank, shift)) << 2), rank)
    }
    const last = x
    x = y
    y = last
  }
  if (x != target) memory.copy(target, x, <usize>size << 2)
}

// @ts-ignore: decorator
@inline
function digitOf(rank: u32, shift: u32): usize {
  return <usize>((rank >> shift) & 255) << 2
}

/** Adds 1 to a word; returns what it was. */
// @ts-ignore: decorator
@inline
function increase(at: usize): u32 {
  const value = load<u32>(at)
  store<u32>(at, value + 1)
  return value
}

/** Counts for each rank the sets from position `from` to before `to` that have it in their prefix. */
export function countPrefixes(
  starts: usize,
  elements: usize,
  classOf: usize,
  minOverlaps: usize,
  from: u32,
  to: u32,
  counts: usize,
  ranks: u32,
): void {
  memory.fill(counts, 0, <usize>ranks << 2)
  for (let position = from; position < to; position++) {
    const start = load<u32>(starts + (<usize>position << 2))
    const end = start + prefixOf(position, starts, classOf, minOverlaps)
    for (let at = start; at < end; at++) {
      increase(counts + (<usize>load<u32>(elements + (<usize>at << 2)) << 2))
    }
  }
}

/**
 * For each rank, replaces the number of entries of each share of the sets by the index of the first; the lists are stored
 * one after the other, and in each the shares. Returns the number of all entries.
 *
 * @param counts of the first share; those of the next begin `stride` bytes further on
 * @param listStarts one more than ranks
 */
export function startLists(
  counts: usize,
  stride: usize,
  shares: u32,
  ranks: u32,
  listStarts: usize,
): u32 {
  let end: u32 = 0
  for (let rank: u32 = 0; rank < ranks; rank++) {
    const word = <usize>rank << 2
    store<u32>(listStarts + word, end)
    let next = counts + word
    for (let share: u32 = 0; share < shares; share++, next += stride) {
      const entries = load<u32>(next)
      store<u32>(next, end)
      end += entries
    }
  }
  store<u32>(listStarts + (<usize>ranks << 2), end)
  return end
}

/** Enters the same sets into the lists of the ranks; `next` says where the next entry of each list goes. */
export function fillLists(
  starts: usize,
  elements: usize,
  classOf: usize,
  minOverlaps: usize,
  from: u32,
  to: u32,
  next: usize,
  entries: usize,
): void {
  for (let position = from; position < to; position++) {
    const start = load<u32>(starts + (<usize>position << 2))
    const setEnd = load<u32>(starts + (<usize>position << 2), 4)
    const end = start + prefixOf(position, starts, classOf, minOverlaps)
    for (let at = start; at < end; at++) {
      const rank = load<u32>(elements + (<usize>at << 2))
      const entry = entries + (<usize>increase(next + (<usize>rank << 2)) << 3)
      store<u32>(entry, position)
      store<u32>(entry, setEnd - at, 4)
    }
  }
}

/** How many leading elements of a set any match must share one of. */
// @ts-ignore: decorator
@inline
function prefixOf(position: u32, starts: usize, classOf: usize, minOverlaps: usize): u32 {
  const word = <usize>position << 2
  const kept = load<u32>(starts + word, 4) - load<u32>(starts + word)
  const required = load<u32>(minOverlaps + (<usize>load<u32>(classOf + word) << 2))
  return kept < required ? 0 : kept - required + 1
}
