import type { Document, DocumentId } from '../../model/document.js'
import { DuplicateId, InvalidOption, InvalidValue } from '../../model/errors.js'

/** A document as a caller may give it: a mere text, or a text with a name and fields. */
export type DocumentInput = string | Document

/** Checks documents and gives each its id: its own, or its position. */
export function readDocuments(inputs: readonly DocumentInput[]): (Document & { readonly id: DocumentId })[] {
  if (!Array.isArray(inputs)) throw new InvalidOption('documents', inputs, 'a list of texts or of documents')
  const seen = new Map<DocumentId, number>()
  return inputs.map((input, position) => {
    const document = typeof input === 'string' ? { text: input } : input
    if (typeof document?.text !== 'string') {
      throw new InvalidValue('the text of a document', document?.text, position, 'a string')
    }
    const id = document.id ?? position
    const first = seen.get(id)
    if (first !== undefined) throw new DuplicateId(id, first, position)
    seen.set(id, position)
    return { ...document, id }
  })
}
