import type { Comparison } from './match-bounds.js'
import type { SketchScheme } from './signatures.js'
import { type DocumentSimilarity, isSymmetric, minJaccard } from './similarity.js'

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
  /** How documents are compared. Left out where it is `jaccard`, the default. */
  readonly similarity?: DocumentSimilarity
  /** How sure: the requested recall. */
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

/** What of a plan says how documents are compared. */
type Compared = Pick<Plan, 'threshold' | 'similarity' | 'keepPairsFrom'>

/** How a plan compares documents. */
export function similarityIn({ similarity = 'jaccard' }: Pick<Plan, 'similarity'>): DocumentSimilarity {
  return similarity
}

/** The comparison that pairs reach that are kept. */
export function keptComparison(plan: Compared): Comparison<DocumentSimilarity> {
  return { similarity: similarityIn(plan), threshold: keptFrom(plan) }
}

/** The least Jaccard similarity of a pair that is kept, for which bands are made; 0 where bands cannot find them. */
export function bandThreshold(plan: Compared): number {
  return minJaccard(similarityIn(plan), keptFrom(plan))
}

/**
 * Whether documents with very many similar ones may be connected through some of them, and not be compared with each other. A
 * document that lies in many others says nothing of these, so with a directed similarity all are compared.
 */
export function canBeOversized(similarity: DocumentSimilarity): boolean {
  return isSymmetric(similarity)
}
