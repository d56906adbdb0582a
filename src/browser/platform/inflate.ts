// Decompresses gzip piece by piece (RFC 1951 and 1952). Browsers have `DecompressionStream`, but it rejects files with several members,
// such as those of bgzip and `cat a.gz b.gz`, and does not report where a member ends.

import { crc32 } from './crc32.js'
import {
  CODE_MASK,
  DISTANCE_BITS,
  DISTANCES,
  FIXED,
  fault,
  LENGTH_BITS,
  LENGTHS,
  LONGEST_CODE,
  LONGEST_MATCH,
  makeTable,
  ORDER,
} from './inflate-tables.js'

/** The maximum distance of a match. */
const WINDOW = 32_768
const OUTPUT = 2 ** 18
/** The header of a block, and a symbol with its distance, each have fewer bytes than this. */
const ENOUGH = 1024
/** Thrown if the input ends in the middle of what is being read. */
const NEEDS_MORE = Symbol('needs more')

type State = 'member' | 'block' | 'stored' | 'codes' | 'trailer' | 'end'

/** Decompresses gzip: all members of a file, one after the other. Zeros after the last one are padding. */
export class GzipDecoder {
  #input: Uint8Array = new Uint8Array(0)
  #at = 0
  /** Bits that were read from the input but not used yet; the next one is the lowest. */
  #bits = 0
  #bitCount = 0
  #isLast = false
  #state: State = 'member'
  #isFinalBlock = false
  /** The remaining bytes of an uncompressed block. */
  #stored = 0
  #codes: readonly [Uint16Array, Uint16Array] = FIXED
  /** The last bytes that were returned, followed by those that were not returned yet. */
  #output = new Uint8Array(WINDOW + OUTPUT)
  #end = WINDOW
  /** The number of decompressed bytes of the current member, and their checksum. */
  #size = 0
  #checksum = 0
  #members = 0

