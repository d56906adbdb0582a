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

/**
 * Up to how many documents a group may have for all its pairs to be listed, or `all` for no limit. A group is a document and
 * the documents similar to it; of two documents whose groups are both larger, a pair is listed only where it connects.
 */
export type MaxGroup = number | 'all'

/** The limit where none is requested. */
export const DEFAULT_MAX_GROUP = 2000

/** How a run finds pairs: plain JSON, part of every result. */
export type Plan = {
  /** How alike: the least similarity of a pair. */
  readonly threshold: number
  /** How sure: the recall wished. */
  readonly recall: number
  readonly shingle: ShinglePlan
  readonly maxGroup: MaxGroup
  /** The similarity from which on pairs are kept, with the requested recall there. Left out where it is the threshold. */
  readonly keepPairsFrom?: number
} & (
  | {
      readonly method: 'exact'
      /** Of samples and audits; an exact search itself draws nothing. Left out where it is 1, the default. */
      readonly seed?: number
    }
  | { readonly method: 'bands'; readonly bands: number; readonly rows: number; readonly scheme: SketchScheme }
)

/** The least similarity of a pair that is kept, at which the requested recall holds. */
export function keptFrom({ threshold, keepPairsFrom }: Pick<Plan, 'threshold' | 'keepPairsFrom'>): number {
  return keepPairsFrom ?? threshold
}
