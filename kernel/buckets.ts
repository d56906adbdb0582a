// Which documents of a sample share the key of a band: the same buckets in the same order as src/band/keys.ts and src/band/buckets.ts
// give together.

import { mix32 } from './mix'

/** Addresses and numbers, four bytes each, in the order in which src/kernel/wasm-band-buckets.ts writes them. */
// @ts-ignore: decorator
@unmanaged
class Band {
  /** Signatures of `slots` words. */
  values: usize
  slots: u32
  /** The first slot of the band, the number of its rows, and the seeds of the two halves of its keys. */
  first: u32
  rows: u32
  lowSeed: u32
  highSeed: u32
  /** The numbers of the documents, ascending. */
  members: usize
  count: u32
  /** At least 2: smaller buckets are left out. */
  minSize: u32
  /** The cell of a key is its low half, shifted right by this. */
  shift: u32
  /** Scratch memory: a word per cell, twice; keys of eight bytes; a word per member. */
  sizes: usize
  starts: usize
  keys: usize
  /**
   * Output: the members of all buckets, with room for one more than there are members, and two words for each bucket: where it starts and
   * ends.
   */
  order: usize
  buckets: usize
}

/** Up to this many members of a cell are sorted by insertion. */
const FEW: u32 = 16

/**
 * Groups the members by their key. Returns the number of buckets. Whether a cell has enough members is hard to predict, so nearly nothing
 * branches on it.
 */
export function groupBand(band: Band): u32 {
  const count = band.count
  const members = band.members
  const order = band.order
  const sizes = band.sizes
  const starts = band.starts
  const minSize = band.minSize
  const keys = band.keys
  const shift = band.shift
  const cells: u32 = 1 << (32 - shift)
  memory.fill(sizes, 0, cells << 2)
  makeKeys(band)
  // The members of small cells are all written to the location after those of the others. The list of large cells replaces the sizes, which
  // are needed only before.
  const large = sizes
  let listed: u32 = 0
  let total: u32 = 0
  for (let cell: u32 = 0; cell < cells; cell++) {
    const size = load<u32>(sizes + (cell << 2))
    const isLarge = u32(size >= minSize)
    store<u32>(starts + (cell << 2), isLarge ? total : count)
    total += size & -isLarge
    store<u32>(large + (listed << 2), cell)
    listed += isLarge
  }
  if (total == 0) return 0
  for (let i: u32 = 0; i < count; i++) {
    const start = starts + ((load<u32>(keys + (i << 3)) >> shift) << 2)
    const at = load<u32>(start)
    store<u32>(order + (at << 2), i)
    store<u32>(start, at + u32(at < count))
  }
  // The start of each large cell is its end now.
  let bucket = band.buckets
  let start: u32 = 0
  for (let i: u32 = 0; i < listed; i++) {
    const end = load<u32>(starts + (load<u32>(large + (i << 2)) << 2))
    bucket = end - start == 2 ? cutPair(order, start, keys, bucket) : cutCell(order, start, end, keys, minSize, bucket)
    start = end
  }
  for (let at = order; at < order + (total << 2); at += 4) store<u32>(at, load<u32>(members + (load<u32>(at) << 2)))
  return <u32>((bucket - band.buckets) >> 3)
}

/** Writes the keys of the members, low half first, and counts the members of each cell. */
function makeKeys(band: Band): void {
  const rowBytes = band.slots << 2
  const values = band.values + (band.first << 2)
  const length = band.rows << 2
  for (let i: u32 = 0; i < band.count; i++) {
    let at = values + load<u32>(band.members + (i << 2)) * rowBytes
    const end = at + length
    let low = band.lowSeed
    let high = band.highSeed
    for (; at < end; at += 4) {
      const value = load<u32>(at)
      low = (low ^ value) * 0x9e3779b1
      low ^= low >> 15
      high = rotl<u32>(high, 13) * 0x85ebca77 + value
      high ^= high >> 16
    }
    const mixed = mix32(low)
    const key = band.keys + (i << 3)
    store<u32>(key, mixed)
    store<u32>(key, mix32(high ^ low), 4)
    const size = band.sizes + ((mixed >> band.shift) << 2)
    store<u32>(size, load<u32>(size) + 1)
  }
}

/** Writes the bucket of a cell of two members, if they have the same key. */
// @ts-ignore: decorator
@inline
function cutPair(order: usize, start: u32, keys: usize, bucket: usize): usize {
  store<u32>(bucket, start)
  store<u32>(bucket, start + 2, 4)
  return bucket + (usize(keyOf(order, start, keys) == keyOf(order, start + 1, keys)) << 3)
}

/** Writes the buckets of the cell of the members from `start` to before `end`, and returns where the next one is written. */
function cutCell(order: usize, start: u32, end: u32, keys: usize, minSize: u32, bucket: usize): usize {
  if (!haveOneKey(order, start, end, keys)) {
    if (end - start > FEW) heapSort(order + (start << 2), end - start, keys)
    else insertionSort(order + (start << 2), end - start, keys)
  }
  while (start < end) {
    const key = keyOf(order, start, keys)
    let stop = start + 1
    while (stop < end && keyOf(order, stop, keys) == key) stop++
    if (stop - start >= minSize) {
      store<u32>(bucket, start)
      store<u32>(bucket, stop, 4)
      bucket += 8
    }
    start = stop
  }
  return bucket
}

// @ts-ignore: decorator
@inline
function keyOf(order: usize, at: u32, keys: usize): u64 {
  return load<u64>(keys + (load<u32>(order + (at << 2)) << 3))
}

function haveOneKey(order: usize, start: u32, end: u32, keys: usize): bool {
  const key = keyOf(order, start, keys)
  for (let at = start + 1; at < end; at++) if (keyOf(order, at, keys) != key) return false
  return true
}

/** Whether member i comes before member j: by the low half of its key, the high half, and its number. */
// @ts-ignore: decorator
@inline
function isBefore(i: u32, j: u32, keys: usize): bool {
  const left = rotl<u64>(load<u64>(keys + (i << 3)), 32)
  const right = rotl<u64>(load<u64>(keys + (j << 3)), 32)
  return left < right || (left == right && i < j)
}

function insertionSort(list: usize, count: u32, keys: usize): void {
  for (let i: u32 = 1; i < count; i++) {
    const member = load<u32>(list + (i << 2))
    let at = list + (i << 2)
    for (; at > list && isBefore(member, load<u32>(at - 4), keys); at -= 4) store<u32>(at, load<u32>(at - 4))
    store<u32>(at, member)
  }
}

function heapSort(list: usize, count: u32, keys: usize): void {
  for (let root = count >> 1; root > 0; root--) sink(list, root - 1, count, keys)
  for (let last = count - 1; last > 0; last--) {
    const largest = load<u32>(list)
    store<u32>(list, load<u32>(list + (last << 2)))
    store<u32>(list + (last << 2), largest)
    sink(list, 0, last, keys)
  }
}

/** Moves the member at `root` down to where none below it comes after it. */
function sink(list: usize, root: u32, count: u32, keys: usize): void {
  const member = load<u32>(list + (root << 2))
  for (;;) {
    let child: u32 = root * 2 + 1
    if (child >= count) break
    let other = load<u32>(list + (child << 2))
    if (child + 1 < count && isBefore(other, load<u32>(list + (child << 2), 4), keys)) {
      child++
      other = load<u32>(list + (child << 2))
    }
    if (!isBefore(member, other, keys)) break
    store<u32>(list + (root << 2), other)
    root = child
  }
  store<u32>(list + (root << 2), member)
}
