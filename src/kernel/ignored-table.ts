/**
 * Shingles as kernel/batch.ts looks them up: in a hash table whose size is a power of two, each in the first free slot from its lowest
 * bits on; 0 if a slot is free. Without shingles there are no slots.
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
