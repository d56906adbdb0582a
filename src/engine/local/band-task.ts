import type { BandTask, GroupedBand } from './tasks.js'

/** A bucket of more members does not become all its pairs; see large-buckets.ts. */
export const LARGE_BUCKET = 1024

const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS

/**
 * The pairs that share a bucket of this band and of no earlier one. The documents are sorted by the low half of the key, a
 * digit at a time, the keys along with them; the few runs whose high halves differ are then split.
 */
export function runBandTask({ band, keys, count, distinct }: BandTask): GroupedBand {
  const keysOfBand = keys.subarray(2 * band * count, 2 * (band + 1) * count)
  const { order, lows, highs } = sortByLow(keysOfBand, withCompany(keysOfBand, distinct))
  const pairs = new PairList()
  const large: Uint32Array[] = []
  const take = (members: Uint32Array) => {
    if (members.length > LARGE_BUCKET) {
      large.push(members.slice())
      return
    }
    for (let i = 0; i < members.length; i++) {
      for (let j = i + 1; j < members.length; j++) {
        if (isFirstSharedBand(keys, count, band, members[i]!, members[j]!))
          pairs.add(members[i]!, members[j]!)
      }
    }
  }
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && lows[end] === lows[start]) end++
    if (end - start > 1) takeRun(order, highs, start, end, take)
    start = end
  }
  return { ...pairs.arrays(), large }
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

/** One bucket, unless high halves differ: then each of them is one. Members rise in both cases. */
function takeRun(
  order: Uint32Array,
  highs: Uint32Array,
  start: number,
  end: number,
  take: (members: Uint32Array) => void,
): void {
  let same = true
  for (let i = start + 1; i < end && same; i++) same = highs[i] === highs[start]
  if (same) {
    take(order.subarray(start, end))
    return
  }
  const groups = new Map<number, number[]>()
  for (let i = start; i < end; i++) {
    const group = groups.get(highs[i]!)
    if (group === undefined) groups.set(highs[i]!, [order[i]!])
    else group.push(order[i]!)
  }
  for (const group of groups.values()) {
    if (group.length > 1) take(Uint32Array.from(group))
  }
}

function isFirstSharedBand(keys: Uint32Array, count: number, band: number, i: number, j: number): boolean {
  for (let earlier = 0; earlier < band; earlier++) {
    const left = 2 * (earlier * count + i)
    const right = 2 * (earlier * count + j)
    if (keys[left] === keys[right] && keys[left + 1] === keys[right + 1]) return false
  }
  return true
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

class PairList {
  #count = 0
  #a = new Uint32Array(4096)
  #b = new Uint32Array(4096)

  add(a: number, b: number): void {
    if (this.#count === this.#a.length) {
      this.#a = grown(this.#a)
      this.#b = grown(this.#b)
    }
    this.#a[this.#count] = a
    this.#b[this.#count] = b
    this.#count++
  }

  arrays(): { a: Uint32Array; b: Uint32Array } {
    return { a: this.#a.slice(0, this.#count), b: this.#b.slice(0, this.#count) }
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length)
  larger.set(array)
  return larger
}
