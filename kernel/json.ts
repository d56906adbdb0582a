// Reads one line of JSON: finds the text field, unescapes it, and checks that the whole line is valid JSON. Anything unusual (escapes in
// keys, a repeated field, deep nesting, a line that is not an object or not JSON at all) is left to JSON.parse in the host, which returns
// the value or the error.

import { encode } from './unicode'
import { validUtf8 } from './utf8'

/** The line contains a document. */
export const LINE_OK: u32 = 0
/** The line contains only white space. */
export const LINE_BLANK: u32 = 1
/** The host must read the line. */
export const LINE_HOST: u32 = 2

// The results of `readLine`.
export let textStart: usize = 0
export let textLength: u32 = 0
export let idStart: usize = 0
export let idEnd: usize = 0

const QUOTE: u32 = 0x22
const BACKSLASH: u32 = 0x5c
const DEEPEST: u32 = 64
/** `null` as four bytes. */
const NULL: u32 = 0x6c6c756e

/** Where the last skip ended; 0 if it did not find valid JSON. */
let at: usize = 0

/**
 * Reads the line from `start` to `end`. The text stays where it is, unless it has escapes; then it is written to `text`. The names of the
 * fields are passed as bytes. `plain` may be true only if all bytes are ASCII. Reads up to 64 bytes after the end.
 */
export function readLine(
  start: usize,
  end: usize,
  plain: bool,
  textName: usize,
  textNameLength: u32,
  idName: usize,
  idNameLength: u32,
  text: usize,
): u32 {
  idStart = 0
  idEnd = 0
  at = skipSpace(start, end)
  if (at == end) return LINE_BLANK
  if (load<u8>(at) != 0x7b || !(plain || validUtf8(start, end))) return LINE_HOST
  let found = false
  at = skipSpace(at + 1, end)
  while (at < end && load<u8>(at) == QUOTE) {
    const key = at + 1
    at = plainStringEnd(key, end)
    if (at == 0) return LINE_HOST
    const keyLength = <u32>(at - key)
    at = skipSpace(at + 1, end)
    if (at >= end || load<u8>(at) != 0x3a) return LINE_HOST
    at = skipSpace(at + 1, end)
    if (at >= end) return LINE_HOST
    if (keyLength == textNameLength && memory.compare(key, textName, keyLength) == 0) {
      if (found) return LINE_HOST
      at = load<u8>(at) == QUOTE ? readString(at + 1, end, text) : readNull(end)
      if (at == 0) return LINE_HOST
      found = true
    } else {
      const value = at
      skipValue(end)
      if (at == 0) return LINE_HOST
      if (keyLength == idNameLength && idNameLength > 0 && memory.compare(key, idName, keyLength) == 0) {
        if (idEnd != 0 || !isPlainId(value, at)) return LINE_HOST
        idStart = value
        idEnd = at
      }
    }
    at = skipSpace(at, end)
    if (at >= end) return LINE_HOST
    if (load<u8>(at) == 0x7d) {
      const complete = found && (idNameLength == 0 || idEnd != 0) && skipSpace(at + 1, end) == end
      return complete ? LINE_OK : LINE_HOST
    }
    if (load<u8>(at) != 0x2c) return LINE_HOST
    at = skipSpace(at + 1, end)
  }
  return LINE_HOST
}

/** A string without escapes, or an integer of up to 15 digits: a value that JSON.stringify would write in the same way. */
function isPlainId(from: usize, end: usize): bool {
  if (load<u8>(from) == QUOTE) return plainStringEnd(from + 1, end) == end - 1
  if (end - from > 15 || (load<u8>(from) == 0x30 && end - from > 1)) return false
  return digitsEnd(from, end) == end
}

// @ts-ignore: decorator
@inline
function isSpace(byte: u32): bool {
  return byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
}

function skipSpace(from: usize, end: usize): usize {
  while (from < end && isSpace(load<u8>(from))) from++
  return from
}

/** A mask of the bytes, among 64, that end the plain part of a string: quotes, backslashes and control characters. */
// @ts-ignore: decorator
@inline
function stops(one: v128, two: v128, three: v128, four: v128): u64 {
  const stop1 = isStop(one)
  const stop2 = isStop(two)
  const stop3 = isStop(three)
  const stop4 = isStop(four)
  if (!v128.any_true(v128.or(v128.or(stop1, stop2), v128.or(stop3, stop4)))) return 0
  return (
    <u64>i8x16.bitmask(stop1) |
    (<u64>i8x16.bitmask(stop2) << 16) |
    (<u64>i8x16.bitmask(stop3) << 32) |
    (<u64>i8x16.bitmask(stop4) << 48)
  )
}

