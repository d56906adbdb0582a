import { findRoot, makeForest, unite } from '../cluster/union-find.js'
import { Random } from '../hash/random.js'
import { countUp } from '../model/count-up.js'
import { type PairBatch, PairBuilder } from '../model/pair.js'

/** The number of pairs to collect between two reductions to a forest. */
const PENDING = 2 ** 20

/** The pairs in a report, in ascending order of a, then b. */
export interface SelectedPairs {
  readonly pairs: PairBatch
  /** The number of pairs left out. */
  readonly leftOut: number
  /** Whether the pairs connect the same documents at every threshold as all pairs do. */
  readonly isComplete: boolean
}

/**
 * Selects at most `limit` of any number of pairs. If there are more, it keeps a maximum spanning forest, which connects the
 * same documents at every threshold as all pairs do, and fills up with an even sample of the pairs.
 */
export class PairSelection {
  readonly #documents: number
  readonly #limit: number
  readonly #random = new Random(1)
  readonly #sample: PairBatch
  /** The pairs since the last reduction. Up to the limit there is no reduction. */
  #pending = new PairBuilder()
  #forest: PairBatch | undefined
  #seen = 0

  constructor(documents: number, limit: number) {
    this.#documents = documents
    this.#limit = limit
    this.#sample = emptyPairs(limit)
  }

  add(batch: PairBatch): void {
    for (let i = 0; i < batch.count; i++) {
      if (this.#pending.count >= Math.max(PENDING, this.#limit)) this.#reduce()
      this.#pending.add(batch.a[i]!, batch.b[i]!, batch.similarity[i]!)
      // Every pair is in the sample with the same probability (Vitter's algorithm R).
      const at = this.#seen < this.#limit ? this.#seen : Math.floor(this.#random.unit() * (this.#seen + 1))
      if (at < this.#limit) setPair(this.#sample, at, batch, i)
      this.#seen++
    }
  }

  selected(): SelectedPairs {
    if (this.#seen <= this.#limit) {
      return { pairs: sorted(this.#pending.pairs()), leftOut: 0, isComplete: true }
    }
    const forest = this.#reduce()
    const room = Math.max(this.#limit - forest.count, 0)
    const pairs = withoutRepeated(sorted(concat(head(forest, this.#limit), head(this.#sample, room))))
    return { pairs, leftOut: this.#seen - pairs.count, isComplete: forest.count <= this.#limit }
  }

  /** Builds one forest from the previous one and the pairs since then. */
  #reduce(): PairBatch {
    const pending = this.#pending.pairs()
    const { count, a, b, similarity } = this.#forest ? concat(this.#forest, pending) : pending
    this.#pending = new PairBuilder()
    const order = countUp(count).sort((x, y) => similarity[y]! - similarity[x]!)
    const trees = makeForest(this.#documents)
    const forest = new PairBuilder()
    for (const i of order) {
      if (findRoot(trees, a[i]!) === findRoot(trees, b[i]!)) continue
      unite(trees, a[i]!, b[i]!)
      forest.add(a[i]!, b[i]!, similarity[i]!)
    }
    this.#forest = forest.pairs()
    return this.#forest
  }
}

function emptyPairs(count: number): PairBatch {
  return { count, a: new Uint32Array(count), b: new Uint32Array(count), similarity: new Float64Array(count) }
}

function setPair(pairs: PairBatch, at: number, { a, b, similarity }: PairBatch, i: number): void {
  pairs.a[at] = a[i]!
  pairs.b[at] = b[i]!
  pairs.similarity[at] = similarity[i]!
}

function head({ count, a, b, similarity }: PairBatch, max: number): PairBatch {
  const end = Math.min(count, max)
  return {
    count: end,
    a: a.subarray(0, end),
    b: b.subarray(0, end),
    similarity: similarity.subarray(0, end),
  }
}

/** The pairs of one batch, followed by those of another. */
export function concat(one: PairBatch, other: PairBatch): PairBatch {
  const both = emptyPairs(one.count + other.count)
  for (const name of ['a', 'b', 'similarity'] as const) {
    both[name].set(one[name])
    both[name].set(other[name], one.count)
  }
  return both
}

function sorted(pairs: PairBatch): PairBatch {
  const { count, a, b } = pairs
  return pick(
    pairs,
    countUp(count).sort((x, y) => a[x]! - a[y]! || b[x]! - b[y]!),
  )
}

function withoutRepeated(pairs: PairBatch): PairBatch {
  const { count, a, b } = pairs
  const isFirst = (i: number) => i === 0 || a[i] !== a[i - 1] || b[i] !== b[i - 1]
  return pick(pairs, countUp(count).filter(isFirst))
}

function pick({ a, b, similarity }: PairBatch, order: Uint32Array): PairBatch {
  return {
    count: order.length,
    a: order.map((i) => a[i]!),
    b: order.map((i) => b[i]!),
    similarity: Float64Array.from(order, (i) => similarity[i]!),
  }
}
