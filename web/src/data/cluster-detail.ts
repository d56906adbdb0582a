import { chainBetween, type Link } from '../../../src/cluster/chain.js'
import { type PairBatch, PairBuilder } from '../../../src/model/pair.js'
import type { ReportModel } from './model.js'

/** A pair of the report: its number and its documents. */
export interface ListedPair {
  readonly pair: number
  readonly a: number
  readonly b: number
  readonly similarity: number
}

/** A cluster at the chosen threshold, with its pairs and what is close to it. */
export interface ClusterDetail {
  readonly members: Uint32Array
  /** Pairs between members at or above the threshold. */
  readonly inside: readonly ListedPair[]
  /** Pairs with only one member, or declared different by the reader, most similar first. */
  readonly outside: readonly ListedPair[]
  readonly minSimilarity: number
  readonly maxSimilarity: number
  readonly meanSimilarity: number
}

const MAX_OUTSIDE = 20

/** The cluster that contains a document; undefined if there is none. */
export function clusterDetail(model: ReportModel, document: number): ClusterDetail | undefined {
  const { clusters, clusterOf } = model.clustering.value
  const number = clusterOf[document]!
  if (number < 0) return undefined
  const limit = Math.fround(model.threshold.value)
  const { a, b, similarity } = model.listed.value
  const apart = model.decisions.apart.value
  const inside: ListedPair[] = []
  const outside: ListedPair[] = []
  for (let pair = 0; pair < a.length; pair++) {
    const [one, other] = [clusterOf[a[pair]!] === number, clusterOf[b[pair]!] === number]
    if (!one && !other) continue
    const listed = { pair, a: a[pair]!, b: b[pair]!, similarity: similarity[pair]! }
    if (apart.has(pair)) outside.push(listed)
    else if (listed.similarity >= limit) inside.push(listed)
    else if (one !== other) outside.push(listed)
  }
  return {
    members: clusters.at(number),
    inside,
    outside: outside.sort((x, y) => y.similarity - x.similarity).slice(0, MAX_OUTSIDE),
    minSimilarity: inside.reduce((low, pair) => Math.min(low, pair.similarity), 1),
    maxSimilarity: inside.reduce((high, pair) => Math.max(high, pair.similarity), 0),
    meanSimilarity: inside.reduce((sum, pair) => sum + pair.similarity, 0) / inside.length,
  }
}

/**
 * The pairs of a document that connect it to others, here or in the run: both those at the chosen threshold and those at the run's, with
 * the similarities of the run.
 */
export function pairsOf(model: ReportModel, { inside }: ClusterDetail, document: number): number[] {
  const { a, b, similarity } = model.stored
  const limit = Math.fround(model.data.threshold)
  const found = new Set(
    inside.filter((pair) => pair.a === document || pair.b === document).map(({ pair }) => pair),
  )
  for (let pair = 0; pair < a.length; pair++) {
    if ((a[pair] === document || b[pair] === document) && similarity[pair]! >= limit) found.add(pair)
  }
  return [...found].sort((x, y) => x - y)
}

/** The chain of pairs that connects two members, chosen so that its weakest link is as strong as possible. */
export function whyTogether(
  { inside }: ClusterDetail,
  from: number,
  to: number,
): readonly Link[] | undefined {
  return chainBetween(batchOf(inside), from, to)
}

function batchOf(pairs: readonly ListedPair[]): PairBatch {
  const builder = new PairBuilder()
  for (const { a, b, similarity } of pairs) builder.add(a, b, similarity)
  return builder.pairs()
}
