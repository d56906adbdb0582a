import type { Copy } from '../apps/plagiarism/find-copies.js'
import { findRoot, makeForest, unite } from '../cluster/union-find.js'
import type { DocumentId } from '../model/document.js'

/** The copies in a report, by decreasing score. */
export interface SelectedCopies {
  readonly copies: readonly Copy[]
  /** Whether they connect the same documents at every score as all copies do. */
  readonly isComplete: boolean
}

/**
 * Selects at most `limit` copies: first those that connect the groups at every score, a maximum spanning forest, then those with the
 * highest scores, because these are the ones to look at.
 *
 * @param copies by decreasing score
 */
export function selectCopies(copies: readonly Copy[], limit: number): SelectedCopies {
  if (copies.length <= limit) return { copies, isComplete: true }
  const numbers = new Map<DocumentId, number>()
  for (const { a, b } of copies) for (const id of [a, b]) if (!numbers.has(id)) numbers.set(id, numbers.size)
  const trees = makeForest(numbers.size)
  const isSelected = new Uint8Array(copies.length)
  let connecting = 0
  copies.forEach(({ a, b }, i) => {
    const [one, other] = [numbers.get(a)!, numbers.get(b)!]
    if (findRoot(trees, one) === findRoot(trees, other)) return
    unite(trees, one, other)
    if (connecting < limit) isSelected[i] = 1
    connecting++
  })
  let room = Math.max(limit - connecting, 0)
  for (let i = 0; room > 0; i++) {
    if (isSelected[i] === 1) continue
    isSelected[i] = 1
    room--
  }
  return { copies: copies.filter((_, i) => isSelected[i] === 1), isComplete: connecting <= limit }
}
