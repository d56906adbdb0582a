// The hash functions of src/hash, with identical results, for one value and for four values at a time.

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
  v = i32x4.mul(v, constant(MIX_1))
  v = v128.xor(v, i32x4.shr_u(v, 15))
  v = i32x4.mul(v, constant(MIX_2))
  return v128.xor(v, i32x4.shr_u(v, 15))
}

/** The cell of an element in a table of 2^(32 - shift) cells: the leading bits of `spread` in src/hash/repeat-filter.ts. */
// @ts-ignore: decorator
@inline
export function cellOf(element: u32, shift: u32): u32 {
  return (element * 0x9e3779b1) >> shift
}

/** Derives the seed of part `index` from a seed. */
export function deriveSeed(seed: u32, index: u32): u32 {
  return mix32(mix32(seed) + (index + 1) * 0x9e3779b9)
}

const C1: u32 = 0xcc9e2d51
const C2: u32 = 0x1b873593

/**
 * Vector constants with four equal lanes. They are in memory because V8 creates a constant vector again at every use, through the only
 * execution port that can shuffle. A load is cheaper.
 */
const CONSTANTS = memory.data<u32>([
  0x21f0aaad, 0xd35a2d97, C1, C2, 0xe6546b64, 0x85ebca6b, 0xc2b2ae35, 0x03020100, 0x03030303, 0x04040404,
])
const MIX_1: usize = 0
const MIX_2: usize = 4
const SCRAMBLE_1: usize = 8
const SCRAMBLE_2: usize = 12
const ADDEND: usize = 16
const FINISH_1: usize = 20
const FINISH_2: usize = 24
const OFFSETS: usize = 28
const THREES: usize = 32
const FOURS: usize = 36

// @ts-ignore: decorator
@inline
function constant(offset: usize): v128 {
  return v128.load32_splat(CONSTANTS + offset)
}

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
 * The hashes of four tokens of up to 12 bytes each, or up to 16 with `long`: MurmurHash3 x86_32 in four lanes, with the results of
 * `hashBytes` with seed 0. `starts` has the addresses of the tokens, and `lengths` their sizes in bytes; the results for longer tokens are
 * meaningless. Three blocks, or four, are hashed for every token. Bytes after its end are replaced with zeros, and a block of zeros, added
 * as the remainder, changes nothing. Reads 16 bytes from each start.
 */
// @ts-ignore: decorator
@inline
export function shortTokenHashes(starts: usize, lengths: v128, long: bool): v128 {
  const one = v128.load(load<u32>(starts))
  const two = v128.load(load<u32>(starts, 4))
  const three = v128.load(load<u32>(starts, 8))
  const four = v128.load(load<u32>(starts, 12))
  // Block i of all four tokens, by two rounds of interleaving.
  const low12 = i8x16.shuffle(one, two, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23)
  const low34 = i8x16.shuffle(three, four, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23)
  const high12 = i8x16.shuffle(one, two, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31)
  const high34 = i8x16.shuffle(three, four, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31)
  // The number of bytes of each token that are left from block i on, in every byte of its lane; negative after its end.
  const left0 = repeatByte(lengths)
  const left1 = i8x16.sub(left0, constant(FOURS))
  const left2 = i8x16.sub(left1, constant(FOURS))
  let hash = addBlocks(i32x4.splat(0), i64x2.shuffle(low12, low34, 0, 2), left0)
  hash = addBlocks(hash, i64x2.shuffle(low12, low34, 1, 3), left1)
  hash = addBlocks(hash, i64x2.shuffle(high12, high34, 0, 2), left2)
  if (long) hash = addBlocks(hash, i64x2.shuffle(high12, high34, 1, 3), i8x16.sub(left2, constant(FOURS)))
  hash = v128.xor(hash, lengths)
  hash = v128.xor(hash, i32x4.shr_u(hash, 16))
  hash = i32x4.mul(hash, constant(FINISH_1))
  hash = v128.xor(hash, i32x4.shr_u(hash, 13))
  hash = i32x4.mul(hash, constant(FINISH_2))
  return v128.xor(hash, i32x4.shr_u(hash, 16))
}

/** Adds a block of each token, of which `left` bytes remain, to its hash: as a whole block, as the remainder, or not at all. */
// @ts-ignore: decorator
@inline
function addBlocks(hash: v128, blocks: v128, left: v128): v128 {
  const kept = v128.and(blocks, i8x16.gt_s(left, constant(OFFSETS)))
  const scrambled = i32x4.mul(rotlx4(i32x4.mul(kept, constant(SCRAMBLE_1)), 15), constant(SCRAMBLE_2))
  const rest = v128.xor(hash, scrambled)
  const turned = rotlx4(rest, 13)
  const whole = i32x4.add(i32x4.add(i32x4.shl(turned, 2), turned), constant(ADDEND))
  return v128.bitselect(whole, rest, i32x4.gt_s(left, constant(THREES)))
}

/** Copies the lowest byte of each lane into all four bytes of the lane. */
// @ts-ignore: decorator
@inline
function repeatByte(v: v128): v128 {
  const two = v128.or(v, i32x4.shl(v, 8))
  return v128.or(two, i32x4.shl(two, 16))
}

// @ts-ignore: decorator
@inline
function rotlx4(v: v128, bits: i32): v128 {
  return v128.or(i32x4.shl(v, bits), i32x4.shr_u(v, 32 - bits))
}

/** MurmurHash3 x86_32 of `length` bytes. Reads up to 3 bytes after the end. */
export function hashBytes(at: usize, length: u32, seed: u32): u32 {
  let hash = seed
  const whole = at + (length & ~3)
  for (let from = at; from < whole; from += 4) hash = addScrambled(hash, scramble(load<u32>(from)))
  const rest = (length & 3) << 3
  if (rest != 0) hash ^= scramble(load<u32>(whole) & ((1 << rest) - 1))
  return finish(hash, length)
}
