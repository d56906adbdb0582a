// The hashes of src/hash, to the bit, one at a time and four at a time.

// @ts-ignore: decorator
@inline
export function mix32(v: u32): u32 {
  v ^= v >> 16
  v *= 0x21f0aaad
  v ^= v >> 15
  v *= 0xd35a2d97
  return v ^ (v >> 15)
}

// @ts-ignore: decorator
@inline
export function mix32x4(v: v128): v128 {
  v = v128.xor(v, i32x4.shr_u(v, 16))
  v = i32x4.mul(v, i32x4.splat(0x21f0aaad))
  v = v128.xor(v, i32x4.shr_u(v, 15))
  v = i32x4.mul(v, i32x4.splat(0xd35a2d97))
  return v128.xor(v, i32x4.shr_u(v, 15))
}

/** The seed of part `index` of something that has the seed `seed`. */
export function deriveSeed(seed: u32, index: u32): u32 {
  return mix32(mix32(seed) + (index + 1) * 0x9e3779b9)
}

const C1: u32 = 0xcc9e2d51
const C2: u32 = 0x1b873593

// @ts-ignore: decorator
@inline
function scramble(block: u32): u32 {
  return rotl<u32>(block * C1, 15) * C2
}

// @ts-ignore: decorator
@inline
function addScrambled(hash: u32, scrambled: u32): u32 {
  return rotl<u32>(hash ^ scrambled, 13) * 5 + 0xe6546b64
}

// @ts-ignore: decorator
@inline
function finish(hash: u32, bytes: u32): u32 {
  hash ^= bytes
  hash ^= hash >> 16
  hash *= 0x85ebca6b
  hash ^= hash >> 13
  hash *= 0xc2b2ae35
  return hash ^ (hash >> 16)
}

/**
 * MurmurHash3 x86_32 of `length` bytes with seed 0: the hash of a token. Reads up to 16 bytes beyond the end, so every
 * buffer is padded. A token of up to 16 bytes is loaded once, its four blocks scrambled together.
 */
// @ts-ignore: decorator
@inline
export function tokenHash(at: usize, length: u32): u32 {
  return length <= 16 ? shortTokenHash(at, length) : longTokenHash(at, length)
}

/** Masks that keep the first n bytes of sixteen, n = 0 … 16, as a sliding window: 16 × 0xff, then 16 × 0. */
const KEEP = memory.data<u8>([
  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0,
])

/** Scratch: the states of a hash after 0 … 4 blocks, then the scrambled blocks and a zero. */
const STATES = memory.data(48, 16)

/**
 * Without a branch on the length, which no processor can guess: all four blocks are added, and the state after the whole
 * ones is looked up. What stands behind the token is zero, and a block of zeros changes nothing when it is added as a rest.
 */
// @ts-ignore: decorator
@inline
function shortTokenHash(at: usize, length: u32): u32 {
  const bytes = v128.and(v128.load(at), v128.load(KEEP + 16 - length))
  let blocks = i32x4.mul(bytes, i32x4.splat(C1))
  blocks = v128.or(i32x4.shl(blocks, 15), i32x4.shr_u(blocks, 17))
  blocks = i32x4.mul(blocks, i32x4.splat(C2))
  v128.store(STATES + 20, blocks)
  const one = addScrambled(0, <u32>i32x4.extract_lane(blocks, 0))
  const two = addScrambled(one, <u32>i32x4.extract_lane(blocks, 1))
  const three = addScrambled(two, <u32>i32x4.extract_lane(blocks, 2))
  store<u32>(STATES + 4, one)
  store<u32>(STATES + 8, two)
  store<u32>(STATES + 12, three)
  store<u32>(STATES + 16, addScrambled(three, <u32>i32x4.extract_lane(blocks, 3)))
  const whole = STATES + (length & ~3)
  return finish(load<u32>(whole) ^ load<u32>(whole + 20), length)
}

function longTokenHash(at: usize, length: u32): u32 {
  return hashBytes(at, length, 0)
}

/** MurmurHash3 x86_32 of `length` bytes. Reads up to 3 bytes beyond the end. */
export function hashBytes(at: usize, length: u32, seed: u32): u32 {
  let hash = seed
  const whole = at + (length & ~3)
  for (let from = at; from < whole; from += 4) hash = addScrambled(hash, scramble(load<u32>(from)))
  const rest = (length & 3) << 3
  if (rest != 0) hash ^= scramble(load<u32>(whole) & ((1 << rest) - 1))
  return finish(hash, length)
}
