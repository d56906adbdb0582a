import type { CohesionOver } from '../model/cluster.js'
import { InvalidValue } from '../model/errors.js'
import type { PairBatch } from '../model/pair.js'
import { checkVerified } from './check-pairs.js'

/** The cohesion of a cluster. */
export interface Cohesion {
  /** The minimum similarity, in [0, 1]. */
  readonly min: number
  /** The mean similarity, in [min, 1]. */
  readonly mean: number
  readonly over: CohesionOver
}

/**
 * The cohesion of a cluster over its verified pairs. Pairs that were never compared, or are below the threshold, are ignored: over these
 * pairs, a long chain looks as good as a clique.
 *
 * @param members positions of at least two documents, in any order
 * @param pairs verified pairs, which may include others; each is visited once
 * @example cohesionOfPairs([0, 1, 2], pairs) // (0, 1) at 0.9, (1, 2) at 0.8: minimum 0.8, mean 0.85
 */
export function cohesionOfPairs(members: readonly number[], pairs: PairBatch): Cohesion {
  checkVerified(pairs)
  const inside = new Set(members)
  let [min, sum, found] = [Number.POSITIVE_INFINITY, 0, 0]
  for (let i = 0; i < pairs.count; i++) {
    if (!inside.has(pairs.a[i]!) || !inside.has(pairs.b[i]!)) continue
    const similarity = pairs.similarity[i]!
    min = Math.min(min, similarity)
    sum += similarity
    found++
  }
  if (found === 0)
    throw new InvalidValue('a cluster', members, undefined, 'members connected by at least one verified pair')
  return { min, mean: meanOf(sum, found, min), over: 'verified-pairs' }
}

/**
 * The cohesion of a cluster over every pair of its members: n (n - 1) / 2 calls of `similarity`.
 *
 * @param members positions of at least two documents, copies counted
 * @param similarity the true similarity of two positions, in [0, 1]
 * @param copies how many identical documents each position represents; default 1
 */
export function cohesionOfMembers(
  members: ArrayLike<number>,
  similarity: (a: number, b: number) => number,
  copies?: Uint32Array,
): Cohesion {
  let [min, sum, pairs] = [Number.POSITIVE_INFINITY, 0, 0]
  for (let i = 0; i < members.length; i++) {
    const one = members[i]!
    const times = copies === undefined ? 1 : copies[one]!
    if (times > 1) {
      const own = (times * (times - 1)) / 2
      min = Math.min(min, 1)
      sum += own
      pairs += own
    }
    for (let j = i + 1; j < members.length; j++) {
      const other = members[j]!
      const value = similarity(one, other)
      if (Number.isNaN(value)) throw new InvalidValue('a similarity', value, one, 'a number from 0 to 1')
      const both = copies === undefined ? times : times * copies[other]!
      min = Math.min(min, value)
      sum += value * both
      pairs += both
    }
  }
  if (pairs === 0) throw new InvalidValue('a cluster', members, undefined, 'at least two members')
  return { min, mean: meanOf(sum, pairs, min), over: 'every-pair' }
}

/** The mean, prevented from falling below the minimum by rounding: ten times 0.1 add up to less than 1. */
export function meanOf(sum: number, count: number, min: number): number {
  return Math.max(min, sum / count)
}
