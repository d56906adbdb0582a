/**
 * The smallest number of insertions and deletions that turn `a` into `b`, if it is at most `bound`. This is the algorithm of Myers ("An
 * O(ND) difference algorithm and its variations", 1986): for 0, 1, 2, … edits, it computes how far each diagonal of the table can be
 * followed if equal characters cost nothing. The time is at most bound · (|a| + |b|), and the memory 2 · bound.
 */
export function shortestEdit(a: Uint32Array, b: Uint32Array, bound: number): number | undefined {
  // Diagonal k consists of the cells (x, y) with x − y = k; furthest[middle + k] is the largest x reached on it.
  const last = a.length - b.length
  const middle = bound + 1
  const furthest = new Int32Array(2 * bound + 3)
  for (let edits = Math.abs(last) > bound ? bound + 1 : 0; edits <= bound; edits++) {
    for (let k = -edits; k <= edits; k += 2) {
      const deleted = furthest[middle + k - 1]! + 1
      const inserted = furthest[middle + k + 1]!
      let x = k === -edits || (k !== edits && deleted <= inserted) ? inserted : deleted
      let y = x - k
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++
        y++
      }
      if (k === last && x >= a.length) return edits
      furthest[middle + k] = x
    }
  }
  return undefined
}
