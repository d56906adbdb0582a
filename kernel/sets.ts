// Sets for verification: sorting, and the overlap of two sorted sets.

const DIGITS: u32 = 256

/** The maximum number of words that are sorted by comparing each with all others. */
const MAX_RANKED: u32 = 28

/** The maximum number of words that are sorted by buckets. */
const MAX_THROWN: u32 = 4095

/** The number of buckets has this many more bits than the number of words, so there are four to eight times as many. */
const BUCKET_BITS: u32 = 2

/** Multiplying a number by this copies it into four counters of two bytes. */
const IN_FOUR: u64 = 0x0001000100010001

/**
 * Writes the `count` words at `words` to `set`, in ascending order and without repeats, and returns how many remain. Overwrites `words` and
 * `scratch`, which has room for as many words; up to 16 bytes after the end of both may be overwritten. `counters` has 32 KB. The words are
 * hashes: after a few hundred of them are distributed by their highest bits into four to eight times as many buckets, they are nearly
 * sorted, and one more pass finishes the job.
 */
export function sortSet(words: usize, count: u32, set: usize, scratch: usize, counters: usize): u32 {
  if (count <= MAX_RANKED) return rankAll(words, count, set, scratch)
  if (count > MAX_THROWN) radixSort(words, count, scratch, counters)
  else {
    throwInBuckets(words, count, scratch, counters)
    words = scratch
  }
  return insertAll(words, count, set)
}

/**
 * Writes each word to the place that the number of smaller ones says. That is n² comparisons, but four at a time and without a branch that
 * depends on the words, so for a few words it is much faster than inserting them one after the other.
 */
function rankAll(words: usize, count: u32, set: usize, scratch: usize): u32 {
  if (count == 0) return 0
  const end = words + (count << 2)
  // The largest word fills up the last four: it is smaller than none, and its own place is after all others.
  v128.store(end, i32x4.splat(-1))
  // Only signed words can be compared in one instruction.
  const sign = i32x4.splat(0x80000000)
  for (let at = words; at < end; at += 16) v128.store(at, v128.xor(v128.load(at), sign))
  memory.fill(scratch, 0, count << 2)
  for (let at = words; at < end; at += 16) {
    const four = v128.load(at)
    let smaller = i32x4.splat(0)
    for (let other = words; other < end; other += 4) {
      smaller = i32x4.sub(smaller, i32x4.gt_s(four, v128.load32_splat(other)))
    }
    const values = v128.xor(four, sign)
    store<i32>(scratch + (<usize>i32x4.extract_lane(smaller, 0) << 2), i32x4.extract_lane(values, 0))
    store<i32>(scratch + (<usize>i32x4.extract_lane(smaller, 1) << 2), i32x4.extract_lane(values, 1))
    store<i32>(scratch + (<usize>i32x4.extract_lane(smaller, 2) << 2), i32x4.extract_lane(values, 2))
    store<i32>(scratch + (<usize>i32x4.extract_lane(smaller, 3) << 2), i32x4.extract_lane(values, 3))
  }
  // Repeats of a word have the same place, and those after it stay zero. A word that is zero comes first.
  store<u32>(set, load<u32>(scratch))
  let last = set + 4
  const scratchEnd = scratch + (count << 2)
  for (let at = scratch + 4; at < scratchEnd; at += 4) {
    const value = load<u32>(at)
    store<u32>(last, value)
    last += usize(value != 0) << 2
  }
  return <u32>((last - set) >> 2)
}

/** Writes the words to `out`, in the order of their highest bits. */
function throwInBuckets(words: usize, count: u32, out: usize, counters: usize): void {
  const shift = clz(count) - BUCKET_BITS
  memory.fill(counters, 0, 2 << (32 - shift))
  const end = words + (count << 2)
  for (let at = words; at < end; at += 4) {
    const counter = counters + ((load<u32>(at) >> shift) << 1)
    store<u16>(counter, load<u16>(counter) + 1)
  }
  // Turns counts into start offsets, four at a time: multiplying four counts by ones gives their running totals.
  const countersEnd = counters + (2 << (32 - shift))
  let before: u64 = 0
  for (let at = counters; at < countersEnd; at += 8) {
    const numbers = load<u64>(at)
    const sums = numbers * IN_FOUR
    store<u64>(at, sums - numbers + before * IN_FOUR)
    before += sums >> 48
  }
  for (let at = words; at < end; at += 4) {
    const value = load<u32>(at)
    const counter = counters + ((value >> shift) << 1)
    const to = <u32>load<u16>(counter)
    store<u16>(counter, to + 1)
    store<u32>(out + (to << 2), value)
  }
}

