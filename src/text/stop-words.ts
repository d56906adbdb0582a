// The lists of all languages have their own entry point, `likewise/stop-words`, because they are nearly half as large as everything else
// that a search needs.

import { InvalidOption } from '../model/errors.js'
import { STOP_WORD_LISTS } from './stop-word-lists.js'

/** Languages with a list of stop words, by ISO 639-1 code. */
export type StopWordLanguage = keyof typeof STOP_WORD_LISTS

/** The languages that `stopWords` supports. */
export const STOP_WORD_LANGUAGES = Object.keys(STOP_WORD_LISTS) as readonly StopWordLanguage[]

/**
 * The stop words of a language, lower-cased.
 *
 * @example findSimilar(documents, { shingle: { kind: 'stopwords', stopWords: stopWords('de') } })
 */
export function stopWords(language: StopWordLanguage): ReadonlySet<string> {
  if (!STOP_WORD_LANGUAGES.includes(language)) {
    throw new InvalidOption('language', language, `one of ${STOP_WORD_LANGUAGES.join(', ')}`)
  }
  return new Set(STOP_WORD_LISTS[language].split(' '))
}
