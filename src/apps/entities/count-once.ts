import type { Candidates } from '../../model/pair.js'
import { pairBinner } from './bin-pairs.js'
import { clusterByOdds } from './cluster-by-odds.js'
import { type KnownEvidence, strengthsOf } from './evidence.js'
import type { PairStages, PairTools } from './pair-stages.js'
import { surprises } from './surprise.js'

/** What is needed to find the duplicates within each of two tables. */
export interface CountInput {
  readonly tools: PairTools
  readonly stages: PairStages
  readonly random: Candidates
  /** The levels of agreement of the random pairs, per field. */
  readonly levels: readonly Uint8Array[]
  /** Pairs within either table. */
  readonly inside: Candidates
  readonly split: number
  readonly weights: readonly number[]
  readonly known: KnownEvidence
}

/**
 * Marks the records that are counted in frequencies with 1: one record per thing. A value that three records of one thing share is not
 * common just because of that, and no part of such a record predicts another. Each table is judged by its own frequencies, because its
 * records may have copies in the other.
 */
export function countOnePerThing(input: CountInput): Uint8Array {
  const { tools, stages, random, levels, inside, split, weights, known } = input
  const records = tools.columns[0]?.codes.length ?? 0
  const isCounted = new Uint8Array(records).fill(1)
  for (const isFirst of [true, false]) {
    const pairs = pairsOfTable(inside, split, isFirst)
    const size = isFirst ? split : records - split
    if (pairs.count === 0) continue
    const isHere = Uint8Array.from({ length: records }, (_, record) => Number(record < split === isFirst))
    const index = tools.indexOf(isHere)
    const { binned } = pairBinner((of) => surprises(tools.columns, index, of), random, levels)
    const prior = Math.log2(Math.min(0.5, (2 * known.matched) / (size - 1))) + known.shift
    const compared = binned(pairs, stages.compare(pairs, weights).levels)
    const clusters = clusterByOdds(records, pairs, strengthsOf(compared, known.bits, weights, prior))
    const seen = new Set<number>()
    clusters.forEach((cluster, record) => {
      if (seen.has(cluster)) isCounted[record] = 0
      seen.add(cluster)
    })
  }
  return isCounted
}

function pairsOfTable({ count, a, b }: Candidates, split: number, isFirst: boolean): Candidates {
  const isHere = (_: number, i: number) => i < count && a[i]! < split === isFirst
  const [ofA, ofB] = [a.filter(isHere), b.filter(isHere)]
  return { count: ofA.length, a: ofA, b: ofB }
}
