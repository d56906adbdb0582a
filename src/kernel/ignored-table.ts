/**
 * A hash table of shingles, as kernel/batch.ts reads it. The number of slots is a power of two. The lowest bits of a shingle select a slot,
 * and the shingle is stored in the first free slot from there; a free slot is 0. Without shingles there are no slots.
 */
export function makeIgnoredTable(shingles: ReadonlySet<number>): Uint32Array {
  if (shingles.size === 0) return new Uint32Array(0)
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * shingles.size)))
  const mask = table.length - 1
  for (const shingle of shingles) {
    let slot = (shingle & mask) >>> 0
    while (table[slot] !== 0) slot = (slot + 1) & mask
    table[slot] = shingle
  }
  return table
}
