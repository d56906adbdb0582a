// The lists of an exact search: the documents whose prefixes share an element. Entries are collected, grouped by element, and handed to
// kernel/prefix-pairs.ts one list at a time.

import { cellOf } from './mix'
import { Entry, ENTRY_BYTES, LONG_SIZE, PrefixTask } from './prefix-task'
import { ELEMENT_BYTES, INDEX_BITS, MAX_INDEX } from './prefixes'

/** A cell without entries that may be repeated. */
const UNUSED: u32 = 0xffffffff

/**
 * Adds the elements of a unit that are in this share and in distinct documents, and returns the number of all entries. The unit's sizes,
 * bits of distinct documents and marks are in the memory of the task.
 *
 * @param end the number of entries so far
 * @param count of elements at `task.input`
 * @param first the position of the first record of the unit, …
 * @param firstBit … and the number of its bit
 */
export function addPrefixes(task: PrefixTask, end: u32, count: u32, first: u32, firstBit: u32): u32 {
  const share = task.share
  const shares = task.shares
  const distinct = task.distinct
  const sizes = task.sizes
  const marks = task.marks
  let out = task.entries + <usize>end * ENTRY_BYTES
  let from = task.input
  const inputEnd = from + <usize>count * ELEMENT_BYTES
  for (; from < inputEnd; from += ELEMENT_BYTES) {
    const element = load<u32>(from)
    if (shares > 1 && (element >> 8) % shares != share) continue
    const location = load<u32>(from, 4)
    const record = location >> INDEX_BITS
    const bit = firstBit + record
    if (((load<u32>(distinct + ((bit >> 5) << 2)) >> (bit & 31)) & 1) == 0) continue
    const entry = changetype<Entry>(out)
    entry.element = element
    entry.previous = load<u32>(from, 8)
    entry.second = load<u32>(from, 12)
    entry.position = first + record
    entry.size = <u16>min(load<u32>(sizes + (record << 2)), LONG_SIZE)
    const mark: u32 = marks != 0 && load<u32>(marks + (record << 2)) != 0 ? 1 : 0
    entry.indexAndMark = <u16>(((location & MAX_INDEX) << 1) | mark)
    out += ENTRY_BYTES
  }
  return <u32>((out - task.entries) / ENTRY_BYTES)
}

// @ts-ignore: decorator
@inline
function copyEntry(to: usize, from: usize): void {
  const last = load<u32>(from, 16)
  v128.store(to, v128.load(from))
  store<u32>(to, last, 16)
}

/** Groups entries by the cells of their elements, in order. Those that are alone in their cell are dropped. Returns how many remain. */
export function groupPrefixes(task: PrefixTask, count: u32): u32 {
  const cells = task.cells
  const shift = task.cellShift
  const end = task.entries + <usize>count * ENTRY_BYTES
  const cellBytes = <usize>4 << (32 - shift)
  memory.fill(cells, 0, cellBytes)
  for (let at = task.entries; at < end; at += ENTRY_BYTES) {
    const cell = cells + (cellOf(changetype<Entry>(at).element, shift) << 2)
    store<u32>(cell, load<u32>(cell) + 1)
  }
  let total: u32 = 0
  for (let cell = cells; cell < cells + cellBytes; cell += 4) {
    const size = load<u32>(cell)
    store<u32>(cell, size > 1 ? total : UNUSED)
    if (size > 1) total += size
  }
  for (let at = task.entries; at < end; at += ENTRY_BYTES) {
    const cell = cells + (cellOf(changetype<Entry>(at).element, shift) << 2)
    const to = load<u32>(cell)
    if (to == UNUSED) continue
    store<u32>(cell, to + 1)
    copyEntry(task.grouped + <usize>to * ENTRY_BYTES, at)
  }
  return total
}

/** The end of the list that begins at `start`, where an element begins. If its cell has other elements, these move behind the list. */
export function listEnd(task: PrefixTask, start: usize, groupedEnd: usize): usize {
  const element = changetype<Entry>(start).element
  let end = start + ENTRY_BYTES
  while (end < groupedEnd && changetype<Entry>(end).element == element) end += ENTRY_BYTES
  const shift = task.cellShift
  const cell = cellOf(element, shift)
  // The other entries of the cell are put aside. The entries before they were grouped are no longer needed.
  let aside = task.entries
  for (let at = end; at < groupedEnd && cellOf(changetype<Entry>(at).element, shift) == cell; at += ENTRY_BYTES) {
    const isSame = changetype<Entry>(at).element == element
    copyEntry(isSame ? end : aside, at)
    end += isSame ? ENTRY_BYTES : 0
    aside += isSame ? 0 : ENTRY_BYTES
  }
  memory.copy(end, task.entries, aside - task.entries)
  return end
}
