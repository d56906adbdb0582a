import { overlapOfSorted } from '../../distance/sorted-sets.js'
import type { CopyTokens } from './copy-tokens.js'

/** How much two documents have in common; all but `shared` are shares, from 0 to 1. */
export interface CopyScore {
  /** The mean of `content` and `runs`. */
  readonly score: number
  /** The share of content words (in code: of literals) that the two documents have in common, relative to the document with fewer. */
  readonly content: number
  /** The share of runs of three tokens that the two documents have in common, relative to the document with fewer. */
  readonly runs: number
  /** The number of different runs of three tokens that both have. */
  readonly shared: number
  /** The Jaccard similarity of the sets of runs. */
  readonly jaccard: number
  /** The share of the first document's runs that the second has, and the reverse. */
  readonly containment: { readonly aInB: number; readonly bInA: number }
}

/**
 * Scores two documents. Runs of three tokens survive reordered sentences, and changed words break few of them; single words
 * survive nearly everything, but also reflect the subject. Their mean separates copies from other texts on the same subject
 * better than either (bench/records). Each is relative to the smaller document, so that a part copied out of a long text
 * counts in full. If neither document has content of its own, as in code without literals, the runs decide.
 */
export function copyScore(a: CopyTokens, b: CopyTokens): CopyScore {
  const shared = overlapOfSorted(a.runs, b.runs)
  const runs = shareOf(shared, Math.min(a.runs.length, b.runs.length))
  const minContent = Math.min(a.content.length, b.content.length)
  const content = minContent === 0 ? runs : overlapOfSorted(a.content, b.content) / minContent
  return {
    score: (content + runs) / 2,
    content,
    runs,
    shared,
    jaccard: shareOf(shared, a.runs.length + b.runs.length - shared),
    containment: { aInB: shareOf(shared, a.runs.length), bInA: shareOf(shared, b.runs.length) },
  }
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