  /** Whether there is enough input for a whole symbol or block header. */
  #hasEnough(): boolean {
    return this.#isLast || this.#input.length - this.#at >= ENOUGH
  }

  /**
   * Decompresses another piece of a file. The caller owns the bytes that are returned.
   *
   * @throws an error with an error code of zlib
   */
  *push(piece: Uint8Array, isLast: boolean): Generator<Uint8Array<ArrayBuffer>, void> {
    const rest = this.#input.subarray(this.#at)
    this.#input = new Uint8Array(rest.length + piece.length)
    this.#input.set(rest)
    this.#input.set(piece, rest.length)
    this.#at = 0
    this.#isLast = isLast
    while (this.#state !== 'end' && this.#hasEnough()) {
      if (this.#state === 'trailer' || this.#end + LONGEST_MATCH > this.#output.length) yield this.#flush()
      if (!this.#step()) break
    }
    yield this.#flush()
  }

  /** Returns false if it needs more input. */
  #step(): boolean {
    const at = this.#at
    try {
      if (this.#state === 'codes') this.#decode()
      else if (this.#state === 'stored') this.#copyStored()
      else if (this.#state === 'block') this.#beginBlock()
      else if (this.#state === 'member') this.#beginMember()
      else this.#endMember()
      return true
    } catch (error) {
      if (error !== NEEDS_MORE) throw error
      if (this.#isLast) throw fault('Z_BUF_ERROR')
      // This happens only if a header has a very long name.
      this.#at = at
      return false
    }
  }

  #flush(): Uint8Array<ArrayBuffer> {
    const bytes = this.#output.slice(WINDOW, this.#end)
    this.#checksum = crc32(bytes, this.#checksum)
    this.#size += bytes.length
    this.#output.copyWithin(0, this.#end - WINDOW, this.#end)
    this.#end = WINDOW
    return bytes
  }

  #beginMember(): void {
    if (this.#members > 0 && (this.#at === this.#input.length || this.#input[this.#at] === 0)) {
      this.#state = 'end'
      return
    }
    const [one, two, method, flags] = [this.#byte(), this.#byte(), this.#byte(), this.#byte()]
    if (one !== 0x1f || two !== 0x8b || method !== 8 || flags > 31) throw fault('Z_DATA_ERROR')
    this.#skip(6)
    if (flags & 4) this.#skip(this.#byte() | (this.#byte() << 8))
    // A name and a comment, each ending with a zero.
    for (const flag of [8, 16]) if (flags & flag) while (this.#byte() !== 0);
    if (flags & 2) this.#skip(2)
    this.#members++
    this.#state = 'block'
  }

  #endMember(): void {
    this.#dropBits()
    if (this.#word() !== this.#checksum || this.#word() !== this.#size >>> 0) throw fault('Z_DATA_ERROR')
    this.#size = 0
    this.#checksum = 0
    this.#state = 'member'
  }

  #beginBlock(): void {
    if (this.#isFinalBlock) {
      this.#isFinalBlock = false
      this.#state = 'trailer'
      return
    }
    const [isFinal, kind] = [this.#take(1) === 1, this.#take(2)]
    if (kind === 3) throw fault('Z_DATA_ERROR')
    if (kind === 0) {
      this.#dropBits()
      this.#stored = this.#byte() | (this.#byte() << 8)
      if ((this.#byte() | (this.#byte() << 8)) !== (~this.#stored & 0xffff)) throw fault('Z_DATA_ERROR')
      this.#state = 'stored'
    } else {
      this.#codes = kind === 1 ? FIXED : this.#readCodes()
      this.#state = 'codes'
    }
    this.#isFinalBlock = isFinal
  }

  #copyStored(): void {
    const room = this.#output.length - this.#end
    const bytes = this.#input.subarray(this.#at, this.#at + Math.min(this.#stored, room))
    if (bytes.length === 0 && this.#stored > 0) throw NEEDS_MORE
    this.#output.set(bytes, this.#end)
    this.#end += bytes.length
    this.#at += bytes.length
    this.#stored -= bytes.length
    if (this.#stored === 0) this.#state = 'block'
  }

  /** Reads the codes of a block, which are compressed as well. */
  #readCodes(): [Uint16Array, Uint16Array] {
    const [literals, distances, known] = [this.#take(5) + 257, this.#take(5) + 1, this.#take(4) + 4]
    const first = new Array<number>(ORDER.length).fill(0)
    for (let i = 0; i < known; i++) first[ORDER[i]!] = this.#take(3)
    const table = makeTable(first)
    const lengths: number[] = []
    while (lengths.length < literals + distances) {
      const symbol = this.#symbol(table)
      if (symbol < 16) lengths.push(symbol)
      else {
        const again = symbol === 16 ? lengths.at(-1) : 0
        if (again === undefined) throw fault('Z_DATA_ERROR')
        const times =
          symbol === 16 ? 3 + this.#take(2) : symbol === 17 ? 3 + this.#take(3) : 11 + this.#take(7)
        for (let i = 0; i < times; i++) lengths.push(again)
      }
    }
    if (lengths.length > literals + distances) throw fault('Z_DATA_ERROR')
    return [makeTable(lengths.slice(0, literals)), makeTable(lengths.slice(literals))]
  }

  /** Decodes symbols while there is input, and room for the output. Uses local variables, because most of the time is spent here. */
  #decode(): void {
    const [input, output, isLast] = [this.#input, this.#output, this.#isLast]
    const [literals, distances] = this.#codes
    const [stop, room] = [input.length - ENOUGH, output.length - LONGEST_MATCH]
    let [at, bits, count, end] = [this.#at, this.#bits, this.#bitCount, this.#end]
    let symbol = 0
    // Near the end of the file, zeros replace the missing bits; the check below notices if they are used.
    while (symbol !== 256 && end <= room && (isLast || at <= stop)) {
      for (; count < 15; count += 8) bits |= (input[at++] ?? 0) << count
      const entry = literals[bits & CODE_MASK]!
      symbol = entry >>> 4
      bits >>>= entry & 15
      count -= entry & 15
      if (entry === 0 || at - (count >> 3) > input.length)
        throw fault(entry === 0 && at <= input.length ? 'Z_DATA_ERROR' : 'Z_BUF_ERROR')
      if (symbol < 256) output[end++] = symbol
      if (symbol <= 256) continue
      const length = LENGTHS[symbol - 257]
      if (length === undefined) throw fault('Z_DATA_ERROR')
      const lengthBits = LENGTH_BITS[symbol - 257]!
      for (; count < 20; count += 8) bits |= (input[at++] ?? 0) << count
      const copied = length + (bits & ((1 << lengthBits) - 1))
      bits >>>= lengthBits
      count -= lengthBits
      const far = distances[bits & CODE_MASK]!
      bits >>>= far & 15
      count -= far & 15
      const distanceBits = DISTANCE_BITS[far >>> 4] ?? 0
      for (; count < 13; count += 8) bits |= (input[at++] ?? 0) << count
      const distance = DISTANCES[far >>> 4]! + (bits & ((1 << distanceBits) - 1))
      bits >>>= distanceBits
      count -= distanceBits
      if (at - (count >> 3) > input.length) throw fault('Z_BUF_ERROR')
      // A match cannot reach back before the start of its member.
      if (far === 0 || !(distance <= this.#size + end - WINDOW)) throw fault('Z_DATA_ERROR')
      for (const until = end + copied; end < until; end++) output[end] = output[end - distance]!
    }
    this.#at = at - (count >> 3)
    this.#bitCount = count & 7
    this.#bits = bits & ((1 << this.#bitCount) - 1)
    this.#end = end
    if (symbol === 256) this.#state = 'block'
  }

  #symbol(table: Uint16Array): number {
    this.#fill(LONGEST_CODE)
    const entry = table[this.#bits & (table.length - 1)]!
    const length = entry & 15
    if (length > this.#bitCount) throw NEEDS_MORE
    if (length === 0) throw fault(this.#bitCount < LONGEST_CODE ? 'Z_BUF_ERROR' : 'Z_DATA_ERROR')
    this.#bits >>>= length
    this.#bitCount -= length
    return entry >>> 4
  }

  #take(count: number): number {
    this.#fill(count)
    if (this.#bitCount < count) throw NEEDS_MORE
    const value = this.#bits & ((1 << count) - 1)
    this.#bits >>>= count
    this.#bitCount -= count
    return value
  }

  #fill(count: number): void {
    while (this.#bitCount < count && this.#at < this.#input.length) {
      this.#bits |= this.#input[this.#at++]! << this.#bitCount
      this.#bitCount += 8
    }
  }

  /** Skips to the next whole byte. */
  #dropBits(): void {
    this.#at -= this.#bitCount >> 3
    this.#bits = 0
    this.#bitCount = 0
  }

  #byte(): number {
    if (this.#at >= this.#input.length) throw NEEDS_MORE
    return this.#input[this.#at++]!
  }

  #skip(bytes: number): void {
    if (this.#at + bytes > this.#input.length) throw NEEDS_MORE
    this.#at += bytes
  }

  #word(): number {
    return (this.#byte() | (this.#byte() << 8) | (this.#byte() << 16) | (this.#byte() << 24)) >>> 0
  }
}
