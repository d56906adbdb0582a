// Turns text into token hashes, as src/text defines it: lower case; words that start with a letter or a digit and include their marks;
// pairs of characters in scripts without spaces; or single code points, with white space collapsed. ASCII is processed 64 bytes at a time,
// other code points with a table. A text that is not composed (NFC), or that no table can convert to lower case (final sigma, İ), goes to
// the host, which returns it normalized.

import { hashBytes, shortTokenHashes } from './mix'
import {
  decode,
  encode,
  entryBeyond,
  IS_COMBINING,
  IS_EXTENDER,
  IS_SPACE,
  IS_SPACELESS,
  IS_WORD,
  isNormal,
  isUnfilled,
  LOWER_MASK,
  NEEDS_NORMAL,
  NEEDS_TABLE,
  sizeOf,
  unknown,
} from './unicode'

/** From this many consecutive bytes, ASCII is processed as a block. */
const PLAIN_RUN: u32 = 8

/** Characters that do more than start, continue or end a word. */
const UNUSUAL: u32 = IS_EXTENDER | IS_SPACELESS | IS_COMBINING

// The position in a run of characters of a script without spaces.
const NO_RUN: u32 = 0
const FIRST_OF_RUN: u32 = 1
const WITHIN_RUN: u32 = 2

/**
 * Writes the hashes of the words in `length` bytes of valid UTF-8 at `text` to `hashes`. Returns their number, or `NEEDS_HOST`,
 * `NEEDS_TABLE` or `NEEDS_NORMAL`. It first finds the boundaries of all words, and then hashes four words at a time. Neither step branches
 * on the length of a word, which no processor can predict. `table` has `known` entries; `pairs` lists the characters that compose. The
 * scratch memory `lower` has room for twice the bytes; `hashes` and the scratch memory `ends` for half as many words and sixteen more.
 * Reads up to 64 bytes after the text.
 */
export function words(
  text: usize,
  length: u32,
  lower: usize,
  table: usize,
  known: u32,
  pairs: usize,
  hashes: usize,
  ends: usize,
): i32 {
  const first = text
  const end = text + length
  let out = lower
  // Word i starts at `hashes[i]`, which its hash will replace, and ends at `ends[i]`.
  let start = hashes
  let stop = ends
  /** 1 within a word. */
  let inside: u64 = 0
  /**
   * The table entry of the previous character. It is set for ASCII characters only between others: in blocks of ASCII, it is not needed.
   */
  let last: u32 = 0
  // In a script without spaces, the start of the next pair.
  let run = NO_RUN
  let next: usize = 0
  while (text < end) {
    const size = <u32>min<usize>(64, end - text)
    const high = highBits(text) & lowest(size)
    const plain = high == 0 ? size : <u32>ctz(high)
    if (high == 0 || plain >= PLAIN_RUN) {
      const valid = lowest(plain)
      const mask = lowerBlock(text, out) & valid
      const before = (mask << 1) | inside
      start = writeOffsets(mask & ~before, <u32>out, start)
      stop = writeOffsets(before & ~mask & valid, <u32>out, stop)
      inside = mask >> (plain - 1)
      text += plain
      out += plain
    } else {
      // One character at a time, up to the last that is not ASCII, or to the next run of ASCII.
      const from = text
      const slow = min(64 - <u32>clz(high), <u32>ctz(plainRuns(high)))
      for (let starts = characterStarts(from) & lowest(slow); starts != 0; starts &= starts - 1) {
        text = from + <usize>ctz(starts)
        const code = decode(text)
        let entry: u32
        if (code < known) entry = load<u32>(table + (code << 2))
        else {
          entry = entryBeyond(code)
          if (entry == 0) return unknown(code)
        }
        if ((entry & UNUSUAL) | run) {
          if (entry & IS_COMBINING) {
            if (isUnfilled(entry)) return NEEDS_TABLE
            const follows = text == from && text > first && load<u8>(text - 1) < 0x80
            if (follows) last = load<u32>(table + (<usize>load<u8>(text - 1) << 2))
            if (!isNormal(entry, last, pairs)) return NEEDS_NORMAL
          }
          if (entry & IS_SPACELESS) {
            if (run == NO_RUN) {
              // A word before this character ends here.
              store<u32>(stop, <u32>out)
              stop += <usize>inside << 2
              inside = 0
              store<u32>(start, <u32>out)
              start += 4
              run = FIRST_OF_RUN
            } else {
              if (run == WITHIN_RUN) {
                store<u32>(stop, <u32>out)
                stop += 4
                store<u32>(start, <u32>next)
                start += 4
              }
              next = out
              run = WITHIN_RUN
            }
          } else if (run != NO_RUN && !(entry & IS_EXTENDER)) {
            store<u32>(stop, <u32>out)
            stop += 4
            run = NO_RUN
          }
          // A mark continues the word before it, if there is one.
          if (run != NO_RUN || entry & IS_EXTENDER) {
            last = entry
            text += sizeOf(code)
            out = encode(entry & LOWER_MASK, out)
            continue
          }
        }
        last = entry
        text += sizeOf(code)
        // Both boundaries are written, but the positions move on only for a boundary that exists.
        const word = <u64>((entry & IS_WORD) != 0)
        store<u32>(start, <u32>out)
        store<u32>(stop, <u32>out)
        start += <usize>(word & ~inside) << 2
        stop += <usize>(inside & ~word) << 2
        inside = word
        out = encode(entry & LOWER_MASK, out)
      }
      // ASCII never continues a run, so blocks of ASCII need not check for one.
      if (run != NO_RUN && (text >= end || load<u8>(text) < 0x80)) {
        store<u32>(stop, <u32>out)
        stop += 4
        run = NO_RUN
      }
    }
  }
  if (start == hashes) return wholeText(first, length, lower, table, known, hashes)
  if (inside) store<u32>(stop, <u32>out)
  // The last group may have fewer than four words: the others are empty.
  v128.store(start, i32x4.splat(<u32>lower))
  v128.store(ends + (start - hashes), i32x4.splat(<u32>lower))
  for (let at = hashes; at < start; at += 16) hashFour(at, ends + (at - hashes))
  return <i32>((start - hashes) >> 2)
}

