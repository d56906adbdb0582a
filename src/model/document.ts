/** What a document is known by in every result. */
export type DocumentId = string | number

/** A document as the caller has it: a text with a name, and whatever fields he wants to carry along. */
export interface Document {
  /** Default: the 0-based position in the input. */
  readonly id?: DocumentId
  readonly text: string
  /** Where it comes from, for survivor policies and removal rates by source. */
  readonly source?: string
  readonly [field: string]: unknown
}
