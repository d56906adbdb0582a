/** The id of a document in every result. */
export type DocumentId = string | number

/** A document: any object with a `text`. It may have other fields, and be an instance of any class. */
export interface Document {
  /** Default: the 0-based position in the input. */
  readonly id?: DocumentId | null | undefined
  readonly text: string
}

/** A document as the caller passes it: a plain text, or an object with a text. */
export type DocumentInput = string | Document

/** An input as an object with a text. */
export type DocumentOf<Input extends DocumentInput> = Input extends string ? { readonly text: Input } : Input

/** The type of the ids of such documents: their own, or the position of a document without one. */
export type IdOf<Input extends DocumentInput> = Input extends { readonly id?: unknown }
  ? 'id' extends keyof Input
    ? OwnId<Input['id']>
    : number
  : number

type OwnId<Id> = Id extends DocumentId ? Id : number
