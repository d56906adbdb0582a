/** A range of words of 32 bits: `word` is in it where `(word - first) >>> 0 <= span`, which is one comparison. */
export interface ShareRange {
  readonly first: number
  readonly span: number
}

/** Divides all words of 32 bits into ranges of nearly the same length. */
export function shareRange(share: number, shares: number): ShareRange {
  const first = Math.ceil((share * 2 ** 32) / shares)
  return { first, span: Math.ceil(((share + 1) * 2 ** 32) / shares) - first - 1 }
}
