// Text to token hashes, as src/text defines it: lower case, words as maximal runs of letters and digits, characters as
// code points with white space collapsed. ASCII goes sixteen bytes at a time; other code points below 0x20000 go by a
// table that the host fills from JavaScript's own Unicode data, so the two cannot disagree. What no table can say (the
// final sigma, İ, code points above) is given back to the host.

import { tokenHash } from './mix'

/** Beyond this code point the table does not reach. */
const TABLE_END: u32 = 0x20000

// An entry of the table: the lower-case code point, and above it what kind it is.
const LOWER_MASK: u32 = 0x1fffff
const IS_WORD: u32 = 1 << 21
const IS_SPACE: u32 = 1 << 22
const IS_SPECIAL: u32 = 1 << 23

/** What `words` and `characters` return when the host must do it. */
export const NEEDS_HOST: i32 = -1

/** Where the code point decoded last ended. */
let decodedEnd: usize = 0

/**
 * Writes the hashes of the words of `length` bytes of valid UTF-8 at `text` to `hashes`, and returns their number, or
 * `NEEDS_HOST`. `lower` has room for twice the bytes. Reads up to 64 bytes beyond the text.
 */
export function words(text: usize, length: u32, lower: usize, table: usize, hashes: usize): i32 {
  const end = text + length
  const firstHash = hashes
  let out = lower
  /** Where the current word began in `lower`, or 0 outside a word. */
  let start: usize = 0
  while (text < end) {
    const size = <u32>min<usize>(64, end - text)
    const valid: u64 = size == 64 ? -1 : ((<u64>1) << size) - 1
    if ((highBits(text) & valid) == 0) {
      let mask = lowerBlock(text, out) & valid
      // A bit where a word begins or ends: the mask against itself moved by one, with the state before the block below.
      let turns = mask ^ ((mask << 1) | u64(start != 0))
      while (turns != 0) {
        const at = out + <usize>ctz(turns)
        turns &= turns - 1
        if (start == 0) start = at
        else {
          store<u32>(hashes, tokenHash(start, <u32>(at - start)))
          hashes += 4
          start = 0
        }
      }
      text += size
      out += size
    } else {
      const blockEnd = text + size
      while (text < blockEnd) {
        const code = decode(text)
        if (code >= TABLE_END) return NEEDS_HOST
        const entry = load<u32>(table + (code << 2))
        if (entry & IS_SPECIAL) return NEEDS_HOST
        text = decodedEnd
        if (entry & IS_WORD) {
          if (start == 0) start = out
          out = encode(entry & LOWER_MASK, out)
        } else {
          if (start != 0) {
            store<u32>(hashes, tokenHash(start, <u32>(out - start)))
            hashes += 4
            start = 0
          }
          out++
        }
      }
    }
  }
  if (start != 0) {
    store<u32>(hashes, tokenHash(start, <u32>(out - start)))
    hashes += 4
  }
  return <i32>((hashes - firstHash) >> 2)
}

/**
 * Writes the hashes of the characters, lower-cased and with each run of white space as one blank and none at the ends, to
 * `hashes`, and returns their number, or `NEEDS_HOST`. `ascii` has the hashes of the 128 ASCII characters; `scratch` 32 bytes.
 */
export function characters(text: usize, length: u32, scratch: usize, table: usize, ascii: usize, hashes: usize): i32 {
  const end = text + length
  const firstHash = hashes
  const blank = load<u32>(ascii + (32 << 2))
  let spaceBefore = false
  while (text < end) {
    const code = decode(text)
    if (code >= TABLE_END) return NEEDS_HOST
    const entry = load<u32>(table + (code << 2))
    if (entry & IS_SPECIAL) return NEEDS_HOST
    text = decodedEnd
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
    store<u32>(hashes, lower < 128 ? load<u32>(ascii + (lower << 2)) : tokenHash(scratch, <u32>(encode(lower, scratch) - scratch)))
    hashes += 4
  }
  return <i32>((hashes - firstHash) >> 2)
}

/** The top bits of 64 bytes: not zero where a byte is not ASCII. */
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

/** Writes 64 bytes lower-cased and returns where the letters and digits are. */
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
  const upper = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(65)), i8x16.splat(26))
  const lower = v128.or(bytes, v128.and(upper, i8x16.splat(0x20)))
  v128.store(out, lower)
  const letter = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(97)), i8x16.splat(26))
  const digit = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(10))
  return <u64>i8x16.bitmask(v128.or(letter, digit))
}

/** The code point of valid UTF-8 at `at`; `decodedEnd` is behind it. */
// @ts-ignore: decorator
@inline
function decode(at: usize): u32 {
  const first = <u32>load<u8>(at)
  if (first < 0x80) {
    decodedEnd = at + 1
    return first
  }
  const second = <u32>load<u8>(at, 1) & 0x3f
  if (first < 0xe0) {
    decodedEnd = at + 2
    return ((first & 0x1f) << 6) | second
  }
  const third = <u32>load<u8>(at, 2) & 0x3f
  if (first < 0xf0) {
    decodedEnd = at + 3
    return ((first & 0x0f) << 12) | (second << 6) | third
  }
  decodedEnd = at + 4
  return ((first & 0x07) << 18) | (second << 12) | (third << 6) | (<u32>load<u8>(at, 3) & 0x3f)
}

/** Writes a code point as UTF-8 and returns where it ends. */
export function encode(code: u32, at: usize): usize {
  if (code < 0x80) {
    store<u8>(at, code)
    return at + 1
  }
  if (code < 0x800) {
    store<u8>(at, 0xc0 | (code >> 6))
    store<u8>(at, 0x80 | (code & 0x3f), 1)
    return at + 2
  }
  if (code < 0x10000) {
    store<u8>(at, 0xe0 | (code >> 12))
    store<u8>(at, 0x80 | ((code >> 6) & 0x3f), 1)
    store<u8>(at, 0x80 | (code & 0x3f), 2)
    return at + 3
  }
  store<u8>(at, 0xf0 | (code >> 18))
  store<u8>(at, 0x80 | ((code >> 12) & 0x3f), 1)
  store<u8>(at, 0x80 | ((code >> 6) & 0x3f), 2)
  store<u8>(at, 0x80 | (code & 0x3f), 3)
  return at + 4
}
