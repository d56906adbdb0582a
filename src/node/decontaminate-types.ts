import type { ItemIndexOptions } from '../apps/decontaminate/item-index.js'
import type { ItemName } from '../apps/decontaminate/items.js'
import type { RunControl } from '../engine/engine.js'
import type { DocumentId } from '../model/document.js'
import type { DocumentSource, ReadOptions } from './document-source.js'

/** What `decontaminate` takes. */
export interface DecontaminateOptions extends ReadOptions, RunControl, ItemIndexOptions {
  /** The items to look for: files, folders or globs, or objects with a text. */
  readonly benchmarks: DocumentSource
  /** How the items are read where that differs: the fields of their texts and ids. Default: detected in each file. */
  readonly benchmarkFields?: Pick<ReadOptions, 'text' | 'id'>
  /** Worker threads that read the documents. Default: the number of cores. */
  readonly workers?: number
  /** Memory that the whole process may use, in bytes or such as `'1GB'`. Default: no limit. */
  readonly memory?: number | string
}

/** An item in a training document. */
export interface ContaminatedSpan {
  /** The number of the document among all records, bad ones counted. */
  readonly position: number
  readonly document: DocumentId
  /** The file of the benchmark, and the id of the item there. */
  readonly benchmark: string
  readonly item: DocumentId
  /** The share of the item's runs of k words that the span has. */
  readonly overlap: number
  /** The first UTF-16 unit of the span in the text of the document, and one past its last. */
  readonly start: number
  readonly end: number
}

/** What was looked for and found, in numbers. */
export interface ContaminationSummary {
  readonly documents: number
  /** Documents that contain an item. */
  readonly contaminated: number
  readonly items: number
  /** Items that some document contains. */
  readonly itemsFound: number
  /** Items with too few words to be looked for. */
  readonly tooShort: readonly ItemName[]
  /** Spans of items in documents. */
  readonly spans: number
}

export interface Decontaminated {
  readonly summary: ContaminationSummary
  readonly spans: readonly ContaminatedSpan[]
}
