// Writes the prefixes of sets, and their difference bits: the same as src/join/prefix-order.ts gives, in the layout that
// src/engine/stages/prefixes/prefix-keys.ts explains.

import { cellOf } from './mix'

/** Addresses and numbers, four bytes each, in the order in which src/kernel/wasm-prefix-writer.ts writes them. */
// @ts-ignore: decorator
@unmanaged
class PrefixWriter {
  /** A hash table of frequent elements. Each is followed by 1 + its rank by frequency; 0 is free. */
  ranks: usize
  shift: u32
  mask: u32
  /** Sets in ascending order, one after the other, and two words for each: its size, and the length of its prefix. */
  elements: usize
  sets: usize
  /** Scratch memory: eight bytes for each element of a set. */
  frequent: usize
  /** Output: 32 bytes for each set; 0 if bits are not requested. */
  bits: usize
}

/** An element of a prefix: see src/engine/stages/prefixes/prefix-keys.ts. */
export const ELEMENT_BYTES: usize = 16
export const INDEX_BITS: u32 = 10
/** Larger indexes count as this one, which only rules out fewer pairs. */
export const MAX_INDEX: u32 = (1 << INDEX_BITS) - 1

/** Writes the prefixes of sets to `out`, and returns where they end. The number of the first record is `first`. */
export function writePrefixes(writer: PrefixWriter, count: u32, first: u32, out: usize): usize {
  let start = writer.elements
  for (let i: u32 = 0; i < count; i++) {
    const set = writer.sets + (i << 3)
    const end = start + (load<u32>(set) << 2)
    if (writer.bits != 0) writeBits(start, end, writer.bits + (i << 5))
    out = writePrefix(writer, start, end, load<u32>(set, 4), first + i, out)
    start = end
  }
  return out
}

/** Elements by value, but with frequent ones after all others, by ascending frequency. */
function writePrefix(writer: PrefixWriter, start: usize, end: usize, length: u32, record: u32, out: usize): usize {
  const ranks = writer.ranks
  const shift = writer.shift
  const mask = writer.mask
  const location = record << INDEX_BITS
  let previous: u32 = 0
  let second: u32 = 0
  let index: u32 = 0
  let frequentEnd = writer.frequent
  for (let at = start; at < end && index < length; at += 4) {
    const element = load<u32>(at)
    let slot = cellOf(element, shift)
    let rank = load<u32>(ranks + (slot << 3), 4)
    while (rank != 0 && load<u32>(ranks + (slot << 3)) != element) {
      slot = (slot + 1) & mask
      rank = load<u32>(ranks + (slot << 3), 4)
    }
    if (rank == 0) {
      writeElement(out, element, location, index, previous, second)
      second = previous
      previous = element
      out += ELEMENT_BYTES
      index++
    } else {
      store<u64>(frequentEnd, (<u64>rank << 32) | element)
      frequentEnd += 8
    }
  }
  if (index == length) return out
  let heapSize = <u32>((frequentEnd - writer.frequent) >> 3)
  for (let root = heapSize >> 1; root > 0; root--) sink(writer.frequent, root - 1, heapSize)
  for (; index < length; index++) {
    const element = <u32>load<u64>(writer.frequent)
    heapSize--
    store<u64>(writer.frequent, load<u64>(writer.frequent + (heapSize << 3)))
    sink(writer.frequent, 0, heapSize)
    writeElement(out, element, location, index, previous, second)
    second = previous
    previous = element
    out += ELEMENT_BYTES
  }
  return out
}

// @ts-ignore: decorator
@inline
function writeElement(out: usize, element: u32, location: u32, index: u32, previous: u32, second: u32): void {
  store<u32>(out, element)
  store<u32>(out, location | min(index, MAX_INDEX), 4)
  store<u32>(out, index == 0 ? element : previous, 8)
  store<u32>(out, index == 0 ? element : index == 1 ? previous : second, 12)
}

/** Moves the number at `root` of a heap down to where none below it is smaller. */
function sink(heap: usize, root: u32, size: u32): void {
  const number = load<u64>(heap + (root << 3))
  for (;;) {
    let child: u32 = root * 2 + 1
    if (child >= size) break
    let other = load<u64>(heap + (child << 3))
    if (child + 1 < size && load<u64>(heap + (child << 3), 8) < other) {
      child++
      other = load<u64>(heap + (child << 3))
    }
    if (other >= number) break
    store<u64>(heap + (root << 3), other)
    root = child
  }
  store<u64>(heap + (root << 3), number)
}

/** Bit b says whether the number of elements whose leading bits are b is odd: src/engine/stages/prefixes/difference-bits.ts. */
function writeBits(at: usize, end: usize, out: usize): void {
  for (let word: u32 = 0; word < 4; word++, out += 8) {
    let bits: u64 = 0
    for (; at < end; at += 4) {
      const element = load<u32>(at)
      if (element >> 30 != word) break
      bits ^= <u64>1 << ((element >> 24) & 63)
    }
    store<u64>(out, bits)
  }
}

/**
 * Sorts the prefixes from `from` to before `end` by portion to `out`: stable. The portion of an element is the number in its bits from
 * `shift` on. Writes where each portion ends.
 */
export function sortByPortion(
  from: usize,
  end: usize,
  shift: u32,
  portions: u32,
  ends: usize,
  out: usize,
): void {
  const mask = portions - 1
  memory.fill(ends, 0, portions << 2)
  for (let at = from; at < end; at += ELEMENT_BYTES) {
    const counter = ends + (((load<u32>(at) >> shift) & mask) << 2)
    store<u32>(counter, load<u32>(counter) + ELEMENT_BYTES)
  }
  let total = <u32>out
  for (let counter = ends; counter < ends + (portions << 2); counter += 4) {
    const bytes = load<u32>(counter)
    store<u32>(counter, total)
    total += bytes
  }
  for (let at = from; at < end; at += ELEMENT_BYTES) {
    const counter = ends + (((load<u32>(at) >> shift) & mask) << 2)
    const to = <usize>load<u32>(counter)
    store<u32>(counter, <u32>(to + ELEMENT_BYTES))
    v128.store(to, v128.load(at))
  }
}
