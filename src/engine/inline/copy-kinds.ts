import type { RemovalReason } from '../../model/report.js'
import { checkShingleOptions, type ShingleOptions } from '../../text/shingle-options.js'
import { shingleSequence } from '../../text/shingles.js'

/** How many documents have the text of an earlier one, and how many others equal an earlier one after normalization. */
export interface CopyCounts {
  readonly identical: number
  readonly equal: number
}

/** @param copies groups of positions whose documents are equal after normalization */
export function countCopies(texts: readonly string[], copies: readonly (readonly number[])[]): CopyCounts {
  let [identical, equal] = [0, 0]
  for (const group of copies) {
    if (group.length === 1) continue
    const different = new Set(group.map((position) => texts[position]!.toWellFormed()))
    identical += group.length - different.size
    equal += different.size - 1
  }
  return { identical, equal }
}

/** Why a document is removed in favor of another: the same text, the same shingles in the same order, or enough shared ones. */
export function removalReason(
  text: string,
  survivor: string,
  similarity: number,
  shingle: ShingleOptions,
): RemovalReason {
  if (similarity < 1) return 'similar'
  if (text.toWellFormed() === survivor.toWellFormed()) return 'identical'
  const sequence = sequenceOf(shingle)
  return sequence(text) === sequence(survivor) ? 'equal' : 'similar'
}

/** The shingles of a text in order, as a key. */
export function sequenceOf(options: ShingleOptions): (text: string) => string {
  const checked = checkShingleOptions(options)
  return (text) => shingleSequence(text, checked).join()
}
