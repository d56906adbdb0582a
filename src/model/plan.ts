import type { Comparison } from './match-bounds.js'
import type { SketchScheme } from './signatures.js'
import { type DocumentSimilarity, isSymmetric, minJaccard } from './similarity.js'

/** How documents become sets, as plain data. */
export interface ShinglePlan {
  readonly kind: 'words' | 'chars' | 'stopwords'
  readonly k: number
  readonly bag: boolean
  readonly segment: 'bigrams' | 'dictionary'
  readonly nfkc: boolean
  readonly case: 'fold' | 'keep'
  readonly punctuation: 'keep' | 'remove'
  readonly whitespace: 'collapse' | 'remove' | 'keep'
  /** The stop words, for shingles of stop words. */
  readonly stopWords?: readonly string[]
  /** Phrases whose shingles do not count. Omitted if there are none. */
  readonly ignorePhrases?: readonly string[]
}

/**
 * The maximum size of a group whose pairs are all listed, or `all` for no limit. A group is a document and the documents similar to it. A
 * pair of two documents with larger groups is listed only if no other listed pairs connect the two.
 */
export type MaxGroup = number | 'all'

/** The default of the threshold and of the recall. */
export const DEFAULT_THRESHOLD = 0.8
export const DEFAULT_RECALL = 0.95
/** The maximum number of slots that bands for a recall of 0.95 may take, unless it is requested: with a sample of the documents, more pay off … */
export const SLOTS_WITH_SAMPLE = 256
/** … than without one, as in `tune` without an input. */
export const SLOTS_WITHOUT_SAMPLE = 128

/** The default limit. */
export const DEFAULT_MAX_GROUP = 2000

/** How a run finds pairs: plain JSON, part of every result. */
export type Plan = {
  /** The minimum similarity of a pair. */
  readonly threshold: number
  /** How documents are compared. Omitted for `jaccard`, the default. */
  readonly similarity?: DocumentSimilarity
  /** The requested recall. */
  readonly recall: number
  readonly shingle: ShinglePlan
  readonly maxGroup: MaxGroup
  /** The lowest similarity at which pairs are found with the requested recall, and kept. Omitted if it is the threshold. */
  readonly keepPairsFrom?: number
} & (
  | {
      readonly method: 'exact'
      /** The seed of samples and audits; an exact search itself is not random. Omitted if it is 1, the default. */
      readonly seed?: number
    }
  | { readonly method: 'bands'; readonly bands: number; readonly rows: number; readonly scheme: SketchScheme }
)

/** The minimum similarity of a pair that is kept, at which the requested recall holds. */
export function keptFrom({ threshold, keepPairsFrom }: Pick<Plan, 'threshold' | 'keepPairsFrom'>): number {
  return keepPairsFrom ?? threshold
}

/** The part of a plan that determines how documents are compared. */
type Compared = Pick<Plan, 'threshold' | 'similarity' | 'keepPairsFrom'>

/** How a plan compares documents. */
export function similarityIn({ similarity = 'jaccard' }: Pick<Plan, 'similarity'>): DocumentSimilarity {
  return similarity
}

/** The comparison that kept pairs must reach. */
export function keptComparison(plan: Compared): Comparison<DocumentSimilarity> {
  return { similarity: similarityIn(plan), threshold: keptFrom(plan) }
}

/** The minimum Jaccard similarity of a pair that is kept, for which bands are chosen; 0 if bands cannot find such pairs. */
export function bandThreshold(plan: Compared): number {
  return minJaccard(similarityIn(plan), keptFrom(plan))
}

/**
 * Whether documents with very many similar ones may be connected through some of them without being compared with each other. That a
 * document is contained in many others says nothing about those, so with a directed similarity all are compared.
 */
export function canBeOversized(similarity: DocumentSimilarity): boolean {
  return isSymmetric(similarity)
}
