import type { SketchScheme } from './signatures.js'

/** How documents become sets, in plain data. */
export interface ShinglePlan {
  readonly kind: 'words' | 'chars' | 'stopwords'
  readonly k: number
  readonly bag: boolean
  readonly segment: 'bigrams' | 'dictionary'
  readonly nfkc: boolean
  readonly case: 'fold' | 'keep'
  readonly punctuation: 'keep' | 'remove'
  readonly whitespace: 'collapse' | 'remove' | 'keep'
  /** For shingles of stop words: which. */
  readonly stopWords?: readonly string[]
}

/** How a run finds pairs: plain JSON, part of every result. */
export type Plan = {
  /** How alike: the least similarity of a pair. */
  readonly threshold: number
  /** How sure: the recall wished. */
  readonly recall: number
  readonly shingle: ShinglePlan
} & (
  | { readonly method: 'exact' }
  | { readonly method: 'bands'; readonly bands: number; readonly rows: number; readonly scheme: SketchScheme }
)
