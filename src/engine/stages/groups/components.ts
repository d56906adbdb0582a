import { WIDE_FROM } from '../../../text/wide-shingles.js'
import type { Blocks } from '../../ports.js'
import { SKETCH, type Sketched, visitUnits } from '../read/sketched.js'
import { hasBit } from '../threads/shared-words.js'

/** The connected components of documents. Shared. */
export interface Components {
  /** A forest as in shared-union-find.ts. A root is the first document of its component. */
  readonly parents: Uint32Array
  /** For each root, the words that its component takes while it is compared. */
  readonly weights: Uint32Array
  /** The documents that have candidates, one bit per position. */
  readonly isTied: Uint32Array
}

/** Words that a task added to the weights. */
export interface AddedWords {
  readonly words: number
}

/** Words per document in addition to its set. */
const DOCUMENT_WORDS = 40

/** Calls back with each connected document, ascending, and the words that it takes without its candidates. */
export function visitTied(
  store: Blocks,
  sketched: Sketched,
  isTied: Uint32Array,
  visit: (position: number, words: number) => void,
): void {
  visitUnits(store, sketched, SKETCH.sizes, (sizes, first, count) => {
    for (let i = 0; i < count; i++)
      if (hasBit(isTied, first + i)) visit(first + i, wordsOfDocument(sizes[i]!))
  })
}

/** A long document also has a wide set, with two words per element. */
function wordsOfDocument(size: number): number {
  return (size < WIDE_FROM ? size : 3 * size) + DOCUMENT_WORDS
}
