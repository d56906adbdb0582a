import { RepeatFilter } from '../hash/repeat-filter.js'
import { addUp } from '../model/add-up.js'
import type { BandKeys } from './keys.js'

const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS
/** For fewer members, the counters of a radix sort cost more than comparisons. */
const RADIX_FROM = 512

/**
 * Groups the given members by their key in one band: calls `visit` for each bucket of two or more with the members at `order[start] …
 * order[end - 1]`, ascending. Most members of most bands have an unshared key and are left out immediately. The others are sorted by the
 * low half of the key (radix sort), and the few runs whose high halves differ are split. A `Map` of arrays takes many times as long.
 */
export function visitBuckets(
  band: number,
  keys: BandKeys,
  members: Uint32Array,
  visit: (order: Uint32Array, start: number, end: number) => void,
): void {
  const low = (member: number) => keys.keys[2 * (member * keys.bands + band)]!
  const high = (member: number) => keys.keys[2 * (member * keys.bands + band) + 1]!
  const order = sortByLow(repeatedMembers(members, low), low)
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && low(order[end]!) === low(order[start]!)) end++
    if (end - start > 1) {
      // Members with the same key are ascending already.
      const isOne = haveSame(high, order, start, end)
      if (!isOne) order.subarray(start, end).sort((i, j) => high(i) - high(j) || i - j)
      for (let from = start; from < end; ) {
        let to = from + 1
        while (to < end && high(order[to]!) === high(order[from]!)) to++
        if (to - from > 1) visit(order, from, to)
        from = to
      }
    }
    start = end
  }
}

function haveSame(high: (member: number) => number, order: Uint32Array, start: number, end: number): boolean {
  const first = high(order[start]!)
  for (let i = start + 1; i < end; i++) if (high(order[i]!) !== first) return false
  return true
}

/** The members whose key may be repeated: all that share one, and a few more. */
function repeatedMembers(members: Uint32Array, low: (member: number) => number): Uint32Array {
  const filter = new RepeatFilter(members.length)
  for (let i = 0; i < members.length; i++) filter.add(low(members[i]!))
  const repeated = new Uint32Array(members.length)
  let count = 0
  for (let i = 0; i < members.length; i++)
    if (filter.mayRepeat(low(members[i]!))) repeated[count++] = members[i]!
  return repeated.subarray(0, count)
}

/** Members by the low half of their key; equal ones stay in their order. */
function sortByLow(members: Uint32Array, low: (member: number) => number): Uint32Array {
  if (members.length < RADIX_FROM) return members.sort((i, j) => low(i) - low(j) || i - j)
  let from: Uint32Array = members
  let to: Uint32Array = new Uint32Array(members.length)
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    const starts = new Uint32Array(DIGITS + 1)
    for (let i = 0; i < from.length; i++) starts[((low(from[i]!) >>> shift) & (DIGITS - 1)) + 1]!++
    addUp(starts)
    for (let i = 0; i < from.length; i++) {
      const member = from[i]!
      to[starts[(low(member) >>> shift) & (DIGITS - 1)]!++] = member
    }
    ;[from, to] = [to, from]
  }
  return from
}
