// Counts elements that occur several times among many, most of which occur once.

import { cellOf } from './mix'

/**
 * Moves the elements that may occur `minTimes` times or more to the front, and returns their number.
 *
 * @param cells memory for 2^bits bytes
 * @param minTimes at most 255
 */
export function keepRepeated(elements: usize, count: u32, cells: usize, bits: u32, minTimes: u32): u32 {
  const shift = 32 - bits
  const end = elements + (usize(count) << 2)
  memory.fill(cells, 0, usize(1) << bits)
  for (let at = elements; at < end; at += 4) {
    const cell = cells + cellOf(load<u32>(at), shift)
    const seen: u32 = load<u8>(cell)
    if (seen < minTimes) store<u8>(cell, seen + 1)
  }
  let kept = elements
  for (let at = elements; at < end; at += 4) {
    const element = load<u32>(at)
    if (load<u8>(cells + cellOf(element, shift)) < minTimes) continue
    store<u32>(kept, element)
    kept += 4
  }
  return <u32>((kept - elements) >> 2)
}

/**
 * Writes the elements that occur `minTimes` times or more to the table, each followed by its count, and returns their number.
 *
 * @param table memory for 2^bits entries of eight bytes, more than there are elements
 */
export function countRepeated(elements: usize, count: u32, table: usize, bits: u32, minTimes: u32): u32 {
  const shift = 32 - bits
  const mask: u32 = (1 << bits) - 1
  const end = elements + (usize(count) << 2)
  memory.fill(table, 0, usize(8) << bits)
  for (let at = elements; at < end; at += 4) {
    const element = load<u32>(at)
    let slot = cellOf(element, shift)
    let entry = table + (usize(slot) << 3)
    while (load<u32>(entry, 4) != 0 && load<u32>(entry) != element) {
      slot = (slot + 1) & mask
      entry = table + (usize(slot) << 3)
    }
    store<u32>(entry, element)
    store<u32>(entry, load<u32>(entry, 4) + 1, 4)
  }
  let found = table
  for (let entry = table; entry < table + (usize(8) << bits); entry += 8) {
    if (load<u32>(entry, 4) < minTimes) continue
    store<u64>(found, load<u64>(entry))
    found += 8
  }
  return <u32>((found - table) >> 3)
}