/**
 * A text without words is one token: all of it, lower-cased, with each run of white space as one blank. Writes its hash and returns 1, or
 * returns 0 if there is only white space. Every character has an entry, which the caller has checked.
 */
function wholeText(text: usize, length: u32, lower: usize, table: usize, known: u32, hashes: usize): i32 {
  const end = text + length
  let out = lower
  let spaceBefore = false
  while (text < end) {
    const code = decode(text)
    const entry = code < known ? load<u32>(table + (code << 2)) : entryBeyond(code)
    text += sizeOf(code)
    if (entry & IS_SPACE) {
      spaceBefore = out != lower
      continue
    }
    if (spaceBefore) store<u8>(out++, 0x20)
    spaceBefore = false
    out = encode(entry & LOWER_MASK, out)
  }
  if (out == lower) return 0
  store<u32>(hashes, hashBytes(lower, <u32>(out - lower), 0))
  return 1
}

/** A mask of the positions where `PLAIN_RUN` zero bits begin. */
// @ts-ignore: decorator
@inline
function plainRuns(high: u64): u64 {
  let runs = ~high
  runs &= runs >> 1
  runs &= runs >> 2
  return runs & (runs >> 4)
}

/** A mask of the bytes, among 64 bytes of UTF-8, that start a character: all but 0b10……. */
// @ts-ignore: decorator
@inline
function characterStarts(text: usize): u64 {
  const others =
    <u64>i8x16.bitmask(i8x16.lt_s(v128.load(text), i8x16.splat(-64))) |
    (<u64>i8x16.bitmask(i8x16.lt_s(v128.load(text, 16), i8x16.splat(-64))) << 16) |
    (<u64>i8x16.bitmask(i8x16.lt_s(v128.load(text, 32), i8x16.splat(-64))) << 32) |
    (<u64>i8x16.bitmask(i8x16.lt_s(v128.load(text, 48), i8x16.splat(-64))) << 48)
  return ~others
}

/** A mask of the lowest `count` bits, from 1 to 64. */
// @ts-ignore: decorator
@inline
function lowest(count: u32): u64 {
  return (<u64>-1) >> (64 - count)
}

/**
 * Writes `base` plus the index of each bit that is set, and returns the end of the output. Few blocks of 64 bytes have more than twelve
 * words, so twelve values are always written, even if fewer are valid. Only larger numbers of words need a branch.
 */
// @ts-ignore: decorator
@inline
function writeOffsets(bits: u64, base: u32, to: usize): usize {
  const end = to + (<usize>popcnt(bits) << 2)
  bits = writeFour(bits, base, to)
  bits = writeFour(bits, base, to + 16)
  bits = writeFour(bits, base, to + 32)
  for (to += 48; to < end; to += 16) bits = writeFour(bits, base, to)
  return end
}

/** Writes the offsets of the four lowest bits and returns the others. */
// @ts-ignore: decorator
@inline
function writeFour(bits: u64, base: u32, to: usize): u64 {
  store<u32>(to, base + <u32>ctz(bits))
  bits &= bits - 1
  store<u32>(to, base + <u32>ctz(bits), 4)
  bits &= bits - 1
  store<u32>(to, base + <u32>ctz(bits), 8)
  bits &= bits - 1
  store<u32>(to, base + <u32>ctz(bits), 12)
  return bits & (bits - 1)
}

