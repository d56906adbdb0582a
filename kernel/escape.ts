// Escapes text for a JSON string, sixteen bytes at a time. src/read/json-line-buffer.ts does the same byte by byte.

const QUOTE: u8 = 0x22
const BACKSLASH: u8 = 0x5c

/**
 * Writes the UTF-8 text from `at` to before `end` with JSON escapes, and returns the end of what it wrote. Sixteen bytes after `end` must
 * be readable. The output needs room for six bytes per input byte, and sixteen more.
 */
export function escapeText(at: usize, end: usize, to: usize): usize {
  while (at < end) {
    const bytes = v128.load(at)
    v128.store(to, bytes)
    const special = v128.or(
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
      v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.eq(bytes, i8x16.splat(BACKSLASH))),
    )
    const found = <u32>i8x16.bitmask(special)
    const plain = min<usize>(end - at, found == 0 ? 16 : ctz(found))
    at += plain
    to += plain
    if (found == 0 || at == end) continue
    to = escapeByte(load<u8>(at++), to)
  }
  return to
}

function escapeByte(byte: u8, to: usize): usize {
  store<u8>(to++, BACKSLASH)
  const short = shortEscape(byte)
  if (short != 0) {
    store<u8>(to, short)
    return to + 1
  }
  store<u8>(to, 0x75)
  store<u8>(to + 1, 0x30)
  store<u8>(to + 2, 0x30)
  store<u8>(to + 3, 0x30 + (byte >> 4))
  const low: u8 = byte & 15
  store<u8>(to + 4, low < 10 ? 0x30 + low : 0x57 + low)
  return to + 5
}

/** The letter after the backslash of a short escape, or 0 if the byte has none. */
function shortEscape(byte: u8): u8 {
  if (byte == QUOTE || byte == BACKSLASH) return byte
  if (byte == 0x08) return 0x62
  if (byte == 0x09) return 0x74
  if (byte == 0x0a) return 0x6e
  if (byte == 0x0c) return 0x66
  return byte == 0x0d ? 0x72 : 0
}
