// From UTF-8 to the inside of a JSON string, byte for byte: no JavaScript string is made, so there is no limit to the
// length of a document and no time lost on decoding and encoding again.

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

/** What each byte is written as; undefined: as it is. */
const ESCAPES: readonly (Uint8Array | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const short = SHORT[byte] ?? (byte < 32 ? `\\u00${byte >> 4}${HEX[byte & 15]}` : undefined)
  return short === undefined ? undefined : Uint8Array.from(short, (char) => char.charCodeAt(0))
})

/** 1 for the bytes that are not written as they are. */
const NEEDS_ESCAPE = Uint8Array.from(ESCAPES, (written) => (written === undefined ? 0 : 1))

/** Bytes that are turned at a time, and memory for the most that they can become: every call uses it and is done with it. */
const BLOCK = 1 << 14
const block = new Uint8Array(6 * BLOCK)

/**
 * Writes valid UTF-8 as the inside of a JSON string, the same text as `JSON.stringify` gives without its quotes. What
 * `write` gets holds until it returns.
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
