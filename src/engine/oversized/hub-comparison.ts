import type { HubIndex } from '../../join/hub-index.js'
import { type Hub, judge } from './hubs.js'

/** What a comparison of documents with the hubs of a round shows. */
export interface ComparedWithHubs {
  /** Two words per oversized document: its position, and the number of the first hub that it is similar to. */
  readonly oversized: Uint32Array
  /** Documents that may be oversized; more hubs are needed to decide. */
  readonly undecided: number
  /**
   * Three words for each hub that is the first of an oversized document and each other hub that this document is similar to: the numbers of
   * the two hubs, and the first such document.
   */
  readonly between: Uint32Array
}

/** Judges documents by the hubs that they are similar to. */
export class HubComparison {
  readonly #hubs: readonly Hub[]
  readonly #draws: number
  readonly #limit: number
  readonly #oversized: number[] = []
  #undecided = 0
  /** For each two hubs, 1 + the first document that connects them, or 0. */
  readonly #between: Uint32Array

  /**
   * @param draws the number of draws that produced the hubs
   * @param limit the largest group whose pairs are all listed
   */
  constructor(hubs: readonly Hub[], draws: number, limit: number) {
    this.#hubs = hubs
    this.#draws = draws
    this.#limit = limit
    this.#between = new Uint32Array(hubs.length ** 2)
  }

  /** Compares the set of a document with the hubs. Documents are added by ascending position. */
  compare(index: HubIndex, position: number, set: Uint32Array): void {
    this.add(position, index.matched.subarray(0, index.match(set)))
  }

  /** @param matched the numbers of the hubs that a document is similar to, ascending */
  add(position: number, matched: Uint32Array): void {
    const verdict = judge(this.#hubs, matched, this.#draws, this.#limit)
    if (verdict === 'undecided') this.#undecided++
    if (verdict !== 'oversized') return
    const first = matched[0]!
    this.#oversized.push(position, first)
    for (let k = 1; k < matched.length; k++) {
      const at = first * this.#hubs.length + matched[k]!
      if (this.#between[at] === 0) this.#between[at] = position + 1
    }
  }

  result(): ComparedWithHubs {
    const hubs = this.#hubs.length
    const between: number[] = []
    this.#between.forEach((document, at) => {
      if (document !== 0) between.push(Math.floor(at / hubs), at % hubs, document - 1)
    })
    return {
      oversized: Uint32Array.from(this.#oversized),
      undecided: this.#undecided,
      between: Uint32Array.from(between),
    }
  }
}
