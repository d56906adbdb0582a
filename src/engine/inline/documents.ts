import type { Document, DocumentId, DocumentInput, DocumentOf, IdOf } from '../../model/document.js'
import { isId } from '../../model/document-id.js'
import { DuplicateId, InvalidOption, InvalidValue } from '../../model/errors.js'

/** Documents as they were passed in and as objects with a text, and the id of each: its own, or its position. */
export interface NamedDocuments<Input extends DocumentInput> {
  readonly inputs: readonly Input[]
  readonly documents: readonly DocumentOf<Input>[]
  readonly ids: readonly IdOf<Input>[]
}

/**
 * Checks documents and assigns an id to each.
 *
 * @param option the name of the option in error messages
 */
export function readDocuments<Input extends DocumentInput>(
  given: Iterable<Input>,
  option = 'documents',
): NamedDocuments<Input> {
  if (!isCollection(given)) {
    throw new InvalidOption(option, given, 'a list of texts or of documents, or another iterable of them')
  }
  const inputs = Array.from(given)
  const documents = inputs.map(
    (input: DocumentInput): Document => (typeof input === 'string' ? { text: input } : input),
  )
  const seen = new Map<DocumentId, number>()
  const ids = documents.map((document, position) => {
    if (typeof document?.text !== 'string') {
      throw new InvalidValue('the text of a document', document?.text, position, 'a string')
    }
    const id = document.id ?? position
    if (!isId(id)) {
      throw new InvalidValue('the id of a document', id, position, 'a string or a finite number')
    }
    const first = seen.get(id)
    if (first !== undefined) throw new DuplicateId(id, first, position)
    seen.set(id, position)
    return id
  })
  // The types of documents and ids follow from that of the input, element by element.
  return {
    inputs,
    documents: documents as unknown as readonly DocumentOf<Input>[],
    ids: ids as unknown as readonly IdOf<Input>[],
  }
}

/** A string is an iterable of its characters, too, but is never meant as one. */
function isCollection(given: unknown): boolean {
  return typeof given === 'object' && given !== null && Symbol.iterator in given
}