// @ts-ignore: decorator
@inline
function isStop(bytes: v128): v128 {
  return v128.or(
    v128.or(i8x16.eq(bytes, i8x16.splat(<i8>QUOTE)), i8x16.eq(bytes, i8x16.splat(<i8>BACKSLASH))),
    i8x16.le_u(bytes, i8x16.splat(0x1f)),
  )
}

/** Where the plain part of a string ends; `end` or later if it does not end before that. */
function stopFrom(from: usize, end: usize): usize {
  for (; from < end; from += 64) {
    const mask = stops(v128.load(from), v128.load(from, 16), v128.load(from, 32), v128.load(from, 48))
    if (mask != 0) return from + <usize>ctz(mask)
  }
  return end
}

/** The address of the closing quote of a string; 0 if the string has an escape or does not end. */
function plainStringEnd(from: usize, end: usize): usize {
  const stop = stopFrom(from, end)
  return stop < end && load<u8>(stop) == QUOTE ? stop : 0
}

/** Finds a string and, if it has escapes, writes it to `text`. Returns the address after the closing quote, or 0. */
function readString(from: usize, end: usize, text: usize): usize {
  const stop = stopFrom(from, end)
  if (stop >= end) return 0
  if (load<u8>(stop) == QUOTE) {
    textStart = from
    textLength = <u32>(stop - from)
    return stop + 1
  }
  memory.copy(text, from, stop - from)
  textStart = text
  return copyString(stop, end, text + (stop - from))
}

/** Reads null as an empty text. Returns the address after it, or 0 for anything else. */
function readNull(end: usize): usize {
  textStart = at
  textLength = 0
  return literalEnd(end, NULL, 4)
}

/** Copies the rest of a string, starting at an escape, to `out`. Returns the address after the closing quote, or 0. */
function copyString(from: usize, end: usize, out: usize): usize {
  while (from < end) {
    const stop = <u32>load<u8>(from)
    if (stop == QUOTE) {
      textLength = <u32>(out - textStart)
      return from + 1
    }
    if (stop != BACKSLASH || from + 1 >= end) return 0
    const escape = <u32>load<u8>(from, 1)
    if (escape == 0x75) {
      const code = unicodeEscape(from, end)
      if (code < 0) return 0
      from = escapeEnd
      out = encode(code, out)
    } else {
      const byte = simpleEscape(escape)
      if (byte == 0) return 0
      store<u8>(out++, byte)
      from += 2
    }
    // One escape often follows another.
    if (load<u8>(from) == BACKSLASH) continue
    for (; from < end; from += 64) {
      const one = v128.load(from)
      const two = v128.load(from, 16)
      const three = v128.load(from, 32)
      const four = v128.load(from, 48)
      v128.store(out, one)
      v128.store(out, two, 16)
      v128.store(out, three, 32)
      v128.store(out, four, 48)
      const mask = stops(one, two, three, four)
      if (mask != 0) {
        from += <usize>ctz(mask)
        out += <usize>ctz(mask)
        break
      }
      out += 64
    }
  }
  return 0
}

function simpleEscape(escape: u32): u32 {
  switch (escape) {
    case 0x22:
    case 0x5c:
    case 0x2f:
      return escape
    case 0x62:
      return 0x08
    case 0x66:
      return 0x0c
    case 0x6e:
      return 0x0a
    case 0x72:
      return 0x0d
    case 0x74:
      return 0x09
    default:
      return 0
  }
}

let escapeEnd: usize = 0

/** The code point of \uXXXX or of a surrogate pair; U+FFFD for half a pair; −1 if the digits are invalid. */
function unicodeEscape(from: usize, end: usize): i32 {
  const first = fourHex(from + 2, end)
  if (first < 0) return -1
  escapeEnd = from + 6
  if ((first & 0xf800) != 0xd800) return first
  if (first >= 0xdc00) return 0xfffd
  if (from + 12 > end || load<u8>(from, 6) != BACKSLASH || load<u8>(from, 7) != 0x75) return 0xfffd
  const second = fourHex(from + 8, end)
  if (second < 0) return -1
  if ((second & 0xfc00) != 0xdc00) return 0xfffd
  escapeEnd = from + 12
  return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
}

