import { sortedSet } from '../../../src/model/set-collection.js'

/** A set of letters as the texts write it: `letters('abd')` is {97, 98, 100}. */
export function letters(text: string): Uint32Array {
  return sortedSet(Array.from(text, (letter) => letter.charCodeAt(0)))
}
