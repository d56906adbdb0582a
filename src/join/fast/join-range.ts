import { type PairBatch, PairBuilder } from '../../model/pair.js'
import { reportedSimilarity } from '../../model/similarity.js'
import type { PreparedJoin } from './prepare-join.js'
import type { Prober } from './prober.js'
import { firstLarger, SizeBounds } from './size-bounds.js'

/**
 * Calls `take` after each probe from `from` up to, but not including, `to` that found something, until it returns true. Returns the
 * number of pairs.
 */
export function visitRange(
  join: PreparedJoin,
  prober: Prober,
  from: number,
  to: number,
  take?: (probe: number, count: number) => boolean | undefined,
): number {
  const { similarity, threshold, isSelf, index, probes, classes } = join
  const bounds = new SizeBounds(classes, { similarity, threshold, notLarger: isSelf }, prober.required)
  // In a directed join of a collection with itself, every set finds itself.
  const findsItself = probes === index && !isSelf
  let pairs = 0
  for (let next = from; next < to; ) {
    bounds.moveTo(probes.sizes[next]!)
    const groupEnd = Math.min(to, firstLarger(probes.sizes, next))
    const reach = {
      minOverlap: bounds.minOverlap,
      first: classes.starts[bounds.first]!,
      end: isSelf ? undefined : classes.starts[bounds.end]!,
    }
    while (next < groupEnd && bounds.first < bounds.end) {
      const probe = prober.findNext(next, groupEnd, reach)
      next = probe + 1
      if (probe === groupEnd) break
      const count = findsItself ? withoutItself(prober, probe, prober.count) : prober.count
      pairs += count
      if (count > 0 && take?.(probe, count)) return pairs
    }
    next = groupEnd
  }
  return pairs
}

/** The pairs of a range of probes. */
export interface RangePairs extends PairBatch {
  /** The first probe that was not searched; the end of the range if all were. */
  readonly next: number
}

/** The pairs of a range of probes, by positions in the collections, in no particular order. */
export function joinRange(join: PreparedJoin, prober: Prober, from: number, to: number): PairBatch {
  const { next: _, ...pairs } = joinPart(join, prober, from, to, Number.POSITIVE_INFINITY)
  return pairs
}

/** The same, but stops after the probe that reaches `maxPairs`. */
export function joinPart(
  join: PreparedJoin,
  prober: Prober,
  from: number,
  to: number,
  maxPairs: number,
): RangePairs {
  const { similarity, threshold, smallerFirst, index, probes } = join
  const { found, overlaps } = prober
  const pairs = new PairBuilder()
  let next = to
  visitRange(join, prober, from, to, (probe, count) => {
    const id = probes.ids[probe]!
    const size = probes.sizes[probe]!
    for (let k = 0; k < count; k++) {
      const position = found[k]!
      const other = index.ids[position]!
      const value = reportedSimilarity(similarity, overlaps[k]!, index.sizes[position]!, size, threshold)
      if (smallerFirst && id < other) pairs.add(id, other, value)
      else pairs.add(other, id, value)
    }
    if (pairs.count < maxPairs) return false
    next = probe + 1
    return true
  })
  return { ...pairs.pairs(), next }
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
