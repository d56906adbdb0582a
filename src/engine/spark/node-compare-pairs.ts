import { matchSimilarity } from '../../model/match-bounds.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import { similarityOf } from '../../model/similarity.js'
import type { RunControl } from '../engine.js'
import type { SimilarityOf } from './list-found.js'
import { words } from './node-packed-numbers.js'
import type { SparkSession } from './node-spark-session.js'

type Pairs = readonly (readonly [number, number])[]

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
  async larger(pairs: Pairs, signal: RunControl['signal']): Promise<SimilarityOf> {
    const similarity = similarityIn(this.#plan)
    const known = await this.#compare(pairs, signal, (overlap, a, b) =>
      matchSimilarity(similarity, overlap, a, b),
    )
    return (a, b) => known.get(keyOf(a, b))!
  }

  /** The similarity of the first of a pair to the second. */
  async directed(pairs: Pairs): Promise<SimilarityOf> {
    const similarity = similarityIn(this.#plan)
    const known = await this.#compare(pairs, undefined, (overlap, a, b) => [
      similarityOf(similarity, overlap, a, b),
      similarityOf(similarity, overlap, b, a),
    ])
    return (a, b) => known.get(keyOf(a, b))![a < b ? 0 : 1]!
  }

  /** @param measure called with the size of the document at the smaller position first */
  async #compare<Value>(
    pairs: Pairs,
    signal: RunControl['signal'],
    measure: (overlap: number, a: number, b: number) => Value,
  ): Promise<Map<string, Value>> {
    const known = new Map<string, Value>()
    if (pairs.length === 0) return known
    await this.#session.request(
      {
        do: 'compare',
        search: this.#search,
        pairs: pairs.map(([a, b]) => (a < b ? [a, b] : [b, a])),
      },
      {
        onRows({ columns }) {
          const [a, b, overlap] = [words(columns.a!), words(columns.b!), words(columns.overlap!)]
          const [sizeA, sizeB] = [words(columns.size_a!), words(columns.size_b!)]
          for (let i = 0; i < a.length; i++)
            known.set(keyOf(a[i]!, b[i]!), measure(overlap[i]!, sizeA[i]!, sizeB[i]!))
        },
      },
      signal,
    )
    return known
  }
}

function keyOf(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}
