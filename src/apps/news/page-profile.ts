import { hashText } from '../../hash/murmur3.js'
import type { PageBlock } from '../../read/html-blocks.js'
import { isLinked } from './prose.js'

/** Blocks of up to so many words look like menus, headings and labels (see `prose.ts`). */
const SHORT = 16

/** What is kept of a page until all pages are known. */
export interface PageProfile {
  /** The text of each block as a number; digits count as equal, so that dates and counters do not hide a repetition. */
  readonly hashes: Uint32Array
  /** The words of each block; of one that is short or mostly links, 0. */
  readonly proseWords: Uint32Array
  /** The different blocks that are short or mostly links, by which the pages of a site know one another; rising. */
  readonly labels: Uint32Array
}

export function pageProfile(blocks: readonly PageBlock[]): PageProfile {
  const hashes = Uint32Array.from(blocks, ({ text }) => hashText(text.toLowerCase().replace(/\d+/gu, '0')))
  const isLabel = blocks.map((block) => block.words <= SHORT || isLinked(block, 0.333333))
  return {
    hashes,
    proseWords: Uint32Array.from(blocks, ({ words }, i) => (isLabel[i] ? 0 : words)),
    labels: new Uint32Array(new Set(hashes.filter((_, i) => isLabel[i]))).sort(),
  }
}
