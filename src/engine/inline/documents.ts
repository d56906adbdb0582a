import type { Document, DocumentId } from '../../model/document.js'
import { DuplicateId, InvalidOption, InvalidValue } from '../../model/errors.js'

/** A document as a caller may give it: a mere text, or a text with a name and fields. */
export type DocumentInput = string | Document

/** Documents as they were given, a mere text as one with a text only, and the id of each: its own, or its position. */
export interface NamedDocuments {
  readonly documents: readonly Document[]
  readonly ids: readonly DocumentId[]
}

/** Checks documents and gives each its id. */
export function readDocuments(inputs: readonly DocumentInput[]): NamedDocuments {
  if (!Array.isArray(inputs)) throw new InvalidOption('documents', inputs, 'a list of texts or of documents')
  const documents = Array.from(inputs as readonly DocumentInput[], (input) =>
    typeof input === 'string' ? { text: input } : input,
  )
  const seen = new Map<DocumentId, number>()
  const ids = documents.map((document, position) => {
    if (typeof document?.text !== 'string') {
      throw new InvalidValue('the text of a document', document?.text, position, 'a string')
    }
    const id = document.id ?? position
    if (typeof id !== 'string' && typeof id !== 'number') {
      throw new InvalidValue('the id of a document', id, position, 'a string or a number')
    }
    const first = seen.get(id)
    if (first !== undefined) throw new DuplicateId(id, first, position)
    seen.set(id, position)
    return id
  })
  return { documents, ids }
}
