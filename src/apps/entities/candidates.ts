import { Best } from '../../join/best.js'
import type { SetJoin } from '../../join/set-join.js'
import type { OnProgress } from '../../model/on-progress.js'
import { type Candidates, type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import type { ValueColumn } from './column.js'
import { identicalValues, identicalWords, type Shared, sharedBy, similarValues } from './shared-values.js'
import type { Tuning } from './tuning.js'
import type { Vocabulary } from './vocabulary.js'

/** The pairs of records that are compared, and what was left out. */
export interface RecordCandidates extends Candidates {
  /** The number of values skipped because too many records share them. */
  readonly valuesSkipped: number
}

export interface CandidateRequest {
  /** The position of the first record of the second table; undefined for one table. */
  readonly split: number | undefined
  /** Find pairs within either of two tables instead of between them. Default false. */
  readonly inside?: boolean
  /** The maximum number of partners chosen for a record; it can also be chosen as a partner of others. */
  readonly partners: number
  /** Further pairs of similar values of the only column. */
  readonly similar?: PairBatch | undefined
  /** The engine that finds similar values. */
  readonly join: SetJoin
  readonly tuning: Tuning
  readonly onProgress: OnProgress
}

/** The number of steps that may be spent on shared values: per record, and the minimum for all records together. */
const STEPS_PER_RECORD = 2000
const MIN_STEPS = 20_000_000

/**
 * Pairs each record with those that have most in common with it: identical values, identical words and similar values, each weighted by its
 * rarity. Values are used in order of rarity, the rarest first, until the planned amount of work is reached; those left out are shared by
 * very many records, such as a state or a year.
 */
export function findRecordCandidates(
  columns: readonly ValueColumn[],
  vocabularies: readonly (Vocabulary | undefined)[],
  { split, inside = false, partners, similar, join, tuning, onProgress }: CandidateRequest,
): RecordCandidates {
  const records = columns[0]?.codes.length ?? 0
  onProgress('looking for shared values', 0, 1)
  const all = [
    ...columns.flatMap(identicalValues),
    ...columns.flatMap((column, i) =>
      vocabularies[i] === undefined ? [] : identicalWords(column, vocabularies[i]),
    ),
    ...columns.flatMap((column) => similarValues(column, join, tuning.similar, split)),
    ...(similar === undefined ? [] : columns.flatMap((column) => sharedBy(column, similar))),
  ].sort((one, other) => one.members.length - other.members.length)
  const followed = withinSteps(all, Math.max(MIN_STEPS, STEPS_PER_RECORD * records))
  const sharedOf = indexesOf(followed, records)
  const sums = new Float64Array(records)
  const pairs = new Set<number>()
  for (let record = 0; record < records; record++) {
    onProgress('choosing candidates', record, records)
    const touched: number[] = []
    for (const position of sharedOf(record)) {
      const { members, bits } = followed[position]!
      for (const other of members) {
        if (other === record || (split !== undefined && (record < split === other < split) !== inside))
          continue
        if (sums[other] === 0) touched.push(other)
        sums[other]! += bits
      }
    }
    for (const other of largest(touched, sums, partners)) {
      pairs.add(record < other ? record * records + other : other * records + record)
    }
    for (const other of touched) sums[other] = 0
  }
  const found = new PairBuilder()
  for (const key of pairs) found.add(Math.floor(key / records), key % records)
  const { count, a, b } = sortPairs(found.pairs())
  return { count, a, b, valuesSkipped: all.length - followed.length }
}

/** The first values that fit into the number of steps; a value costs the square of its number of members. */
function withinSteps(all: readonly Shared[], max: number): Shared[] {
  let steps = 0
  const end = all.findIndex(({ members }) => {
    steps += members.length ** 2
    return steps > max
  })
  return end === -1 ? [...all] : all.slice(0, end)
}

/** For each record, the indexes of what it shares. */
function indexesOf(shared: readonly Shared[], records: number): (record: number) => Uint32Array {
  const offsets = new Uint32Array(records + 1)
  for (const { members } of shared) for (const record of members) offsets[record + 1]!++
  for (let record = 0; record < records; record++) offsets[record + 1]! += offsets[record]!
  const next = offsets.slice()
  const positions = new Uint32Array(offsets[records]!)
  shared.forEach(({ members }, position) => {
    for (const record of members) positions[next[record]!++] = position
  })
  return (record) => positions.subarray(offsets[record]!, offsets[record + 1]!)
}

/** The records with the largest sums, at most `max`; ties go to the earlier ones. */
function largest(records: readonly number[], sums: Float64Array, max: number): Iterable<number> {
  if (records.length <= max) return records
  const best = new Best(max)
  for (const record of records) best.offer(record, sums[record]!)
  return best.list().numbers
}
