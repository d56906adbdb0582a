// Lists the pairs of documents whose prefixes share an element, and which may still reach the threshold: the tests of
// src/engine/stages/prefixes/host-lists.ts, which explains them, for similarities whose required overlap is a share of the total size.
// Four documents are tested at once, because most pairs of long lists fail.

import { listEnd } from './prefix-lists'
import { ENTRY_BYTES, Entry, LONG_SIZE, PrefixTask } from './prefix-task'

/** What `listPairs` returns. */
const DONE: u32 = 0
const FULL: u32 = 1
const FOR_HOST: u32 = 2

/** Longer lists are left to the host. No list has more pairs than fit into the output. */
const MAX_MEMBERS: usize = 1 << 14

/** The list that was found last. */
export let listStart: usize = 0
export let listStop: usize = 0
/** Where the next pair is written. */
export let pairsAt: usize = 0
let nextList: usize = 0
let groupedEnd: usize = 0
/** The next document of the list to compare with others, and the number of documents: of the first side, and all. */
let row: usize = 0
let own: usize = 0
let members: usize = 0

/** Begins with the first list of `count` grouped entries. */
export function beginLists(task: PrefixTask, count: u32): void {
  nextList = task.grouped
  groupedEnd = task.grouped + <usize>count * ENTRY_BYTES
  row = own = members = 0
  pairsAt = task.pairs
  memory.fill(task.recent, 0, <usize>8 << (32 - task.recentShift))
}

/** Makes room for further pairs. */
export function dropPairs(task: PrefixTask): void {
  pairsAt = task.pairs
}

/** Writes pairs until all lists are done, there may be no room for more, or a list must be left to the host: from `listStart` to `listStop`. */
export function listPairs(task: PrefixTask): u32 {
  while (true) {
    for (; row < own; row++) {
      if (members << 3 > task.pairsEnd - pairsAt) return FULL
      meet(task, row)
    }
    do {
      if (nextList >= groupedEnd) return DONE
      listStart = nextList
      listStop = nextList = listEnd(task, nextList, groupedEnd)
    } while (listStop - listStart == ENTRY_BYTES)
    row = own = 0
    if (!loadList(task)) return FOR_HOST
  }
}

/** Adds a pair, unless it was added recently. Returns whether there is room for another one. */
export function addPair(task: PrefixTask, one: u32, other: u32): bool {
  const first = min(one, other)
  const second = max(one, other)
  const pair = (<u64>second << 32) | first
  const slot = task.recent + (((first * 0x9e3779b1) ^ (second * 0x85ebca77)) >> task.recentShift) * 8
  if (load<u64>(slot) != pair) {
    store<u64>(slot, pair)
    store<u64>(pairsAt, pair)
    pairsAt += 8
  }
  return pairsAt < task.pairsEnd
}

/** Copies the members of the list that may be in a pair to columns. False if the list must be left to the host. */
function loadList(task: PrefixTask): bool {
  const all = (listStop - listStart) / ENTRY_BYTES
  let smallest = LONG_SIZE
  let largest: u32 = 0
  let first: usize = 0
  for (let at = listStart; at < listStop; at += ENTRY_BYTES) {
    const entry = changetype<Entry>(at)
    const size = <u32>entry.size
    smallest = min(smallest, size)
    largest = max(largest, size)
    first += usize(entry.position < task.boundary)
  }
  const pairs: u64 = task.hasSides != 0 ? <u64>first * (all - first) : (<u64>all * (all - 1)) >> 1
  if (pairs == 0) return true
  if (task.forHost != 0 || pairs > task.maxPairs || all > MAX_MEMBERS || largest >= LONG_SIZE) return false
  let offset: usize = 0
  let firstKept: usize = 0
  for (let at = listStart; at < listStop; at += ENTRY_BYTES) {
    const entry = changetype<Entry>(at)
    const size = <u32>entry.size
    const largestOther = largestMatch(size - (entry.indexAndMark >> 1), size, task.minShare)
    if (largestOther < <i32>smallest) continue
    store<u32>(task.positions + offset, entry.position)
    store<u32>(task.previous + offset, entry.previous)
    store<u32>(task.second + offset, entry.second)
    store<u32>(task.setSizes + offset, size)
    store<i32>(task.largest + offset, largestOther)
    store<i32>(task.marked + offset, -<i32>(entry.indexAndMark & 1))
    offset += 4
    firstKept += usize(entry.position < task.boundary)
  }
  // The members after the last match none.
  v128.store(task.largest + offset, i32x4.splat(-1))
  members = offset >> 2
  own = task.hasSides != 0 ? firstKept : members
  return true
}

