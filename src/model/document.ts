/** What a document is known by in every result. */
export type DocumentId = string | number

/** What every document has; it may have any other fields, and be an instance of any class. */
export interface Document {
  /** Default: the 0-based position in the input. */
  readonly id?: DocumentId | null | undefined
  readonly text: string
}

/** A document as a caller may give it: a mere text, or an object with a text. */
export type DocumentInput = string | Document

/** An input as an object with a text. */
export type DocumentOf<Input extends DocumentInput> = Input extends string ? { readonly text: Input } : Input

/** The ids by which documents of this type are known: their own, and the position of each that has none. */
export type IdOf<Input extends DocumentInput> = Input extends { readonly id?: unknown }
  ? 'id' extends keyof Input
    ? OwnId<Input['id']>
    : number
  : number

type OwnId<Id> = Id extends DocumentId ? Id : number
