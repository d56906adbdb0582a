// How many elements a set has in common with each of some hubs: the same as src/join/hub-counter.ts, with the tables of
// src/join/hub-tables.ts.

import { cellOf } from './mix'

/** Addresses and numbers, four bytes each, in the order in which src/kernel/wasm-hub-counter.ts writes them. */
// @ts-ignore: decorator
@unmanaged
class HubTables {
  hubs: u32
  listed: usize
  starts: usize
  common: u32
  elementsOf: usize
  commonElements: u32
  lackedOfCommon: usize
  /** Each element is followed by 1 + its class; 0 is free. */
  entries: usize
  shift: u32
  mask: u32
  /** All zero between calls. */
  counts: usize
  touchedCommon: usize
  touchedOthers: usize
  /** The result. */
  overlaps: usize
}

let commonEnd: usize = 0
let otherEnd: usize = 0

/** Counts the overlaps of a set of this size with each hub. Returns false if it has no element of any hub. */
export function countHubs(tables: HubTables, set: usize, size: u32): bool {
  const inAll = countClasses(tables, set, size)
  if (commonEnd == tables.touchedCommon && otherEnd == tables.touchedOthers) return false
  const end = tables.hubs << 2
  // Whatever takes less: to subtract the common classes that the set has from the hubs without them, or to add those that it lacks.
  if (inAll * 2 < tables.commonElements) {
    for (let at: usize = 0; at < end; at += 4) store<u32>(tables.overlaps + at, inAll)
    addTouched(tables, tables.touchedCommon, commonEnd, true)
  } else {
    for (let at: usize = 0; at < end; at += 4)
      store<u32>(tables.overlaps + at, inAll + load<u32>(tables.lackedOfCommon + at))
    removeLacking(tables)
  }
  addTouched(tables, tables.touchedOthers, otherEnd, false)
  return true
}

function countClasses(tables: HubTables, set: usize, size: u32): u32 {
  const entries = tables.entries
  const shift = tables.shift
  const mask = tables.mask
  const counts = tables.counts
  const common = tables.common
  const end = set + (size << 2)
  let inAll: u32 = 0
  let toCommon = tables.touchedCommon
  let toOthers = tables.touchedOthers
  for (; set < end; set += 4) {
    const element = load<u32>(set)
    let slot = cellOf(element, shift)
    let number = load<u32>(entries + (slot << 3), 4)
    while (number != 0 && load<u32>(entries + (slot << 3)) != element) {
      slot = (slot + 1) & mask
      number = load<u32>(entries + (slot << 3), 4)
    }
    if (number == 0) continue
    number--
    const counter = counts + (number << 2)
    const count = load<u32>(counter)
    store<u32>(counter, count + 1)
    if (number < common) {
      inAll++
      store<u32>(toCommon, number)
      toCommon += usize(count == 0) << 2
    } else {
      store<u32>(toOthers, number)
      toOthers += usize(count == 0) << 2
    }
  }
  commonEnd = toCommon
  otherEnd = toOthers
  return inAll
}

function addTouched(tables: HubTables, touched: usize, end: usize, isSubtracted: bool): void {
  for (; touched < end; touched += 4) {
    const number = load<u32>(touched)
    const counter = tables.counts + (number << 2)
    const count = load<u32>(counter)
    store<u32>(counter, 0)
    add(tables, number, isSubtracted ? -count : count)
  }
}

function removeLacking(tables: HubTables): void {
  for (let number: u32 = 0; number < tables.common; number++) {
    const counter = tables.counts + (number << 2)
    const lacking = load<u32>(tables.elementsOf + (number << 2)) - load<u32>(counter)
    store<u32>(counter, 0)
    if (lacking != 0) add(tables, number, lacking)
  }
}

/** Changes the overlaps with the hubs that are listed for a class. */
// @ts-ignore: decorator
@inline
function add(tables: HubTables, number: u32, change: u32): void {
  const starts = tables.starts + (number << 2)
  const end = tables.listed + (load<u32>(starts, 4) << 2)
  for (let at = tables.listed + (load<u32>(starts) << 2); at < end; at += 4) {
    const overlap = tables.overlaps + (load<u32>(at) << 2)
    store<u32>(overlap, load<u32>(overlap) + change)
  }
}
