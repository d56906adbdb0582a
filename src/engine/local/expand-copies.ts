import type { PairBatch } from '../../model/pair.js'
import { type Copies, copiesOf } from './copies.js'

/** Copies of one document, or pairs between the copies of two, beyond which not every pair is listed. */
const MOST_COPIES = 1000
const MOST_CROSS_PAIRS = MOST_COPIES * MOST_COPIES

/**
 * Adds the pairs of distinct documents for each of their copies, and those between copies. Where a document has very many
 * copies, they are paired with the first of them only.
 *
 * @param documents whose copies are paired with each other
 * @param pairs between distinct documents
 * @param add in whatever order comes
 * @returns how many true pairs are not listed
 */
export function expandCopies(
  documents: Uint32Array,
  pairs: PairBatch,
  copies: Copies,
  add: (one: number, other: number, similarity: number) => void,
): number {
  let omitted = 0
  for (const document of documents) {
    const group = copiesOf(copies, document)
    if (group === undefined) continue
    if (group.length <= MOST_COPIES) {
      for (let i = 0; i < group.length; i++) {
        for (let j = i + 1; j < group.length; j++) add(group[i]!, group[j]!, 1)
      }
    } else {
      for (let j = 1; j < group.length; j++) add(group[0]!, group[j]!, 1)
      omitted += ((group.length - 1) * (group.length - 2)) / 2
    }
  }
  for (let i = 0; i < pairs.count; i++) {
    const [a, b, similarity] = [pairs.a[i]!, pairs.b[i]!, pairs.similarity[i]!]
    const ones = copiesOf(copies, a)
    const others = copiesOf(copies, b)
    if (ones === undefined && others === undefined) add(a, b, similarity)
    else omitted += addCrossPairs(ones ?? Uint32Array.of(a), others ?? Uint32Array.of(b), similarity, add)
  }
  return omitted
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
