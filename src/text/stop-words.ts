import { InvalidOption } from '../model/errors.js'
import { normalise } from './normalise.js'
import { STOP_WORD_LISTS } from './stop-word-lists.js'

/** Languages with a list of their own, by ISO 639-1 code. */
export type StopWordLanguage = keyof typeof STOP_WORD_LISTS

/** The languages that `stopWords` knows. */
export const STOP_WORD_LANGUAGES = Object.keys(STOP_WORD_LISTS) as readonly StopWordLanguage[]

const known = new Map<StopWordLanguage, ReadonlySet<string>>()

/**
 * The stop words of a language, or the caller's own, lower-cased and in NFC.
 *
 * @example stopWords('en').has('the') // true
 */
export function stopWords(
  choice: StopWordLanguage | readonly string[] | ReadonlySet<string> = 'en',
): ReadonlySet<string> {
  if (Array.isArray(choice) || choice instanceof Set) {
    const own = [...choice]
    if (own.length === 0 || !own.every((word) => typeof word === 'string')) {
      throw new InvalidOption('stopWords', choice, 'a list of at least one stop word')
    }
    return new Set(own.map((word) => normalise(word)))
  }
  if (typeof choice !== 'string' || !STOP_WORD_LANGUAGES.includes(choice)) {
    throw new InvalidOption(
      'stopWords',
      choice,
      `one of ${STOP_WORD_LANGUAGES.join(', ')}, or a list of words`,
    )
  }
  let list = known.get(choice)
  if (list === undefined) {
    list = new Set(STOP_WORD_LISTS[choice].split(' '))
    known.set(choice, list)
  }
  return list
}
