// What the kernel knows of Unicode: a table that the host fills from JavaScript's own data (src/kernel/unicode-table.ts), so
// the two cannot disagree; and UTF-8.

/** Beyond this code point the table does not reach. */
const TABLE_END: u32 = 0x34000

// An entry of the table: the lower-case code point, and above it what kind it is and how it composes.
export const LOWER_MASK: u32 = 0x1fffff
/** A letter or a digit. */
export const IS_WORD: u32 = 1 << 21
export const IS_SPACE: u32 = 1 << 22
/** It belongs to the character before it: a mark or a joiner. */
export const IS_EXTENDER: u32 = 1 << 23
export const IS_SPACELESS: u32 = 1 << 24
/** It may be reordered against, or compose with, what is before it, or the host must put it into lower case. */
export const IS_COMBINING: u32 = 1 << 25
const RANK_SHIFT: u32 = 26
/** The rank of what only the host can normalise. */
const NOT_NORMAL: u32 = 63

/** The entry of a code point that the host has not filled in yet. It is marked as combining, so that only those need the question. */
const UNFILLED: u32 = 0xffffffff

/** Variation selectors and tags are far beyond the table, and only the selectors belong to a character. */
const PLANE_14: u32 = 0xe0000
const SELECTORS: u32 = 0xe0100
const SELECTORS_END: u32 = 0xe01f0

/** What a walk through a text returns when the host must make its shingles. */
export const NEEDS_HOST: i32 = -1
/** What it returns when the host has not yet filled the table so far. */
export const NEEDS_TABLE: i32 = -2
/** What it returns when the host must normalise the text first, and hand it back. */
export const NEEDS_NORMAL: i32 = -3

/** The entry of a code point that the table does not have, or 0 where only the host can tell. */
export function entryBeyond(code: u32): u32 {
  if (code < PLANE_14) return 0
  return code >= SELECTORS && code < SELECTORS_END ? code | IS_EXTENDER : code
}

/** Whether the host has not filled in this entry of a combining character. */
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

/** The code point that a mark after the last character would compose with. */
let starter: u32 = 0

/**
 * Whether the text is normal (lower-cased, NFC) up to a combining character: not if it should precede what it follows,
 * or makes one character with the last that is no mark. `before` is the entry of the character before, 0 where there is none.
 */
export function isNormal(entry: u32, before: u32, pairs: usize): bool {
  const own = entry >> RANK_SHIFT
  const rank = before >> RANK_SHIFT
  // Marks in a row have the starter of the first.
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

/** The code point of valid UTF-8 at `at`. Whether it has one byte or two changes too often for a branch. */
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

/** The bytes of a code point in UTF-8. */
// @ts-ignore: decorator
@inline
export function sizeOf(code: u32): usize {
  return 1 + usize(code >= 0x80) + usize(code >= 0x800) + usize(code >= 0x10000)
}

/** Writes a code point as UTF-8 and returns where it ends. Overwrites up to 4 bytes. */
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
