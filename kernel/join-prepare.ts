// The steps that prepare sets for a join. Each works on a range of sets, so that workers can share the work. This is the kernel's version
// of src/join/fast/join-block.ts and prepare-join.ts, which describe the result; src/kernel/join-prepare.ts runs the steps in order.

/** The rank of an element that no other set contains. */
const UNSHARED: u32 = 0xffffffff

/** Sets up to this size are sorted by comparing every two elements, larger ones byte by byte. */
const SHORT: u32 = 64

/** The maximum of an array of numbers. */
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

/** Writes the maximum to `out`. */
export function findLargest(numbers: usize, size: u32, out: usize): void {
  store<u32>(out, largestOf(numbers, size))
}

/**
 * Writes the address of each set of a part, in words of the memory, and its size.
 *
 * @param offsets of the sets in the part; one more than there are sets
 * @param base the word that offset 0 refers to
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
 * Divides sets of these sizes into at most `maxRanges` ranges with about the same number of elements. Writes the end of each range, and
 * returns how many there are.
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

// A set can be anywhere in memory: `begins` has its first word, and `sizes` its number of words.

/** Counts how often each number occurs in the sets from `from` to before `to`. All `counts` must be 0 at the start. */
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

/** The same, but the sum is 0 if one of the two is 0: an element that only one of two collections contains is unshared. */
export function addSharedCounts(counts: usize, more: usize, kinds: u32): void {
  const end = counts + (<usize>kinds << 2)
  for (let at = counts; at < end; at += 4, more += 4) {
    const one = load<u32>(at)
    const other = load<u32>(more)
    store<u32>(at, one == 0 || other == 0 ? 0 : one + other)
  }
}

/**
 * Replaces the frequency of each number with its rank by ascending frequency (a counting sort), or with UNSHARED if the frequency is below
 * 2. Returns the number of ranks.
 *
 * @param next zeros; two more than the highest frequency
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

/** Replaces numbers with ranks. Unshared elements are dropped, and the others move to the front of their set. */
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
 * Orders the sets that still have elements by ascending size (a counting sort), and returns their number.
 *
 * @param next zeros; two more than the largest size
 * @param ids the set at each position
 * @param orderedSizes the size of the set at each position
 * @param starts the start of the elements at each position, and the end of the last
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
 * Copies the sets at positions from `from` to before `to` to their new addresses, sorts their elements, and builds their bitmaps.
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
      // Without a branch, because the processor could not predict it.
      high |= select<u64>(bit, 0, (rank & 64) != 0)
      low |= select<u64>(0, bit, (rank & 64) != 0)
    }
    store<u64>(bitmaps + (<usize>position << 4), low)
    store<u64>(bitmaps + (<usize>position << 4), high, 8)
  }
}

/** The index of a rank is the number of smaller ranks. This takes more comparisons than an insertion sort, but no branches. */
function sortByComparison(source: usize, size: u32, target: usize, copy: usize): void {
  const bytes = <usize>size << 2
  memory.copy(copy, source, bytes)
  // The last four are padded with a value that is smaller than no rank; ranks are below 2^31.
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

/** A radix sort by bytes, starting with the lowest, alternating between source and target. */
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

/** Adds 1 to a word, and returns its previous value. */
// @ts-ignore: decorator
@inline
function increase(at: usize): u32 {
  const value = load<u32>(at)
  store<u32>(at, value + 1)
  return value
}

/** For each rank, counts the sets from position `from` to before `to` that have it in their prefix. */
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
 * Each range of sets has counted its entries for each rank. Replaces each count with the index of the first of these entries. The lists of
 * the ranks are stored one after the other, and in each list the ranges. Returns the total number of entries.
 *
 * @param counts of the first range; those of the next begin `stride` bytes later
 * @param listStarts one more than there are ranks
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

/** Adds the same sets to the lists of the ranks; `next` is the index of the next entry of each list. */
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

/** The length of the prefix of a set: any match must share at least one of its elements. */
// @ts-ignore: decorator
@inline
function prefixOf(position: u32, starts: usize, classOf: usize, minOverlaps: usize): u32 {
  const word = <usize>position << 2
  const kept = load<u32>(starts + word, 4) - load<u32>(starts + word)
  const required = load<u32>(minOverlaps + (<usize>load<u32>(classOf + word) << 2))
  return kept < required ? 0 : kept - required + 1
}