/** A radix sort with four passes, one per byte; the bytes of all passes are counted in a single pass. */
function radixSort(words: usize, count: u32, scratch: usize, counters: usize): void {
  memory.fill(counters, 0, DIGITS << 4)
  for (let i: u32 = 0; i < count; i++) {
    const value = load<u32>(words + (i << 2))
    increment(counters, value & 255)
    increment(counters + (DIGITS << 2), (value >> 8) & 255)
    increment(counters + (DIGITS << 3), (value >> 16) & 255)
    increment(counters + DIGITS * 12, value >> 24)
  }
  let from = words
  let to = scratch
  for (let pass: u32 = 0; pass < 4; pass++) {
    const starts = counters + pass * (DIGITS << 2)
    let sum: u32 = 0
    for (let digit: u32 = 0; digit < DIGITS; digit++) {
      const number = load<u32>(starts + (digit << 2))
      store<u32>(starts + (digit << 2), sum)
      sum += number
    }
    const shift = pass << 3
    for (let i: u32 = 0; i < count; i++) {
      const value = load<u32>(from + (i << 2))
      const counter = starts + (((value >> shift) & 255) << 2)
      const at = load<u32>(counter)
      store<u32>(counter, at + 1)
      store<u32>(to + (at << 2), value)
    }
    const swap = from
    from = to
    to = swap
  }
}

// @ts-ignore: decorator
@inline
function increment(counters: usize, digit: u32): void {
  const at = counters + (digit << 2)
  store<u32>(at, load<u32>(at) + 1)
}

/** Inserts the words into a sorted set, one after the other. This is fast if they are nearly sorted. */
function insertAll(words: usize, count: u32, set: usize): u32 {
  if (count == 0) return 0
  let last = load<u32>(words)
  store<u32>(set, last)
  let end = set + 4
  const wordsEnd = words + (count << 2)
  for (let from = words + 4; from < wordsEnd; from += 4) {
    const value = load<u32>(from)
    if (value > last) {
      store<u32>(end, value)
      end += 4
      last = value
    } else if (value < last) end = insert(value, set, end)
  }
  return <u32>((end - set) >> 2)
}

/** Inserts a word that is smaller than the last of the set, and returns the new end of the set. */
function insert(value: u32, set: usize, end: usize): usize {
  let at = end - 4
  while (at > set && load<u32>(at - 4) > value) at -= 4
  if (at > set && load<u32>(at - 4) == value) return end
  for (let from = end; from > at; from -= 4) store<u32>(from, load<u32>(from - 4))
  store<u32>(at, value)
  return end + 4
}

/**
 * The overlap of two sorted sets if it is at least `required`, otherwise −1. Stops as soon as that is out of reach. Compares four elements
 * of one set with four of the other: all sixteen comparisons at once.
 */
export function overlapAtLeast(x: usize, sizeX: u32, y: usize, sizeY: u32, required: i32): i32 {
  const endX = x + (sizeX << 2)
  const endY = y + (sizeY << 2)
  let overlap: i32 = 0
  // How many elements of each set may be missing from the other.
  const spareX = <i32>sizeX - required
  const spareY = <i32>sizeY - required
  if (spareX < 0 || spareY < 0) return -1
  const startX = x
  const startY = y
  while (x + 16 <= endX && y + 16 <= endY) {
    const fourX = v128.load(x)
    const fourY = v128.load(y)
    const equal = v128.or(
      v128.or(
        i32x4.eq(fourX, fourY),
        i32x4.eq(fourX, i8x16.shuffle(fourY, fourY, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3)),
      ),
      v128.or(
        i32x4.eq(fourX, i8x16.shuffle(fourY, fourY, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)),
        i32x4.eq(fourX, i8x16.shuffle(fourY, fourY, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)),
      ),
    )
    overlap += popcnt(i32x4.bitmask(equal))
    const lastX = load<u32>(x + 12)
    const lastY = load<u32>(y + 12)
    x += usize(lastX <= lastY) << 4
    y += usize(lastY <= lastX) << 4
    // Elements that have been passed without being found in the other set are not in the overlap.
    if (<i32>((x - startX) >> 2) - overlap > spareX || <i32>((y - startY) >> 2) - overlap > spareY) return -1
  }
  while (x < endX && y < endY) {
    const oneX = load<u32>(x)
    const oneY = load<u32>(y)
    overlap += i32(oneX == oneY)
    x += usize(oneX <= oneY) << 2
    y += usize(oneY <= oneX) << 2
  }
  return overlap >= required ? overlap : -1
}
