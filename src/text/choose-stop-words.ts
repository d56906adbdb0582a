import { InvalidOption } from '../model/errors.js'
import { ENGLISH_STOP_WORDS } from './english-stop-words.js'
import { normalize } from './normalize.js'

/** Stop words as given in options: English ones, or a list, either your own or from `stopWords` in `likewise/stop-words`. */
export type StopWordChoice = 'en' | readonly string[] | ReadonlySet<string>

const ENGLISH: ReadonlySet<string> = /* @__PURE__ */ new Set(/* @__PURE__ */ ENGLISH_STOP_WORDS.split(' '))

/** The stop words of a choice, lower-cased and in NFC. */
export function chooseStopWords(choice: StopWordChoice = 'en'): ReadonlySet<string> {
  if (choice === 'en') return ENGLISH
  if (!Array.isArray(choice) && !(choice instanceof Set)) {
    throw new InvalidOption(
      'stopWords',
      choice,
      "'en', or a list of words, such as stopWords('de') of likewise/stop-words",
    )
  }
  const own = [...choice]
  if (own.length === 0 || !own.every((word) => typeof word === 'string')) {
    throw new InvalidOption('stopWords', choice, 'a list of at least one stop word')
  }
  return new Set(own.map((word) => normalize(word)))
}
