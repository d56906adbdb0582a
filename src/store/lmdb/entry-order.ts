import type { ByteString, Change } from '../storage.js'

/** The number of bytes of a bucket's name that are compared. */
const NAME_BYTES = 7

/**
 * The order in which entries are written to the file, so that pages are written sequentially: by the first bytes of their keys, which are
 * the length of a bucket's name and the name. Numbers sort many times faster than strings, and an approximate order is good enough.
 */
export function entryOrder(entries: NonNullable<Change['inserted']>): Uint32Array {
  const indexBits = Math.max(1, 32 - Math.clz32(entries.length))
  const words = new Uint32Array(2 * entries.length)
  entries.forEach(([bucket], i) => {
    let [high, low] = [bucket.length, 0]
    for (let at = 0; at < NAME_BYTES; at++) {
      const byte = at < bucket.length ? bucket.charCodeAt(at) : 0
      if (at < 3) high = (high << 8) | byte
      else low = (low << 8) | byte
    }
    // The lower bits of the number hold the index of the entry.
    words[2 * i] = (indexBits === 32 ? 0 : (low >>> indexBits) << indexBits) | i
    words[2 * i + 1] = high
  })
  new BigUint64Array(words.buffer).sort()
  const mask = indexBits === 32 ? 0xffffffff : (1 << indexBits) - 1
  return Uint32Array.from({ length: entries.length }, (_, i) => (words[2 * i]! & mask) >>> 0)
}

/** The key of a bucket, which the keys of its entries begin with. No bucket name is a prefix of another's, because each is preceded by its length. */
export function bucketKey(space: ByteString, bucket: ByteString): ByteString {
  return String.fromCharCode(space.length) + space + String.fromCharCode(bucket.length) + bucket
}
