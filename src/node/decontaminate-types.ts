import type { RunControl } from '../engine/engine.js'
import type { ItemIndexOptions, ItemName } from '../model/benchmark-item.js'
import type { DocumentId } from '../model/document.js'
import type { DedupFiles } from './dedup-files.js'
import type { DocumentSource, ReadOptions } from './document-source.js'
import type { WorkerPool } from './pool.js'

/** The options of `decontaminate`. */
export interface DecontaminateOptions extends ReadOptions, RunControl, ItemIndexOptions {
  /** The items to look for: files, folders or globs, or objects with a text. */
  readonly benchmarks: DocumentSource
  /** The text and id fields of the items. Default: detected in each file. */
  readonly benchmarkFields?: Pick<ReadOptions, 'text' | 'id'>
  /** Worker threads that read the documents. Default: the number of cores. */
  readonly workers?: number
  /** The memory budget of the whole process, in bytes or as a size such as `'1GB'`. Default: no limit. */
  readonly memory?: number | string
  /** A pool of workers from `openPool`, shared with other runs; it has its own `workers` and `memory`. Default: separate workers. */
  readonly pool?: WorkerPool
  /** Files to write; spans are then in the report instead of in memory. Default: none. */
  readonly write?: DecontaminatedFiles
}

/** The files of a decontamination: the documents with and without items, and what was found in them. */
export interface DecontaminatedFiles extends DedupFiles {
  /** The list of spans, and of items that are too short, as a table in the format of its extension. */
  readonly report: string
  /** Removed documents without the spans of items, as JSON Lines. Requires a single text field. Default: not written. */
  readonly edited?: string
}

/** An item in a training document. */
export interface ContaminatedSpan {
  /** The number of the document among all records, including bad ones. */
  readonly position: number
  readonly document: DocumentId
  /** The file of the benchmark, and the id of the item there. */
  readonly benchmark: string
  readonly item: DocumentId
  /** The share of the item's runs of k words that the span contains. */
  readonly overlap: number
  /** The span in the text of the document, in UTF-16 code units; the end is exclusive. */
  readonly start: number
  readonly end: number
}

/** The result of a decontamination in numbers. */
export interface ContaminationSummary {
  readonly documents: number
  /** Documents that contain an item. */
  readonly contaminated: number
  readonly items: number
  /** Items that occur in a document. */
  readonly itemsFound: number
  /** Items with too few words to search for. */
  readonly tooShort: readonly ItemName[]
  /** Occurrences of items in documents. */
  readonly spans: number
}

export interface Decontaminated {
  readonly summary: ContaminationSummary
  /** Empty with `write`. */
  readonly spans: readonly ContaminatedSpan[]
}
