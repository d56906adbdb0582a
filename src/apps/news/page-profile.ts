import { hashText } from '../../hash/murmur3.js'
import type { PageBlocks } from '../../read/html-blocks.js'
import { isLinked } from './prose.js'

/** Blocks of up to this many words look like menus, headings and labels (see `prose.ts`). */
const SHORT = 16

/** What is kept of a page until all pages have been seen. */
export interface PageProfile {
  /** A hash of each block's text; all digits count as equal, so that dates and counters do not hide a repetition. */
  readonly hashes: Uint32Array
  /** The number of words in each block; 0 if it is short or mostly links. */
  readonly proseWords: Uint32Array
  /** The distinct paths of elements and classes from the root of the page to each block, in ascending order. */
  readonly paths: Uint32Array
}

export function pageProfile({ blocks, elements }: PageBlocks): PageProfile {
  const paths = new Uint32Array(elements.length)
  // Elements come after their parents.
  elements.forEach(({ parent, signature }, i) => {
    paths[i] = hashText(signature, parent < 0 ? 0 : paths[parent])
  })
  return {
    hashes: Uint32Array.from(blocks, ({ text }) => hashText(text.toLowerCase().replace(/\d+/gu, '0'))),
    proseWords: Uint32Array.from(blocks, (block) =>
      block.words <= SHORT || isLinked(block, 0.333333) ? 0 : block.words,
    ),
    paths: new Uint32Array(new Set(blocks.map(({ element }) => paths[element]!))).sort(),
  }
}
