import { checkChoice } from '../../model/check.js'
import type { DocumentId } from '../../model/document.js'
import { DuplicateId, InvalidOption, InvalidValue } from '../../model/errors.js'
import { CODE_LANGUAGE_NAMES } from '../../text/code-languages.js'
import type { ProseOptions } from '../../text/token-sequence.js'
import {
  type CopyTokens,
  copyTokens,
  gatherBase,
  readTokens,
  type TextLanguage,
  textLanguage,
} from './copy-tokens.js'

/** A text that may be a copy, or the source of one. */
export interface CopyDocument {
  /** Default: the 0-based position in the input. */
  readonly id?: DocumentId
  readonly text: string
  /** Default: from the extension of the id, such as `.java`; prose if it is not known. */
  readonly language?: TextLanguage
  /** Documents of one author are not compared with each other. Default: each has its own. */
  readonly author?: string
}

/** Checks and returns the ids of documents. */
export function idsOf(documents: readonly CopyDocument[]): DocumentId[] {
  if (!Array.isArray(documents)) throw new InvalidOption('documents', documents, 'a list of documents')
  const seen = new Map<DocumentId, number>()
  return (documents as readonly CopyDocument[]).map((document, position) => {
    if (typeof document?.text !== 'string') {
      throw new InvalidValue('the text of a document', document?.text, position, 'a string')
    }
    const id = document.id ?? position
    const first = seen.get(id)
    if (first !== undefined) throw new DuplicateId(id, first, position)
    seen.set(id, position)
    return id
  })
}

/** The tokens of documents, without what is in the base texts of their kind. */
export function readAll(
  documents: readonly CopyDocument[],
  { base = [], stopWords }: ProseOptions & { readonly base?: readonly CopyDocument[] },
): CopyTokens[] {
  const prose = stopWords === undefined ? {} : { stopWords }
  const read = (document: CopyDocument) => {
    const language = languageOf(document)
    return { isCode: language !== 'prose', tokens: readTokens(document.text, language, prose) }
  }
  const given = base.map(read)
  const bases = [false, true].map((isCode) =>
    gatherBase(given.filter((one) => one.isCode === isCode).map(({ tokens }) => tokens)),
  )
  return documents.map((document) => {
    const { isCode, tokens } = read(document)
    return copyTokens(tokens, isCode, bases[isCode ? 1 : 0]!)
  })
}

function languageOf({ language, id = '' }: CopyDocument): TextLanguage {
  if (language === undefined) return textLanguage(String(id))
  return checkChoice('language', language, ['prose', ...CODE_LANGUAGE_NAMES])
}
