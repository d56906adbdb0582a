// Converts UTF-8 to the inside of a JSON string, byte for byte. No JavaScript string is made, so the length of a document is not limited,
// and no time is lost on decoding and encoding again.

const HEX = '0123456789abcdef'
const SHORT: Readonly<Record<number, string>> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
}

/** How each byte is written; undefined: unchanged. */
const ESCAPES: readonly (Uint8Array | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const short = SHORT[byte] ?? (byte < 32 ? `\\u00${byte >> 4}${HEX[byte & 15]}` : undefined)
  return short === undefined ? undefined : Uint8Array.from(short, (char) => char.charCodeAt(0))
})

/** 1 for the bytes that are escaped. */
const NEEDS_ESCAPE = Uint8Array.from(ESCAPES, (written) => (written === undefined ? 0 : 1))

/** Up to this many bytes are copied faster one by one. */
const FEW_BYTES = 32
/** The number of bytes that are converted at a time, and a buffer for the longest result, which every call overwrites before it reads it. */
const BLOCK = 1 << 14
const block = new Uint8Array(6 * BLOCK)

/**
 * Writes valid UTF-8 as the inside of a JSON string: the same text as `JSON.stringify` returns, without its quotes. The argument of `write`
 * is valid until it returns; `write` must not call this function.
 */
export function escapeJson(bytes: Uint8Array, write: (bytes: Uint8Array) => void): void {
  for (let start = 0; start < bytes.length; start += BLOCK) {
    const end = Math.min(bytes.length, start + BLOCK)
    let stop = plainEnd(bytes, start, end)
    if (stop === end) {
      write(bytes.subarray(start, end))
      continue
    }
    let length = 0
    for (let from = start; ; stop = plainEnd(bytes, from, end)) {
      if (stop - from > FEW_BYTES) block.set(bytes.subarray(from, stop), length)
      else for (let i = from; i < stop; i++) block[length + i - from] = bytes[i]!
      length += stop - from
      if (stop === end) break
      const written = ESCAPES[bytes[stop]!]!
      for (let k = 0; k < written.length; k++) block[length++] = written[k]!
      from = stop + 1
    }
    write(block.subarray(0, length))
  }
}

/** Where the first byte is that needs an escape; `end` if there is none. Eight at a time, because most bytes need none. */
function plainEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  for (; at + 8 <= end; at += 8) {
    const needed =
      NEEDS_ESCAPE[bytes[at]!]! |
      NEEDS_ESCAPE[bytes[at + 1]!]! |
      NEEDS_ESCAPE[bytes[at + 2]!]! |
      NEEDS_ESCAPE[bytes[at + 3]!]! |
      NEEDS_ESCAPE[bytes[at + 4]!]! |
      NEEDS_ESCAPE[bytes[at + 5]!]! |
      NEEDS_ESCAPE[bytes[at + 6]!]! |
      NEEDS_ESCAPE[bytes[at + 7]!]!
    if (needed !== 0) break
  }
  while (at < end && NEEDS_ESCAPE[bytes[at]!] === 0) at++
  return at
}
