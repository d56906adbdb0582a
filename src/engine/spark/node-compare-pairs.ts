import { matchSimilarity } from '../../model/match-bounds.js'
import { type Candidates, PairBuilder } from '../../model/pair.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import { similarityOf } from '../../model/similarity.js'
import type { RunControl } from '../engine.js'
import type { SimilarityOf } from './list-found.js'
import { words } from './node-packed-numbers.js'
import type { SparkSession } from './node-spark-session.js'
import { similaritiesOf } from './pair-table.js'

/** Has Spark compare pairs of distinct documents, by their positions. */
export class PairComparison {
  readonly #session: SparkSession
  readonly #search: number
  readonly #plan: Plan

  constructor(session: SparkSession, search: number, plan: Plan) {
    this.#session = session
    this.#search = search
    this.#plan = plan
  }

  /** The larger similarity of both directions. */
  async larger(pairs: Candidates, signal: RunControl['signal']): Promise<SimilarityOf> {
    const similarity = similarityIn(this.#plan)
    const known = new PairBuilder()
    await this.#compare(pairs, signal, (a, b, overlap, sizeA, sizeB) =>
      known.add(a, b, matchSimilarity(similarity, overlap, sizeA, sizeB)),
    )
    const of = similaritiesOf(known.pairs())
    return (a, b) => of(Math.min(a, b), Math.max(a, b))
  }

  /** The similarity of the first of a pair to the second. */
  async directed(pairs: Candidates): Promise<SimilarityOf> {
    const similarity = similarityIn(this.#plan)
    const known = new PairBuilder()
    await this.#compare(pairs, undefined, (a, b, overlap, sizeA, sizeB) => {
      known.add(a, b, similarityOf(similarity, overlap, sizeA, sizeB))
      known.add(b, a, similarityOf(similarity, overlap, sizeB, sizeA))
    })
    return similaritiesOf(known.pairs())
  }

  /** @param use called with the document at the smaller position first */
  async #compare(
    { count, a, b }: Candidates,
    signal: RunControl['signal'],
    use: (a: number, b: number, overlap: number, sizeA: number, sizeB: number) => void,
  ): Promise<void> {
    if (count === 0) return
    await this.#session.request(
      { do: 'compare', search: this.#search },
      {
        columns: {
          a: a.map((one, i) => Math.min(one, b[i]!)),
          b: b.map((other, i) => Math.max(other, a[i]!)),
        },
        onRows({ columns }) {
          const [ones, others, overlap] = [words(columns.a!), words(columns.b!), words(columns.overlap!)]
          const [sizeA, sizeB] = [words(columns.size_a!), words(columns.size_b!)]
          for (let i = 0; i < ones.length; i++) use(ones[i]!, others[i]!, overlap[i]!, sizeA[i]!, sizeB[i]!)
        },
      },
      signal,
    )
  }
}
