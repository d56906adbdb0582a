/**
 * Shingles as kernel/batch.ts looks them up: in a table of a power of two of slots, each in the first free one from its lowest bits
 * on; 0 where a slot is free. Without shingles, no slot.
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
