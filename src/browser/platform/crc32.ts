/** The checksums of a single byte, and of a byte followed by one to three zeros. */
const TABLES = [0, 1, 2, 3].map((zeros) =>
  Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte
    for (let bit = 0; bit < 8 * (zeros + 1); bit++)
      rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
    return rest
  }),
) as [Uint32Array, Uint32Array, Uint32Array, Uint32Array]

/** The checksum that gzip uses. `before` is the checksum of the bytes that precede these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const [one, two, three, four] = TABLES
  let rest = ~before
  let at = 0
  for (; at + 4 <= bytes.length; at += 4) {
    rest ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    rest = four[rest & 255]! ^ three[(rest >>> 8) & 255]! ^ two[(rest >>> 16) & 255]! ^ one[rest >>> 24]!
  }
  for (; at < bytes.length; at++) rest = one[(rest ^ bytes[at]!) & 255]! ^ (rest >>> 8)
  return ~rest >>> 0
}
