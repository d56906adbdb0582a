/** A range of 32-bit words. `word` is in it if `(word - first) >>> 0 <= span`, which takes one comparison. */
export interface ShareRange {
  readonly first: number
  readonly span: number
}

/** Divides all 32-bit words into ranges of nearly equal length. */
export function shareRange(share: number, shares: number): ShareRange {
  const first = Math.ceil((share * 2 ** 32) / shares)
  return { first, span: Math.ceil(((share + 1) * 2 ** 32) / shares) - first - 1 }
}