function fourHex(from: usize, end: usize): i32 {
  if (from + 4 > end) return -1
  let value: i32 = 0
  for (let i: usize = 0; i < 4; i++) {
    const byte = <u32>load<u8>(from + i)
    const letter = (byte | 0x20) - 97
    const digit = byte - 48
    if (digit < 10) value = (value << 4) | digit
    else if (letter < 6) value = (value << 4) | (letter + 10)
    else return -1
  }
  return value
}

/** Moves `at` past the value that starts there, or sets it to 0 if that is not valid JSON. */
function skipValue(end: usize): void {
  /** One bit per level, 1 if it is an object; the innermost level is the lowest bit. */
  let objects: u64 = 0
  let depth: u32 = 0
  for (;;) {
    const byte = <u32>load<u8>(at)
    if (byte == 0x7b || byte == 0x5b) {
      if (depth == DEEPEST) return fail()
      const object = byte == 0x7b
      objects = (objects << 1) | u64(object)
      depth++
      at = skipSpace(at + 1, end)
      if (at >= end) return fail()
      if (load<u8>(at) != (object ? 0x7d : 0x5d)) {
        if (object && !skipKey(end)) return fail()
        continue
      }
      at++
      objects >>= 1
      depth--
    } else {
      skipScalar(end)
      if (at == 0) return
    }
    // After a value: close the levels that end here, or continue with the next value.
    for (;;) {
      if (depth == 0) return
      at = skipSpace(at, end)
      if (at >= end) return fail()
      const next = <u32>load<u8>(at)
      const object = (objects & 1) != 0
      if (next == 0x2c) {
        at = skipSpace(at + 1, end)
        if (at >= end || (object && !skipKey(end))) return fail()
        break
      }
      if (next != (object ? 0x7d : 0x5d)) return fail()
      at++
      objects >>= 1
      depth--
    }
  }
}

function fail(): void {
  at = 0
}

/** Moves `at` past a key and its colon. */
function skipKey(end: usize): bool {
  if (load<u8>(at) != QUOTE) return false
  at = stringEnd(at + 1, end)
  if (at == 0) return false
  at = skipSpace(at, end)
  if (at >= end || load<u8>(at) != 0x3a) return false
  at = skipSpace(at + 1, end)
  return at < end
}

function skipScalar(end: usize): void {
  const byte = <u32>load<u8>(at)
  if (byte == QUOTE) at = stringEnd(at + 1, end)
  else if (byte == 0x74) at = literalEnd(end, 0x65757274, 4)
  else if (byte == 0x6e) at = literalEnd(end, NULL, 4)
  else if (byte == 0x66) at = at + 5 <= end && load<u8>(at, 4) == 0x65 ? literalEnd(end, 0x736c6166, 5) : 0
  else at = numberEnd(at, end)
}

/** The address after a literal, recognized by its first four bytes (for `false`, by `fals`), or 0. */
function literalEnd(end: usize, four: u32, length: usize): usize {
  return at + length <= end && load<u32>(at) == four ? at + length : 0
}

/** The address after the closing quote of a string with valid escapes, or 0. */
function stringEnd(from: usize, end: usize): usize {
  while ((from = stopFrom(from, end)) < end) {
    const stop = <u32>load<u8>(from)
    if (stop == QUOTE) return from + 1
    if (stop != BACKSLASH || from + 1 >= end) return 0
    const escape = <u32>load<u8>(from, 1)
    if (escape == 0x75) {
      if (fourHex(from + 2, end) < 0) return 0
      from += 6
    } else {
      if (simpleEscape(escape) == 0) return 0
      from += 2
    }
  }
  return 0
}

// @ts-ignore: decorator
@inline
function isDigit(from: usize, end: usize): bool {
  return from < end && <u32>load<u8>(from) - 48 < 10
}

function numberEnd(from: usize, end: usize): usize {
  if (load<u8>(from) == 0x2d) from++
  if (!isDigit(from, end)) return 0
  if (load<u8>(from) == 0x30) from++
  else from = digitsEnd(from, end)
  if (from < end && load<u8>(from) == 0x2e) {
    if (!isDigit(from + 1, end)) return 0
    from = digitsEnd(from + 1, end)
  }
  if (from < end && (load<u8>(from) | 0x20) == 0x65) {
    from++
    if (from < end && (load<u8>(from) == 0x2b || load<u8>(from) == 0x2d)) from++
    if (!isDigit(from, end)) return 0
    from = digitsEnd(from, end)
  }
  return from
}

function digitsEnd(from: usize, end: usize): usize {
  while (isDigit(from, end)) from++
  return from
}
