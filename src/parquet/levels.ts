import { ParquetFault } from './thrift.js'

/** The number of bits for numbers up to the largest. */
export function bitsFor(largest: number): number {
  return 32 - Math.clz32(largest)
}

/**
 * Reads numbers in runs and in bit-packed groups of eight (Parquet: RLE/bit-packing hybrid).
 *
 * @param out is filled; too few numbers are a fault
 * @param largest the maximum value of a number
 */
export function readRuns(
  bytes: Uint8Array,
  bits: number,
  out: Uint8Array | Uint32Array,
  largest: number,
): void {
  if (bits > 32) throw new ParquetFault(`values have ${bits} bits`)
  const step = (bits + 7) >> 3
  let at = 0
  for (let done = 0; done < out.length; ) {
    let head = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined || shift > 28) throw new ParquetFault('a page ends early')
      head += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) break
    }
    const size = Math.floor(head / 2)
    if (size === 0) throw new ParquetFault('a run of values is empty')
    if (head % 2 === 0) {
      if (step > bytes.length - at) throw new ParquetFault('a page ends early')
      let value = 0
      for (let i = 0; i < step; i++) value += bytes[at++]! * 2 ** (8 * i)
      if (value > largest) throw new ParquetFault(`the value ${value} is above the maximum of ${largest}`)
      const end = Math.min(out.length, done + size)
      out.fill(value, done, end)
      done = end
    } else {
      const end = Math.min(out.length, done + size * 8)
      // The last group may be cut off where its numbers end.
      if (Math.ceil(((end - done) * bits) / 8) > bytes.length - at)
        throw new ParquetFault('a page ends early')
      unpackBits(bytes, at, bits, out, done, end, largest)
      at += size * bits
      done = end
    }
  }
}

function unpackBits(
  bytes: Uint8Array,
  at: number,
  bits: number,
  out: Uint8Array | Uint32Array,
  from: number,
  to: number,
  largest: number,
): void {
  const mask = 2 ** bits
  let held = 0
  let have = 0
  for (let i = from; i < to; i++) {
    // At most 31 bits are held before eight more are added, so ordinary numbers are exact.
    while (have < bits) {
      held += bytes[at++]! * 2 ** have
      have += 8
    }
    const value = held % mask
    held = Math.floor(held / mask)
    have -= bits
    if (value > largest) throw new ParquetFault(`the value ${value} is above the maximum of ${largest}`)
    out[i] = value
  }
}

/** Writes numbers in runs and groups of eight; the inverse of `readRuns`. */
export function writeRuns(numbers: Uint8Array | Uint32Array, bits: number): Uint8Array {
  // A run takes at most five bytes for its header and four for its number, and replaces eight numbers or more.
  const out = new Uint8Array(
    16 + Math.ceil((numbers.length * bits) / 8) + bits + Math.ceil(numbers.length / 8) * 2,
  )
  let used = 0
  const head = (value: number) => {
    let rest = value
    for (; rest > 0x7f; rest = Math.floor(rest / 128)) out[used++] = (rest % 128) | 0x80
    out[used++] = rest
  }
  const step = (bits + 7) >> 3
  const packed = (from: number, to: number) => {
    if (from >= to) return
    const groups = Math.ceil((to - from) / 8)
    head(groups * 2 + 1)
    let held = 0
    let have = 0
    for (let i = from; i < from + groups * 8; i++) {
      held += (i < to ? numbers[i]! : 0) * 2 ** have
      have += bits
      for (; have >= 8; have -= 8) {
        out[used++] = held % 256
        held = Math.floor(held / 256)
      }
    }
  }
  let waiting = 0
  for (let i = 0; i < numbers.length; ) {
    let end = i + 1
    while (end < numbers.length && numbers[end] === numbers[i]) end++
    // Packed numbers come in groups of eight, so a run fills up the group before it.
    const lacking = (8 - ((i - waiting) % 8)) % 8
    const isLong = end - i - lacking >= 16
    if (isLong) {
      packed(waiting, i + lacking)
      head((end - i - lacking) * 2)
      for (let byte = 0; byte < step; byte++) out[used++] = Math.floor(numbers[i]! / 2 ** (8 * byte)) % 256
      waiting = end
    }
    i = end
  }
  packed(waiting, numbers.length)
  return out.subarray(0, used)
}