/** The largest size of another document that still matches, if the rest of this one, from the shared element on, is in both. */
// @ts-ignore: decorator
@inline
function largestMatch(rest: u32, size: u32, minShare: f64): i32 {
  // At the smallest thresholds any size matches, and the division may exceed the largest number.
  if (minShare * <f64>(2 * LONG_SIZE) <= <f64>rest) return LONG_SIZE
  let total = <i32>(<f64>rest / minShare)
  while (minShare * <f64>(total + 1) <= <f64>rest) total++
  while (minShare * <f64>total > <f64>rest) total--
  return total - <i32>size
}

/** Adds the pairs of a document with those after it, or with those of the second side. */
function meet(task: PrefixTask, one: usize): void {
  const positions = task.positions
  const previous = task.previous
  const second = task.second
  const sizes = task.setSizes
  const largest = task.largest
  const offset = one << 2
  const isFirst = load<u32>(previous + offset) == changetype<Entry>(listStart).element
  const isMarked = load<i32>(task.marked + offset) != 0
  const size = load<u32>(sizes + offset)
  const position = load<u32>(positions + offset)
  const previousLanes = v128.load32_splat(previous + offset)
  const secondLanes = v128.load32_splat(second + offset)
  const sizeLanes = i32x4.splat(size)
  const largestLanes = v128.load32_splat(largest + offset)
  const end = members << 2
  for (let at = task.hasSides != 0 ? own << 2 : offset + 4; at < end; at += 16) {
    let passed = v128.and(
      i32x4.le_s(sizeLanes, v128.load(largest + at)),
      i32x4.le_s(v128.load(sizes + at), largestLanes),
    )
    // Two documents that also share an earlier element meet there.
    if (!isFirst) {
      const otherPrevious = v128.load(previous + at)
      const otherSecond = v128.load(second + at)
      const isShared = v128.or(
        v128.or(i32x4.eq(previousLanes, otherPrevious), i32x4.eq(secondLanes, otherSecond)),
        v128.or(i32x4.eq(previousLanes, otherSecond), i32x4.eq(secondLanes, otherPrevious)),
      )
      passed = v128.andnot(passed, isShared)
    }
    if (isMarked) passed = v128.andnot(passed, v128.load(task.marked + at))
    for (let lanes = i32x4.bitmask(passed); lanes != 0; lanes &= lanes - 1) {
      const other = at + (<usize>ctz(lanes) << 2)
      const otherPosition = load<u32>(positions + other)
      if (task.bits != 0 && differ(task, position, otherPosition, size + load<u32>(sizes + other))) continue
      addPair(task, position, otherPosition)
    }
  }
}

/** Whether the difference bits of two documents with this total size rule out that they reach the threshold. */
// @ts-ignore: decorator
@inline
function differ(task: PrefixTask, one: u32, other: u32, total: u32): bool {
  const maxDifferent = <f64>total - 2 * task.minShare * <f64>total
  if (maxDifferent > <f64>task.maxTelling) return false
  const x = task.bits + (<usize>one << 5)
  const y = task.bits + (<usize>other << 5)
  const differences =
    popcnt(load<u64>(x) ^ load<u64>(y)) +
    popcnt(load<u64>(x, 8) ^ load<u64>(y, 8)) +
    popcnt(load<u64>(x, 16) ^ load<u64>(y, 16)) +
    popcnt(load<u64>(x, 24) ^ load<u64>(y, 24))
  return <f64>differences > maxDifferent
}
