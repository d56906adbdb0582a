// MurmurHash3 x86_32 (Austin Appleby, public domain) over UTF-8, the hash of tokens and contents. It was chosen because it is published,
// has test vectors in every language, and uses only 32-bit operations, which are the same in JavaScript and in the kernel.

const C1 = 0xcc9e2d51
const C2 = 0x1b873593

/** The 32-bit MurmurHash3 of the UTF-8 form of `text`; a lone surrogate counts as U+FFFD, as in any encoder. */
export function hashText(text: string, seed = 0): number {
  let hash = seed | 0
  let block = 0
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i)
    if (code < 0x80) {
      block |= code << ((bytes & 3) << 3)
      if ((++bytes & 3) === 0) {
        hash = addBlock(hash, block)
        block = 0
      }
      continue
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      const next = code <= 0xdbff ? text.charCodeAt(i + 1) : 0
      if (next >= 0xdc00 && next <= 0xdfff) {
        code = 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00)
        i++
      } else {
        code = 0xfffd
      }
    }
    const length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    for (let byte = 0; byte < length; byte++) {
      block |= utf8Byte(code, byte, length) << ((bytes & 3) << 3)
      if ((++bytes & 3) === 0) {
        hash = addBlock(hash, block)
        block = 0
      }
    }
  }
  return finish((bytes & 3) === 0 ? hash : hash ^ scramble(block), bytes)
}

/** The 32-bit MurmurHash3 of numbers, each as four bytes, lowest first. */
export function hashNumbers(values: Uint32Array, seed = 0): number {
  let hash = seed | 0
  for (let i = 0; i < values.length; i++) hash = addBlock(hash, values[i]!)
  return finish(hash, values.length * 4)
}

function scramble(block: number): number {
  block = Math.imul(block, C1)
  block = (block << 15) | (block >>> 17)
  return Math.imul(block, C2)
}

function addBlock(hash: number, block: number): number {
  hash ^= scramble(block)
  hash = (hash << 13) | (hash >>> 19)
  return (Math.imul(hash, 5) + 0xe6546b64) | 0
}

function finish(hash: number, bytes: number): number {
  hash ^= bytes
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  hash ^= hash >>> 16
  return hash >>> 0
}

function utf8Byte(code: number, byte: number, length: number): number {
  const bits = code >>> (6 * (length - 1 - byte))
  if (byte > 0) return 0x80 | (bits & 0x3f)
  return length === 2 ? 0xc0 | bits : length === 3 ? 0xe0 | bits : 0xf0 | bits
}
