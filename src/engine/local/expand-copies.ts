import { type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'

/** Copies of one document, or pairs between the copies of two, beyond which not every pair is listed. */
const MOST_COPIES = 1000
const MOST_CROSS_PAIRS = MOST_COPIES * MOST_COPIES

/** Pairs between all documents, and how many true ones are not listed. */
export interface ExpandedPairs {
  readonly pairs: PairBatch
  readonly omitted: number
}

/**
 * The pairs of distinct documents for each of their copies, and those between copies. Where a document has very many copies,
 * they are paired with the first of them only.
 *
 * @param distinctPairs between positions of first copies
 * @param copies for each first copy that has more, its copies, rising, itself first
 */
export function expandCopies(
  distinctPairs: PairBatch,
  copies: ReadonlyMap<number, readonly number[]>,
): ExpandedPairs {
  if (copies.size === 0) return { pairs: distinctPairs, omitted: 0 }
  const pairs = new PairBuilder()
  let omitted = 0
  const add = (one: number, other: number, similarity: number) =>
    pairs.add(Math.min(one, other), Math.max(one, other), similarity)
  for (const group of copies.values()) {
    if (group.length <= MOST_COPIES) {
      group.forEach((one, i) => {
        for (let j = i + 1; j < group.length; j++) add(one, group[j]!, 1)
      })
    } else {
      for (const other of group.slice(1)) add(group[0]!, other, 1)
      omitted += ((group.length - 1) * (group.length - 2)) / 2
    }
  }
  for (let i = 0; i < distinctPairs.count; i++) {
    const [a, b, similarity] = [distinctPairs.a[i]!, distinctPairs.b[i]!, distinctPairs.similarity[i]!]
    const ones = copies.get(a) ?? [a]
    const others = copies.get(b) ?? [b]
    if (ones.length * others.length <= MOST_CROSS_PAIRS) {
      for (const one of ones) for (const other of others) add(one, other, similarity)
    } else {
      for (const other of others) add(a, other, similarity)
      for (const one of ones.slice(1)) add(one, b, similarity)
      omitted += (ones.length - 1) * (others.length - 1)
    }
  }
  return { pairs: sortPairs(pairs.pairs()), omitted }
}
