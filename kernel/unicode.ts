// What the kernel knows about Unicode: UTF-8, and a table that the host fills from JavaScript's own data (src/kernel/unicode-table.ts), so
// that the two cannot disagree.

/** The first code point after the table. */
const TABLE_END: u32 = 0x34000

// An entry of the table has the lower-case code point in its low bits, and above it the kind of the character and how it composes.
export const LOWER_MASK: u32 = 0x1fffff
/** A letter or a digit. */
export const IS_WORD: u32 = 1 << 21
export const IS_SPACE: u32 = 1 << 22
/** A mark or a joiner: it belongs to the character before it. */
export const IS_EXTENDER: u32 = 1 << 23
export const IS_SPACELESS: u32 = 1 << 24
/** It may change places with the character before it or compose with it, or the host must convert it to lower case. */
export const IS_COMBINING: u32 = 1 << 25
const RANK_SHIFT: u32 = 26
/** The rank of characters that only the host can normalize. */
const NOT_NORMAL: u32 = 63

/**
 * The entry of a code point that the host has not filled yet. It counts as combining, so that it need not be checked for other characters.
 */
const UNFILLED: u32 = 0xffffffff

/** Variation selectors and tags are far beyond the table. Only the selectors belong to the character before them. */
const PLANE_14: u32 = 0xe0000
const SELECTORS: u32 = 0xe0100
const SELECTORS_END: u32 = 0xe01f0

/** Returned for a text if the host must make its shingles. */
export const NEEDS_HOST: i32 = -1
/** Returned if the host must first fill more of the table. */
export const NEEDS_TABLE: i32 = -2
/** Returned if the host must normalize the text and pass it back. */
export const NEEDS_NORMAL: i32 = -3

/** The entry of a code point beyond the table, or 0 if only the host knows. */
export function entryBeyond(code: u32): u32 {
  if (code < PLANE_14) return 0
  return code >= SELECTORS && code < SELECTORS_END ? code | IS_EXTENDER : code
}

/** Whether this entry, which counts as combining, has not been filled by the host. */
// @ts-ignore: decorator
@inline
export function isUnfilled(entry: u32): bool {
  return entry == UNFILLED
}

/** What to return for a code point that has no entry. */
// @ts-ignore: decorator
@inline
export function unknown(code: u32): i32 {
  return code < TABLE_END ? NEEDS_TABLE : NEEDS_HOST
}

/** The code point that a following mark would compose with. */
let starter: u32 = 0

/**
 * Whether the text is normalized (lower-cased, NFC) up to a combining character. It is not if the character belongs before the one it
 * follows, or if it composes with the last character that is not a mark. `before` is the entry of the previous character, or 0 if there is
 * none.
 */
export function isNormal(entry: u32, before: u32, pairs: usize): bool {
  const own = entry >> RANK_SHIFT
  const rank = before >> RANK_SHIFT
  // Consecutive marks share the starter of the first.
  if (!(before & IS_COMBINING) || rank == 0) starter = before & LOWER_MASK
  if (own == NOT_NORMAL || (own != 0 && own < rank)) return false
  const fingerprint = starter * 0x9e3779b1 + (entry & LOWER_MASK)
  let slot = (fingerprint * 0x85ebca6b) >> 20
  let found = load<u32>(pairs + (slot << 2))
  while (found != 0 && found != fingerprint) {
    slot = (slot + 1) & 0xfff
    found = load<u32>(pairs + (slot << 2))
  }
  return found == 0
}

/** Decodes the code point at `at`, in valid UTF-8. Code points of one and two bytes alternate too often for a branch. */
// @ts-ignore: decorator
@inline
export function decode(at: usize): u32 {
  const first = <u32>load<u8>(at)
  const second = <u32>load<u8>(at, 1) & 0x3f
  if (first < 0xe0) return select<u32>(first, ((first & 0x1f) << 6) | second, first < 0x80)
  const third = <u32>load<u8>(at, 2) & 0x3f
  if (first < 0xf0) return ((first & 0x0f) << 12) | (second << 6) | third
  return ((first & 0x07) << 18) | (second << 12) | (third << 6) | (<u32>load<u8>(at, 3) & 0x3f)
}

/** The number of bytes of a code point in UTF-8. */
// @ts-ignore: decorator
@inline
export function sizeOf(code: u32): usize {
  return 1 + usize(code >= 0x80) + usize(code >= 0x800) + usize(code >= 0x10000)
}

/** Writes a code point as UTF-8 and returns the end of what it wrote. May overwrite up to 4 bytes. */
// @ts-ignore: decorator
@inline
export function encode(code: u32, at: usize): usize {
  if (code < 0x800) {
    const two = 0x80c0 | (code >> 6) | ((code & 0x3f) << 8)
    store<u16>(at, <u16>select<u32>(code, two, code < 0x80))
    return at + 1 + usize(code >= 0x80)
  }
  const last = (0x80 | (code & 0x3f)) << 8
  if (code < 0x10000) {
    store<u8>(at, 0xe0 | (code >> 12))
    store<u16>(at, <u16>(0x80 | ((code >> 6) & 0x3f) | last), 1)
    return at + 3
  }
  store<u8>(at, 0xf0 | (code >> 18))
  store<u8>(at, 0x80 | ((code >> 12) & 0x3f), 1)
  store<u16>(at, <u16>(0x80 | ((code >> 6) & 0x3f) | last), 2)
  return at + 4
}
