// How many documents of a collection are in pairs, given some pairs of a sample. The same number of pairs may be of a few documents that
// have many each, or of many that have few. In a sample, the former are seen in several pairs.

/** If this many documents should be seen in a second pair, the number that are says something. */
const ENOUGH_REPEATS = 20
const STEPS = 40

/** The pairs of sampled documents. */
export class SampledPairs {
  readonly #inBlocks: PairsOfOneKind
  readonly #across: PairsOfOneKind

  /** @param sampled the number of sampled documents */
  constructor(sampled: number) {
    this.#inBlocks = new PairsOfOneKind(sampled)
    this.#across = new PairsOfOneKind(sampled)
  }

  /**
   * Adds a pair that represents a number of pairs of the whole collection. It may be added several times. Neighbors are sampled together,
   * so pairs within blocks are counted separately.
   */
  add(one: number, other: number, isInBlock: boolean, represented: number): void {
    const pairs = isInBlock ? this.#inBlocks : this.#across
    pairs.add(one, other, represented)
  }

  /** The number of documents in pairs, of this many in the whole collection. */
  documentsIn(documents: number): number {
    return Math.max(this.#inBlocks.documentsIn(documents), this.#across.documentsIn(documents))
  }
}

class PairsOfOneKind {
  readonly #sampled: number
  readonly #pairs = new Set<number>()
  readonly #isIn: Uint8Array
  #seen = 0
  #represented = 0

  constructor(sampled: number) {
    this.#sampled = sampled
    this.#isIn = new Uint8Array(sampled)
  }

  add(one: number, other: number, represented: number): void {
    for (const document of [one, other]) {
      if (this.#isIn[document] === 0) this.#seen++
      this.#isIn[document] = 1
    }
    this.#pairs.add(Math.max(one, other) * this.#sampled + Math.min(one, other))
    this.#represented += represented
  }

  documentsIn(documents: number): number {
    if (this.#seen === 0) return 0
    const seen = this.#seen / this.#sampled
    const perDocument = (2 * this.#pairs.size) / this.#sampled
    const repeats = this.#sampled * (perDocument - sharePaired(1, perDocument))
    if (repeats < ENOUGH_REPEATS) return seen * documents
    return sharePaired(possibleShare(seen, perDocument), (2 * this.#represented) / documents) * documents
  }
}

/** The share of documents that are in a pair if only this share can be, and a document is in this many on average. */
function sharePaired(possible: number, perDocument: number): number {
  return -possible * Math.expm1(-perDocument / possible)
}

/** The share of documents that can be in pairs at all, given the share that was seen in pairs, and in how many on average. */
function possibleShare(seen: number, perDocument: number): number {
  let [low, high] = [seen, 1]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (sharePaired(middle, perDocument) < seen) low = middle
    else high = middle
  }
  return high
}
