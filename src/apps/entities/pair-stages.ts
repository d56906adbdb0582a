import type { OnProgress } from '../../model/on-progress.js'
import type { Candidates } from '../../model/pair.js'
import type { ValueColumn } from './column.js'
import { type ComparedPairs, comparePairs } from './compare-pairs.js'
import { RecordComparer } from './compare-records.js'
import { FeatureIndex } from './feature-index.js'
import { NicknameTable } from './nicknames.js'
import { surprises } from './surprise.js'
import type { Tuning } from './tuning.js'
import { vocabulariesOf } from './vocabulary.js'

/** What the comparison of records depends on; a thread that has it can compare any pair. */
export interface PairInput {
  readonly columns: readonly ValueColumn[]
  /** Groups of names of one person. */
  readonly nicknames: readonly (readonly string[])[]
  readonly tuning: Tuning
}

/** The comparer of records and the index of what they share, made on first use. */
export class PairTools {
  readonly columns: readonly ValueColumn[]
  readonly comparer: RecordComparer
  readonly vocabularies: ReturnType<typeof vocabulariesOf>
  #index: FeatureIndex | undefined

  constructor({ columns, nicknames, tuning }: PairInput) {
    this.columns = columns
    this.vocabularies = vocabulariesOf(columns)
    this.comparer = new RecordComparer(columns, this.vocabularies, NicknameTable.of(nicknames), tuning)
  }

  /** The index that counts all records. */
  get index(): FeatureIndex {
    this.#index ??= this.indexOf()
    return this.#index
  }

  /** An index that counts the marked records, or all. */
  indexOf(isCounted?: Uint8Array): FeatureIndex {
    return new FeatureIndex(this.columns, this.vocabularies, isCounted)
  }
}

/** The stages that look at every pair. They take most of the time, and threads can share the work. */
export interface PairStages {
  compare(pairs: Candidates, weights: readonly number[], onProgress?: OnProgress): ComparedPairs
  /** How surprising what each pair shares is, in bits per field: see `surprises`. */
  surprises(pairs: Candidates): Float64Array[]
}

/** Runs the stages on this thread. */
export function stagesHere(tools: PairTools): PairStages {
  return {
    compare: (pairs, weights, onProgress) => comparePairs(tools.comparer, pairs, weights, onProgress),
    surprises: (pairs) => surprises(tools.columns, tools.index, pairs),
  }
}
