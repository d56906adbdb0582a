/// <reference types="node" />
import { availableParallelism, freemem } from 'node:os'
import type { MatchOptions } from '../../apps/entities/match-options.js'
import { matchTuned, type RecordMatches } from '../../apps/entities/match-tuned.js'
import type { RecordFields } from '../../apps/entities/record.js'
import { TUNING } from '../../apps/entities/tuning.js'
import { PairThreads } from './pair-threads.js'

/** The number of records per thread, unless the user sets the number of threads. */
const RECORDS_PER_THREAD = 200
/** Bytes that a thread takes besides the values of the records, and bytes per record. */
const THREAD_BYTES = 50e6
const THREAD_BYTES_PER_RECORD = 3000

export interface MatchThreads {
  /** The number of threads; fewer if the memory budget does not suffice. Default: one per core, less for few records or little memory. */
  readonly workers?: number | undefined
  /** The memory budget of the process, in bytes. */
  readonly memory?: number | undefined
}

/** Like `matchRecords`, on several threads; this one blocks until they are done. The result does not depend on their number. */
export async function matchTables(
  a: readonly RecordFields[],
  b: readonly RecordFields[] | undefined,
  options: MatchOptions,
  requested: MatchThreads,
): Promise<RecordMatches> {
  const count = threadCount(a.length + (b?.length ?? 0), requested)
  let threads: PairThreads | undefined
  try {
    return matchTuned(a, b, options, TUNING, (tools, input) => {
      threads = new PairThreads(tools, input, count, requested.memory !== undefined)
      return threads
    })
  } finally {
    await threads?.close()
  }
}

/**
 * The number of threads, this one included. A quarter of the memory that is left is for further threads; the rest is for the pairs. Only a
 * memory budget limits the number that the user sets: how much memory the machine has free is a guess.
 */
export function threadCount(
  records: number,
  { workers, memory }: MatchThreads,
  used = process.memoryUsage.rss(),
): number {
  const wanted = workers ?? Math.min(availableParallelism(), Math.ceil(records / RECORDS_PER_THREAD))
  const left = memory === undefined ? freemem() : memory - used
  const affordable = 1 + Math.floor(left / 4 / (THREAD_BYTES + THREAD_BYTES_PER_RECORD * records))
  const isLimited = workers === undefined || memory !== undefined
  return Math.max(1, Math.min(wanted, records, isLimited ? affordable : wanted))
}
