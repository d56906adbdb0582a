// The LZ4 block format: sequences of literals and of matches up to 64 kB back. Written with a table of the last position of each hash of
// four bytes, as the reference implementation does at its fastest level. https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md

const MIN_MATCH = 4
/** The last match ends at least 5 bytes before the end, and begins at least 12 bytes before it. */
const LAST_LITERALS = 5
const LAST_MATCH_START = 12
const MAX_DISTANCE = 0xffff
const HASH_BITS = 14
/** After this many failed attempts, more than one byte is skipped at a time. */
const SKIP_AFTER = 6

/** Compresses bytes to one block. */
export function compressLz4(bytes: Uint8Array): Uint8Array {
  const block = new BlockWriter(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  /** Positions are stored plus one: 0 is none. */
  const last = new Int32Array(1 << HASH_BITS)
  const matchLimit = bytes.length - LAST_LITERALS
  let anchor = 0
  let attempts = 1 << SKIP_AFTER
  for (let at = 0; at <= bytes.length - LAST_MATCH_START; ) {
    const four = view.getUint32(at, true)
    const slot = Math.imul(four, 2654435761) >>> (32 - HASH_BITS)
    const candidate = last[slot]! - 1
    last[slot] = at + 1
    if (candidate < 0 || at - candidate > MAX_DISTANCE || view.getUint32(candidate, true) !== four) {
      at += attempts++ >> SKIP_AFTER
      continue
    }
    let length = MIN_MATCH
    while (at + length < matchLimit && bytes[candidate + length] === bytes[at + length]) length++
    block.sequence(anchor, at, at - candidate, length)
    at += length
    anchor = at
    attempts = 1 << SKIP_AFTER
  }
  return block.finish(anchor)
}

/** Compresses bytes to one block with the sizes before it, as Hadoop does. */
export function compressHadoopLz4(bytes: Uint8Array): Uint8Array {
  const block = compressLz4(bytes)
  const framed = new Uint8Array(8 + block.length)
  const view = new DataView(framed.buffer)
  view.setUint32(0, bytes.length)
  view.setUint32(4, block.length)
  framed.set(block, 8)
  return framed
}

class BlockWriter {
  readonly #input: Uint8Array
  readonly #output: Uint8Array
  #used = 0

  constructor(input: Uint8Array) {
    this.#input = input
    // Incompressible bytes take one more for each 255.
    this.#output = new Uint8Array(input.length + Math.ceil(input.length / 255) + 16)
  }

  /** Literals from `anchor` to `at`, then a match. */
  sequence(anchor: number, at: number, distance: number, length: number): void {
    const token = this.#literals(anchor, at)
    this.#output[this.#used++] = distance & 0xff
    this.#output[this.#used++] = distance >> 8
    const more = length - MIN_MATCH
    this.#output[token]! |= Math.min(more, 15)
    if (more >= 15) this.#length(more - 15)
  }

  /** The last literals. */
  finish(anchor: number): Uint8Array {
    this.#literals(anchor, this.#input.length)
    return this.#output.subarray(0, this.#used)
  }

  /** Returns the position of the token. */
  #literals(from: number, to: number): number {
    const token = this.#used++
    const count = to - from
    this.#output[token] = Math.min(count, 15) << 4
    if (count >= 15) this.#length(count - 15)
    this.#output.set(this.#input.subarray(from, to), this.#used)
    this.#used += count
    return token
  }

  #length(rest: number): void {
    for (; rest >= 255; rest -= 255) this.#output[this.#used++] = 255
    this.#output[this.#used++] = rest
  }
}
