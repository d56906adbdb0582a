const DIGITS = 16
const BUCKETS = 2 ** DIGITS

/** The indexes of values by ascending value, in a stable order: a radix sort, which takes milliseconds for a million. */
export function sortedIndexes(values: Uint32Array): Uint32Array {
  let order = Uint32Array.from(values, (_, i) => i)
  let next = new Uint32Array(values.length)
  for (const shift of [0, DIGITS]) {
    const starts = new Uint32Array(BUCKETS + 1)
    for (const value of values) starts[((value >>> shift) & (BUCKETS - 1)) + 1]!++
    for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1]! += starts[bucket]!
    for (const index of order) next[starts[(values[index]! >>> shift) & (BUCKETS - 1)]!++] = index
    ;[order, next] = [next, order]
  }
  return order
}

/** Maps nonnegative single-precision numbers to integers in the same order. */
export function orderedBits(values: Float32Array): Uint32Array {
  return new Uint32Array(values.buffer, values.byteOffset, values.length)
}
