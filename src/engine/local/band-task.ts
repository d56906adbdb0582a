import { type Candidates, PairBuilder } from '../../model/pair.js'
import type { BandTask } from './tasks.js'

const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS

/** Members of a crowd that all others are compared with. */
const LEADERS = 2
/** How many that follow a member of a crowd it is compared with, when they share the next band too. */
const NEIGHBOURS = 1
/** Members of a crowd that are ordered at once. */
const MOST_ORDERED = 2 ** 21

/** The pairs that share a bucket of this band and of no earlier one, but of crowds only as many as tie them. */
export function runBandTask(task: BandTask): Candidates {
  const { band, keys, count, distinct, crowds, crowdOf } = task
  const pairs = new PairBuilder()
  const add = (i: number, j: number) => {
    if (isFirstSharedBand(task, i, j)) pairs.add(Math.min(i, j), Math.max(i, j))
  }
  for (const members of crowds) addCrowdPairs(task, members, add)
  const keysOfBand = keys.subarray(2 * band * count, 2 * (band + 1) * count)
  const others = crowds.length === 0 ? distinct : withoutMembers(distinct, crowds, count)
  visitBuckets(keysOfBand, withCompany(keysOfBand, others), (members) => {
    for (let i = 0; i < members.length; i++) {
      const crowd = crowdOf.length === 0 ? 0 : crowdOf[members[i]!]!
      let companions = 0
      for (let j = i + 1; j < members.length; j++) {
        const together = crowd !== 0 && crowdOf[members[j]!] === crowd
        if (!together || companions++ === 0) add(members[i]!, members[j]!)
      }
    }
  })
  return pairs.candidates()
}

function withoutMembers(distinct: Uint32Array, crowds: readonly Uint32Array[], count: number): Uint32Array {
  const taken = new Uint8Array(count)
  for (const members of crowds) for (const member of members) taken[member] = 1
  return distinct.filter((document) => taken[document] === 0)
}

/** Leaders against all, and each against its neighbours in the order of the next band's keys, where these are equal. */
function addCrowdPairs(task: BandTask, members: Uint32Array, add: (i: number, j: number) => void): void {
  const { band, bands, keys, count } = task
  members.subarray(0, LEADERS).forEach((leader, i) => {
    for (const member of members.subarray(i + 1)) add(leader, member)
  })
  const next = (band + 1) % bands
  const low = (member: number) => keys[2 * (next * count + member)]!
  for (let start = 0; start < members.length; start += MOST_ORDERED) {
    const part = members.subarray(start, start + MOST_ORDERED)
    // A key and a place in one number: sorted natively, and below 2^53.
    const order = Float64Array.from(part, (member, place) => low(member) * MOST_ORDERED + place).sort()
    for (let i = 0; i < order.length; i++) {
      const member = part[order[i]! % MOST_ORDERED]!
      for (let j = i + 1; j <= i + NEIGHBOURS && j < order.length; j++) {
        const neighbour = part[order[j]! % MOST_ORDERED]!
        if (low(member) === low(neighbour)) add(member, neighbour)
      }
    }
  }
}

function isFirstSharedBand({ band, keys, count }: BandTask, i: number, j: number): boolean {
  for (let earlier = 0; earlier < band; earlier++) {
    if (sharesBand(keys, count, earlier, i, j)) return false
  }
  return true
}

function sharesBand(keys: Uint32Array, count: number, band: number, i: number, j: number): boolean {
  const left = 2 * (band * count + i)
  const right = 2 * (band * count + j)
  return keys[left] === keys[right] && keys[left + 1] === keys[right + 1]
}

/**
 * The members that may share their key: those whose leading bits another has too. Most documents are alone in a band, so
 * little is left to sort; two bits for each of 16 or more cells a member find that out.
 */
function withCompany(keys: Uint32Array, members: Uint32Array): Uint32Array {
  const bits = Math.min(31, Math.max(16, Math.ceil(Math.log2(16 * members.length + 1))))
  const once = new Uint32Array(2 ** (bits - 5))
  const twice = new Uint32Array(2 ** (bits - 5))
  const shift = 32 - bits
  for (let i = 0; i < members.length; i++) {
    const cell = keys[2 * members[i]!]! >>> shift
    const bit = 1 << (cell & 31)
    if (once[cell >>> 5]! & bit) twice[cell >>> 5]! |= bit
    else once[cell >>> 5]! |= bit
  }
  return members.filter((member) => {
    const cell = keys[2 * member]! >>> shift
    return (twice[cell >>> 5]! & (1 << (cell & 31))) !== 0
  })
}

/**
 * Hands over each bucket of two or more, its members rising. They are sorted by the low half of the key, a digit at a time,
 * the keys along with them; the few runs whose high halves differ are then split.
 */
function visitBuckets(keys: Uint32Array, members: Uint32Array, visit: (members: Uint32Array) => void): void {
  const { order, lows, highs } = sortByLow(keys, members)
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    let same = true
    while (end < order.length && lows[end] === lows[start]) {
      same &&= highs[end] === highs[start]
      end++
    }
    if (end - start > 1) {
      if (same) visit(order.subarray(start, end))
      else splitByHigh(order.subarray(start, end), highs.subarray(start, end), visit)
    }
    start = end
  }
}

function splitByHigh(members: Uint32Array, highs: Uint32Array, visit: (members: Uint32Array) => void): void {
  const groups = new Map<number, number[]>()
  members.forEach((member, i) => {
    const group = groups.get(highs[i]!)
    if (group === undefined) groups.set(highs[i]!, [member])
    else group.push(member)
  })
  for (const group of groups.values()) {
    if (group.length > 1) visit(Uint32Array.from(group))
  }
}

function sortByLow(keys: Uint32Array, members: Uint32Array) {
  const size = members.length
  let from = { order: Uint32Array.from(members), lows: new Uint32Array(size), highs: new Uint32Array(size) }
  let to = { order: new Uint32Array(size), lows: new Uint32Array(size), highs: new Uint32Array(size) }
  for (let i = 0; i < size; i++) {
    from.lows[i] = keys[2 * members[i]!]!
    from.highs[i] = keys[2 * members[i]! + 1]!
  }
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    const starts = new Uint32Array(DIGITS + 1)
    for (let i = 0; i < size; i++) starts[((from.lows[i]! >>> shift) & (DIGITS - 1)) + 1]!++
    for (let digit = 0; digit < DIGITS; digit++) starts[digit + 1]! += starts[digit]!
    for (let i = 0; i < size; i++) {
      const low = from.lows[i]!
      const at = starts[(low >>> shift) & (DIGITS - 1)]!++
      to.order[at] = from.order[i]!
      to.lows[at] = low
      to.highs[at] = from.highs[i]!
    }
    ;[from, to] = [to, from]
  }
  return from
}
