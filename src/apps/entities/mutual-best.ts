import { type Candidates, type PairBatch, PairBuilder } from '../../model/pair.js'
import { words } from '../../text/tokens.js'
import type { ValueColumn } from './column.js'

/** Characters per run. */
const RUN = 3
/** The minimum cosine of a reported pair: two records have at least as much in common as apart. */
export const MIN_COSINE = 0.5
/** Cosines this close differ only by rounding. */
export const EQUAL = 1e-9

/** A record as a weighted set of length 1: its features in ascending order, and the weight of each. */
export interface WeightedSet {
  readonly features: Uint32Array
  readonly weights: Float64Array
}

/**
 * Records as weighted sets: the words of all their fields and the three-character runs of each word, weighted by how often they occur and how
 * few records have them (tf-idf).
 */
export function weightedSets(columns: readonly ValueColumn[]): WeightedSet[] {
  const records = columns[0]?.codes.length ?? 0
  const numbers = new Map<string, number>()
  const frequencies: number[] = []
  const counted = Array.from({ length: records }, (_, record) => {
    const counts = new Map<number, number>()
    for (const feature of featuresOf(textOf(columns, record))) {
      const number = numbers.get(feature) ?? numbers.size
      if (number === numbers.size) numbers.set(feature, number)
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    for (const number of counts.keys()) frequencies[number] = (frequencies[number] ?? 0) + 1
    return counts
  })
  return counted.map((counts) => {
    const features = Uint32Array.from(counts.keys()).sort()
    const weights = Float64Array.from(
      features,
      (feature) => counts.get(feature)! * Math.log(records / frequencies[feature]!),
    )
    const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0))
    return { features, weights: length === 0 ? weights : weights.map((weight) => weight / length) }
  })
}

/**
 * The candidates that are best for both of their records, by the cosine of the records as weighted sets, if it reaches a
 * minimum. A record with several equally good partners gets none.
 */
export function mutualBest(
  sets: readonly WeightedSet[],
  { count, a, b }: Candidates,
  minCosine: number,
): PairBatch {
  const cosines = Float64Array.from({ length: count }, (_, i) => cosineOf(sets[a[i]!]!, sets[b[i]!]!))
  const best = new Float64Array(sets.length).fill(-1)
  const ties = new Uint32Array(sets.length)
  const offer = (record: number, cosine: number) => {
    if (cosine > best[record]! + EQUAL) [best[record], ties[record]] = [cosine, 1]
    else if (cosine >= best[record]! - EQUAL) ties[record]!++
  }
  for (let i = 0; i < count; i++) {
    offer(a[i]!, cosines[i]!)
    offer(b[i]!, cosines[i]!)
  }
  const pairs = new PairBuilder()
  for (let i = 0; i < count; i++) {
    const isBest = [a[i]!, b[i]!].every(
      (record) => ties[record] === 1 && cosines[i]! >= best[record]! - EQUAL,
    )
    if (isBest && cosines[i]! >= minCosine) pairs.add(a[i]!, b[i]!, Math.min(1, cosines[i]!))
  }
  return pairs.pairs()
}

export function cosineOf(one: WeightedSet, other: WeightedSet): number {
  let [i, j, sum] = [0, 0, 0]
  while (i < one.features.length && j < other.features.length) {
    const [x, y] = [one.features[i]!, other.features[j]!]
    if (x === y) sum += one.weights[i++]! * other.weights[j++]!
    else if (x < y) i++
    else j++
  }
  return sum
}

function textOf(columns: readonly ValueColumn[], record: number): string {
  return columns.map(({ codes, values }) => values[codes[record]!] ?? '').join(' ')
}

/** Runs do not cross from word to word: the order of words is the habit of a table, not a property of the thing. */
function featuresOf(text: string): string[] {
  const list = words(text)
  return [...list.map((word) => `word ${word}`), ...list.flatMap((word) => runsOf(` ${word} `))]
}

function runsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - RUN + 1) }, (_, i) => text.slice(i, i + RUN))
}
