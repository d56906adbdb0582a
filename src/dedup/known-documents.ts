import { type AreDifferent, isMoreSimilar, joinRemovals, type Removal } from '../cluster/removal.js'
import type { NodeFindResult } from '../engine/node/node-engine-options.js'
import { firstCopies } from '../engine/stages/identical/copies.js'
import { splitCopies } from '../engine/stages/identical/split-copies.js'
import type { AgainstSides } from '../engine/stages/run-result.js'
import type { PairStream } from '../engine/stages/verify/pair-stream.js'
import type { Cluster } from '../model/cluster.js'
import { type PairBatch, PairBuilder } from '../model/pair.js'

/**
 * For each document of the source, the most similar document to compare with (the first of several) and the similarity; the document
 * itself if there is none. Copies get the result of their first, because large groups do not list all pairs.
 */
export function mostSimilarKnown(
  { pairs, copies }: Pick<NodeFindResult, 'pairs' | 'copies'>,
  { boundary }: AgainstSides,
  areDifferent: AreDifferent = () => false,
): Removal {
  const firstOf = firstCopies(splitCopies(copies, boundary).own, boundary)
  const survivorOf = Uint32Array.from({ length: boundary }, (_, position) => position)
  const similarity = new Float64Array(boundary).fill(1)
  for (const { count, a, b, similarity: values } of pairs.unordered()) {
    for (let i = 0; i < count; i++) {
      const other = b[i]!
      if (other < boundary || areDifferent(a[i]!, other)) continue
      const first = firstOf[a[i]!]!
      const isKnown = survivorOf[first] !== first
      if (isKnown && !isMoreSimilar(values[i]!, other, similarity[first]!, survivorOf[first]!)) continue
      survivorOf[first] = other
      similarity[first] = values[i]!
    }
  }
  for (let position = 0; position < boundary; position++) {
    const first = firstOf[position]!
    if (first === position || survivorOf[first] === first) continue
    survivorOf[position] = survivorOf[first]!
    similarity[position] = similarity[first]!
  }
  return { survivorOf, similarity }
}

/** The pairs among the remaining documents of the source, and their copies. */
export function withinLeft(
  { pairs, copies }: Pick<NodeFindResult, 'pairs' | 'copies'>,
  { boundary }: AgainstSides,
  { survivorOf }: Removal,
): Pick<NodeFindResult, 'pairs' | 'copies'> {
  const isLeft = (position: number) => position < boundary && survivorOf[position] === position
  const left = function* (batches: Iterable<PairBatch>): Generator<PairBatch, void> {
    for (const { count, a, b, similarity } of batches) {
      const kept = new PairBuilder()
      for (let i = 0; i < count; i++) {
        if (isLeft(a[i]!) && isLeft(b[i]!)) kept.add(a[i]!, b[i]!, similarity[i]!)
      }
      yield kept.pairs()
    }
  }
  const stream: PairStream = {
    // The count is not used when pairs are iterated.
    count: pairs.count,
    batches: () => left(pairs.batches()),
    unordered: () => left(pairs.unordered()),
  }
  return { pairs: stream, copies: splitCopies(copies, boundary).own }
}

/** Removes every cluster that contains a known document. All its members are removed in favor of the same known document. */
export function removeClustersOf(
  known: Removal,
  clusters: Iterable<Pick<Cluster, 'members'>>,
  within: Uint32Array,
): Uint32Array {
  const survivorOf = within.slice()
  for (const { members } of clusters) {
    const replaced = members.find((member) => known.survivorOf[member] !== member)
    if (replaced === undefined) continue
    for (const member of members) survivorOf[member] = known.survivorOf[replaced]!
  }
  return joinRemovals(known, { survivorOf, similarity: known.similarity }).survivorOf
}
