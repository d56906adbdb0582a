import type { PairBatch } from '../../model/pair.js'
import type { CopiesOfDocuments } from './copies.js'

/** Copies of one document, or pairs between the copies of two, beyond which not every pair is listed. */
const MOST_COPIES = 1000
const MOST_CROSS_PAIRS = MOST_COPIES * MOST_COPIES

/**
 * Adds the pairs of distinct documents for each of their copies, and those between copies. Where a document has very many
 * copies, they are paired with the first of them only.
 *
 * @param copies of the documents whose copies are paired with each other
 * @param pairs between these, by their numbers
 * @param add in whatever order comes
 * @returns how many true pairs are not listed
 */
export function expandCopies(
  copies: CopiesOfDocuments,
  pairs: Iterable<PairBatch>,
  add: (one: number, other: number, similarity: number) => void,
): number {
  const { documents, counts } = copies
  let omitted = 0
  for (let number = 0; number < documents.length; number++) {
    if (counts[number]! > 1) omitted += addCopies(copies.of(number), add)
  }
  for (const { count, a, b, similarity } of pairs) {
    for (let i = 0; i < count; i++) {
      const one = a[i]!
      const other = b[i]!
      if (counts[one] === 1 && counts[other] === 1) add(documents[one]!, documents[other]!, similarity[i]!)
      else omitted += addCrossPairs(copies.of(one), copies.of(other), similarity[i]!, add)
    }
  }
  return omitted
}

function addCopies(
  group: Uint32Array,
  add: (one: number, other: number, similarity: number) => void,
): number {
  const isListed = group.length <= MOST_COPIES
  for (let i = 0; i < (isListed ? group.length : 1); i++) {
    for (let j = i + 1; j < group.length; j++) add(group[i]!, group[j]!, 1)
  }
  return isListed ? 0 : ((group.length - 1) * (group.length - 2)) / 2
}

function addCrossPairs(
  ones: Uint32Array,
  others: Uint32Array,
  similarity: number,
  add: (one: number, other: number, similarity: number) => void,
): number {
  if (ones.length * others.length <= MOST_CROSS_PAIRS) {
    for (const one of ones) for (const other of others) add(one, other, similarity)
    return 0
  }
  for (const other of others) add(ones[0]!, other, similarity)
  for (const one of ones.subarray(1)) add(one, others[0]!, similarity)
  return (ones.length - 1) * (others.length - 1)
}
