// @ts-check
// Turns word numbers into the text of a document: sentences, capitals, commas, quotation marks, paragraphs.
import { below, randomOf, words } from './words.js'

const LAYOUT_SEED = 12
/** One document in this many has typographic quotation marks and dashes instead of ASCII ones. */
const TYPOGRAPHIC_EVERY = 10

/**
 * The text of these words. The layout depends on its number only: a copy has its original's, and equal words with an
 * equal layout are equal texts.
 *
 * @param {readonly number[]} numbers
 * @param {number} layout
 */
export function layOut(numbers, layout) {
  const random = randomOf(LAYOUT_SEED, layout)
  const typographic = below(random, TYPOGRAPHIC_EVERY) === 0
  const [open, close, dash] = typographic ? ['“', '”', ' — '] : ['"', '"', ' - ']
  let text = ''
  let left = 0
  let quoted = false
  for (let i = 0; i < numbers.length; i++) {
    const word = words[numbers[i] ?? 0] ?? ''
    if (left === 0) {
      left = 6 + below(random, 20)
      quoted = below(random, 12) === 0
      text += (quoted ? open : '') + word.charAt(0).toUpperCase() + word.slice(1)
    } else {
      text += word
    }
    left--
    if (left === 0 || i === numbers.length - 1) {
      text += `.${quoted ? close : ''}${i === numbers.length - 1 ? '' : below(random, 6) === 0 ? '\n\n' : ' '}`
    } else {
      const mark = below(random, 100)
      text += mark < 8 ? ', ' : mark === 99 ? dash : ' '
    }
  }
  return text
}
