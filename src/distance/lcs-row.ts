/** The number of columns processed at once: 30 bits, so that the sum of two strips and a carry remains a small integer. */
const STRIP = 30
const FULL = 2 ** STRIP - 1

/**
 * One row of the table of longest common subsequences: entry j is the length of the longest common subsequence of all
 * of `a` and the first j characters of `b`. Characters are small integers. `masks` is working memory with one entry per character, all 0
 * before and after.
 *
 * Neighbors in a row of the table differ by 0 or 1, so one bit per column is enough, and the step from one row to the next is one addition:
 * V ← (V + (V ∧ M)) ∨ (V ∧ ¬M), where V has a 0 wherever the row increases, and M has a 1 wherever `b` has the character of the new row
 * (Crochemore, Iliopoulos, Pinzon, Reid, "A fast and practical bit-vector algorithm for the longest common subsequence problem", 2001).
 * Strips of 30 columns pass their carries on, so the time is |a| · |b| / 30 and the memory |a| + |b|. Rejected: the plain table, which is
 * ten times as slow.
 */
export function lcsRow(a: Uint32Array, b: Uint32Array, masks: Int32Array): Uint32Array {
  const lengths = new Uint32Array(b.length + 1)
  const carries = new Uint8Array(a.length)
  for (let start = 0; start < b.length; start += STRIP) {
    const end = Math.min(b.length, start + STRIP)
    for (let j = start; j < end; j++) masks[b[j]!]! |= 1 << (j - start)
    let strip = FULL
    for (let i = 0; i < a.length; i++) {
      const mask = masks[a[i]!]!
      const sum = strip + (strip & mask) + carries[i]!
      carries[i] = sum >>> STRIP
      strip = (sum | (strip & ~mask)) & FULL
    }
    for (let j = start; j < end; j++) {
      lengths[j + 1] = lengths[j]! + 1 - ((strip >>> (j - start)) & 1)
      masks[b[j]!] = 0
    }
  }
  return lengths
}
