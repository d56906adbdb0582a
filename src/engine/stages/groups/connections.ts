import { findRoot, makeForest, unite } from '../../../cluster/union-find.js'
import { WIDE_FROM } from '../../../text/wide-shingles.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { visitCandidates } from '../candidates/candidates.js'
import { SKETCH, type Sketched, visitUnits } from '../read/sketched.js'
import { setBit } from '../threads/shared-words.js'

/** Words per candidate while it is compared. */
const CANDIDATE_WORDS = 8
/** Words per document in addition to its set. */
const DOCUMENT_WORDS = 40
/** Represents anything larger, because no group can hold as much. */
const MAX_WEIGHT = 2 ** 32 - 1

/** The documents that have candidates, in connected components. */
export interface Components {
  /** For each connected document, the first document of its component. */
  readonly rootOf: Uint32Array
  /** For the first document of a component, the words that all of it takes while it is compared. */
  readonly weights: Uint32Array
  /** The connected documents, one bit per position. */
  readonly isTied: Uint32Array
  /** The words of all components. */
  readonly total: number
}

/** Connects documents by their candidates, in any order: as soon as a task has found them, while others are still looking. */
export class Connections {
  readonly #store: Blocks
  readonly #parents: Uint32Array
  /** The words of the candidates whose first document is at a position. */
  readonly #weights: Uint32Array
  readonly #isTied: Uint32Array
  #candidates = 0

  /** @param count the number of positions */
  constructor(store: Blocks, count: number) {
    this.#store = store
    this.#parents = makeForest(count)
    this.#weights = new Uint32Array(count)
    this.#isTied = new Uint32Array((count + 31) >>> 5)
  }

  add(candidates: readonly Block[]): void {
    const [parents, weights, isTied] = [this.#parents, this.#weights, this.#isTied]
    visitCandidates(this.#store, candidates, (words) => {
      for (let i = 0; i < words.length; i += 2) {
        const one = words[i]!
        const other = words[i + 1]!
        setBit(isTied, one)
        setBit(isTied, other)
        weights[one] = Math.min(MAX_WEIGHT, weights[one]! + CANDIDATE_WORDS)
        unite(parents, one, other)
      }
      this.#candidates += words.length / 2
    })
  }

  /** The components of everything that was added. Call it once. */
  components(sketched: Sketched): Components {
    const [parents, weights, isTied] = [this.#parents, this.#weights, this.#isTied]
    let total = CANDIDATE_WORDS * this.#candidates
    // A root comes before every document that is connected to it.
    visitTied(this.#store, sketched, isTied, (positions, words, count) => {
      for (let i = 0; i < count; i++) {
        const position = positions[i]!
        const root = findRoot(parents, position)
        parents[position] = root
        const own = words[i]! + (root === position ? 0 : weights[position]!)
        weights[root] = Math.min(MAX_WEIGHT, weights[root]! + own)
        total += words[i]!
      }
    })
    return { rootOf: parents, weights, isTied, total }
  }
}

/**
 * Calls back with the connected documents of each unit: their positions, ascending, and the words of each without its candidates. Both
 * arrays may be longer, and are valid during the call only.
 */
export function visitTied(
  store: Blocks,
  sketched: Sketched,
  isTied: Uint32Array,
  visit: (positions: Uint32Array, words: Uint32Array, count: number) => void,
): void {
  let positions = new Uint32Array(0)
  let words = new Uint32Array(0)
  visitUnits(store, sketched, SKETCH.sizes, (sizes, first, length) => {
    if (positions.length < length) {
      positions = new Uint32Array(length)
      words = new Uint32Array(length)
    }
    let count = 0
    for (let i = 0; i < length; i++) {
      // Written in any case, because a branch that is hard to predict takes longer.
      positions[count] = first + i
      words[count] = wordsOfDocument(sizes[i]!)
      count += (isTied[(first + i) >>> 5]! >>> ((first + i) & 31)) & 1
    }
    visit(positions, words, count)
  })
}

/** A long document also has a wide set, with two words per element. */
function wordsOfDocument(size: number): number {
  return Math.min(MAX_WEIGHT, (size < WIDE_FROM ? size : 3 * size) + DOCUMENT_WORDS)
}
