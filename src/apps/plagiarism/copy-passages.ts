import { findPassages } from '../../verify/passages.js'
import type { CopyTokens } from './copy-tokens.js'

/** A part of one document that also occurs in the other, with small changes; in UTF-16 code units. */
export interface CopyPassage {
  readonly a: readonly [start: number, end: number]
  readonly b: readonly [start: number, end: number]
  /** The number of equal tokens in it: words, or tokens of code. */
  readonly matched: number
}

/** The passages of two documents, and how much of each document they cover. */
export interface CopyPassages {
  /** The share of each document's tokens that are in passages. */
  readonly copied: { readonly a: number; readonly b: number }
  /** The number of equal tokens in the longest passage. */
  readonly longest: number
  /** The maximum number of equal tokens in a row; in code, names and literals may differ. */
  readonly verbatim: number
  /** In the order of the first document. */
  readonly passages: readonly CopyPassage[]
}

/** What counts as a passage, in tokens. */
export interface PassageSettings {
  readonly run: number
  readonly gap: number
  readonly minLength: number
}

/** The passages that two documents share. In code, only the structure must agree: names and literals may differ. */
export function sharedPassages(a: CopyTokens, b: CopyTokens, settings: PassageSettings): CopyPassages {
  const { run, gap, minLength } = settings
  const [one, other] = [a.structure, b.structure]
  const found = findPassages(
    one,
    other,
    // A document shorter than the minimum can be a passage as a whole.
    { minRun: run, maxGap: gap, minTokens: Math.max(1, Math.min(minLength, one.length, other.length)) },
    { a: a.ignored, b: b.ignored },
  )
  return {
    copied: {
      a: shareIn(
        found.map(({ a }) => a),
        one.length,
      ),
      b: shareIn(
        found.map(({ b }) => b),
        other.length,
      ),
    },
    longest: found.reduce((longest, { matched }) => Math.max(longest, matched), 0),
    verbatim: found.reduce((longest, { longestRun }) => Math.max(longest, longestRun), 0),
    passages: found.map((passage) => ({
      a: [a.tokens.starts[passage.a.start]!, a.tokens.ends[passage.a.end - 1]!],
      b: [b.tokens.starts[passage.b.start]!, b.tokens.ends[passage.b.end - 1]!],
      matched: passage.matched,
    })),
  }
}

/** The share of a document's tokens that are in any of these stretches, which may overlap in their gaps. */
function shareIn(stretches: readonly { start: number; end: number }[], tokens: number): number {
  const inside = new Uint8Array(tokens)
  for (const { start, end } of stretches) inside.fill(1, start, end)
  return tokens === 0 ? 0 : inside.reduce((sum, one) => sum + one, 0) / tokens
}
