import { type PairBatch, PairBuilder } from '../../model/pair.js'
import { reportedSimilarity } from '../../model/similarity.js'
import { keptPrefix, type PreparedJoin } from './prepare-join.js'
import type { Prober } from './prober.js'
import { SizeBounds } from './size-bounds.js'

/** Calls `take` after each probe from `from` to before `to` that found something; returns how many pairs there are. */
export function visitRange(
  join: PreparedJoin,
  prober: Prober,
  from: number,
  to: number,
  take?: (probe: number, count: number) => void,
): number {
  const { similarity, threshold, isSelf, index, probes, classes } = join
  const bounds = new SizeBounds(classes, { similarity, threshold, notLarger: isSelf }, prober.required)
  // In a directed join of a collection with itself every set finds itself.
  const findsItself = probes === index && !isSelf
  let size = -1
  let pairs = 0
  for (let probe = from; probe < to; probe++) {
    if (probes.sizes[probe] !== size) {
      size = probes.sizes[probe]!
      bounds.moveTo(size)
    }
    const prefix = keptPrefix(probes.starts[probe + 1]! - probes.starts[probe]!, bounds.least)
    if (prefix === 0 || bounds.first === bounds.end) continue
    const end = isSelf ? probe : classes.starts[bounds.end]!
    let count = prober.probe(probe, prefix, classes.starts[bounds.first]!, end)
    if (findsItself) count = withoutItself(prober, probe, count)
    if (count > 0) take?.(probe, count)
    pairs += count
  }
  return pairs
}

/** The pairs of a range of probes, by positions in the collections, in no order. */
export function joinRange(join: PreparedJoin, prober: Prober, from: number, to: number): PairBatch {
  const { similarity, threshold, smallerFirst, index, probes } = join
  const { found, overlaps } = prober
  const pairs = new PairBuilder()
  visitRange(join, prober, from, to, (probe, count) => {
    const id = probes.ids[probe]!
    const size = probes.sizes[probe]!
    for (let k = 0; k < count; k++) {
      const place = found[k]!
      const other = index.ids[place]!
      const value = reportedSimilarity(similarity, overlaps[k]!, index.sizes[place]!, size, threshold)
      if (smallerFirst && id < other) pairs.add(id, other, value)
      else pairs.add(other, id, value)
    }
  })
  return pairs.pairs()
}

function withoutItself({ found, overlaps }: Prober, probe: number, count: number): number {
  let left = 0
  for (let k = 0; k < count; k++) {
    if (found[k] === probe) continue
    found[left] = found[k]!
    overlaps[left++] = overlaps[k]!
  }
  return left
}