/** The hashes of four words, written over their starts. */
// @ts-ignore: decorator
@inline
function hashFour(starts: usize, ends: usize): void {
  const lengths = i32x4.sub(v128.load(ends), v128.load(starts))
  if (v128.any_true(i32x4.gt_s(lengths, i32x4.splat(12)))) hashLong(starts, lengths)
  else v128.store(starts, shortTokenHashes(starts, lengths, false))
}

/** Handles four words of which some have more than 12 bytes: words of more than 16 bytes are hashed one by one. */
function hashLong(starts: usize, lengths: v128): void {
  const first = v128.load(starts)
  v128.store(starts, shortTokenHashes(starts, lengths, true))
  hashIfLong(starts, i32x4.extract_lane(first, 0), i32x4.extract_lane(lengths, 0))
  hashIfLong(starts + 4, i32x4.extract_lane(first, 1), i32x4.extract_lane(lengths, 1))
  hashIfLong(starts + 8, i32x4.extract_lane(first, 2), i32x4.extract_lane(lengths, 2))
  hashIfLong(starts + 12, i32x4.extract_lane(first, 3), i32x4.extract_lane(lengths, 3))
}

// @ts-ignore: decorator
@inline
function hashIfLong(to: usize, start: usize, length: u32): void {
  if (length > 16) store<u32>(to, hashBytes(start, length, 0))
}

/**
 * Writes the hashes of the characters to `hashes`: lower-cased, with each run of white space as one blank, and without white space at the
 * ends. Returns their number, or the same error codes as `words`. `ascii` has the hashes of the 128 ASCII characters; `scratch` has 32
 * bytes.
 */
export function characters(
  text: usize,
  length: u32,
  scratch: usize,
  table: usize,
  known: u32,
  pairs: usize,
  ascii: usize,
  hashes: usize,
): i32 {
  const end = text + length
  const firstHash = hashes
  const blank = load<u32>(ascii + (32 << 2))
  let spaceBefore = false
  let last: u32 = 0
  while (text < end) {
    const code = decode(text)
    let entry: u32
    if (code < known) entry = load<u32>(table + (code << 2))
    else {
      entry = entryBeyond(code)
      if (entry == 0) return unknown(code)
    }
    if (entry & IS_COMBINING) {
      if (isUnfilled(entry)) return NEEDS_TABLE
      if (!isNormal(entry, last, pairs)) return NEEDS_NORMAL
    }
    last = entry
    text += sizeOf(code)
    if (entry & IS_SPACE) {
      spaceBefore = hashes != firstHash
      continue
    }
    if (spaceBefore) {
      store<u32>(hashes, blank)
      hashes += 4
      spaceBefore = false
    }
    const lower = entry & LOWER_MASK
    store<u32>(hashes, lower < 128 ? load<u32>(ascii + (lower << 2)) : hashBytes(scratch, <u32>(encode(lower, scratch) - scratch), 0))
    hashes += 4
  }
  return <i32>((hashes - firstHash) >> 2)
}

/** The top bits of 64 bytes: a bit is 1 if the byte is not ASCII. */
// @ts-ignore: decorator
@inline
function highBits(text: usize): u64 {
  const any = v128.or(
    v128.or(v128.load(text), v128.load(text, 16)),
    v128.or(v128.load(text, 32), v128.load(text, 48)),
  )
  if (i8x16.bitmask(any) == 0) return 0
  return (
    <u64>i8x16.bitmask(v128.load(text)) |
    (<u64>i8x16.bitmask(v128.load(text, 16)) << 16) |
    (<u64>i8x16.bitmask(v128.load(text, 32)) << 32) |
    (<u64>i8x16.bitmask(v128.load(text, 48)) << 48)
  )
}

/** Writes 64 bytes in lower case, and returns a mask of the letters and digits. */
// @ts-ignore: decorator
@inline
function lowerBlock(text: usize, out: usize): u64 {
  return (
    lowerSixteen(text, out) |
    (lowerSixteen(text + 16, out + 16) << 16) |
    (lowerSixteen(text + 32, out + 32) << 32) |
    (lowerSixteen(text + 48, out + 48) << 48)
  )
}

// @ts-ignore: decorator
@inline
function lowerSixteen(text: usize, out: usize): u64 {
  const bytes = v128.load(text)
  // This also changes other bytes, but not digits, and nothing else is used.
  const lower = v128.or(bytes, i8x16.splat(0x20))
  v128.store(out, lower)
  // Shifts letters to −128 … −103 and digits to −128 … −119, so that one signed comparison recognizes them.
  const letter = i8x16.lt_s(i8x16.sub(lower, i8x16.splat(-31)), i8x16.splat(-102))
  const digit = i8x16.lt_s(i8x16.sub(bytes, i8x16.splat(-80)), i8x16.splat(-118))
  return <u64>i8x16.bitmask(v128.or(letter, digit))
}
