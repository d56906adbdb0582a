// Shingles from token hashes: the rolling polynomial of src/hash/shingle-hash.ts, four shingles at a time.

import { mix32, mix32x4 } from './mix'

const ROLL_BASE: u32 = 0x2c1b3c6b

/**
 * Writes the hashes of all runs of k tokens to `out`, in order, and returns their number. Fewer than k tokens are one shingle; no tokens
 * are no shingle. Reads and writes up to 16 bytes after the ends.
 */
export function rollShingles(tokens: usize, count: u32, k: u32, out: usize): u32 {
  if (count == 0) return 0
  if (count <= k) {
    let sum: u32 = 0
    for (let i: u32 = 0; i < count; i++) sum = sum * ROLL_BASE + load<u32>(tokens + (i << 2))
    store<u32>(out, mix32(sum))
    return 1
  }
  const shingles = count - k + 1
  const base = i32x4.splat(ROLL_BASE)
  for (let i: u32 = 0; i < shingles; i += 4) {
    const at = tokens + (i << 2)
    let sum = v128.load(at)
    for (let j: u32 = 1; j < k; j++) sum = i32x4.add(i32x4.mul(sum, base), v128.load(at + (j << 2)))
    v128.store(out + (i << 2), mix32x4(sum))
  }
  return shingles
}
