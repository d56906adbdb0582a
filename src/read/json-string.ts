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
    let length = 0
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!
      if (NEEDS_ESCAPE[byte] === 0) block[length++] = byte
      else {
        const written = ESCAPES[byte]!
        for (let k = 0; k < written.length; k++) block[length++] = written[k]!
      }
    }
    write(block.subarray(0, length))
  }
}
