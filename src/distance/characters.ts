import { InvalidValue } from '../model/errors.js'

/** The characters of a text: code points, so a surrogate pair is one. A lone surrogate counts as one too. */
export function charactersOf(text: string): string[] {
  if (typeof text !== 'string') throw new InvalidValue('a text', text, undefined, 'a string')
  return Array.from(text)
}
