import { Random } from 'likewise/text'

/** Two sets with `shared` common elements and so many of their own. */
export interface SetPair {
  readonly a: Uint32Array
  readonly b: Uint32Array
  readonly jaccard: number
}

/** Sets of random 32-bit elements, or of the smallest whole numbers, as baskets and click streams have them. */
export function makeSetPair(
  shared: number,
  onlyA: number,
  onlyB: number,
  elements: 'random' | 'consecutive',
  seed = 1,
): SetPair {
  const random = new Random(seed)
  const total = shared + onlyA + onlyB
  const all =
    elements === 'random' ? differentBits(random, total) : Uint32Array.from({ length: total }, (_, i) => i)
  return {
    a: all.slice(0, shared + onlyA).sort(),
    b: Uint32Array.of(...all.subarray(0, shared), ...all.subarray(shared + onlyA)).sort(),
    jaccard: shared / total,
  }
}

/** Random words, drawn again should two be equal. */
function differentBits(random: Random, count: number): Uint32Array {
  for (;;) {
    const words = Uint32Array.from({ length: count }, () => random.bits())
    const sorted = words.slice().sort()
    if (sorted.every((word, i) => i === 0 || word !== sorted[i - 1])) return words
  }
}
