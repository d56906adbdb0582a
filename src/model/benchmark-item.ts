import type { DocumentId } from './document.js'

/** A text that models are tested with. */
export interface BenchmarkItem {
  /** Its source, such as the name of a file. */
  readonly benchmark: string
  readonly id: DocumentId
  readonly text: string
}

/** An item without its text. */
export type ItemName = Omit<BenchmarkItem, 'text'>

/** How items are looked for in documents. */
export interface ItemIndexOptions {
  /** The minimum share of an item's runs of words in a span, in (0, 1]. Default: 0.8. */
  readonly minOverlap?: number
  /** Words per run. Default: 5. */
  readonly k?: number
  /** Whether to look for items of fewer than k words, word by word. Default: false; they are only listed. */
  readonly matchShortItems?: boolean
}

/** The values of options that are not given. */
export const ITEM_DEFAULTS = { minOverlap: 0.8, k: 5, matchShortItems: false } as const

/** The maximum number of words per run. */
export const MAX_RUN_WORDS = 1000
