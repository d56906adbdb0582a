import { InvalidValue, TooLarge } from '../model/errors.js'

/** A longer text cannot be split into a list of characters, because the list would not fit into memory. */
const MAX_CHARACTERS = 2 ** 25

/** The characters of a text: code points, so a surrogate pair is one. A lone surrogate counts as one too. */
export function charactersOf(text: string): string[] {
  if (typeof text !== 'string') throw new InvalidValue('a text', text, undefined, 'a string')
  if (text.length > MAX_CHARACTERS) {
    throw new TooLarge('characters in one text', text.length, MAX_CHARACTERS, 'compare shorter parts')
  }
  return Array.from(text)
}
