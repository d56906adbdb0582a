import type { KernelOptions } from '../../../kernel/kernel.js'
import type { BadRecord } from '../../../model/errors.js'
import type { OnError } from '../../../read/bad-records.js'
import type { Source } from '../../../read/source.js'
import type { Sampling } from '../../../sketch/sampled-elements.js'
import type { BlockStore } from '../block-maker.js'
import type { Block } from '../blocks/block.js'
import { readMetadata, withBlock } from '../blocks/segments.js'
import type { MemoryShares } from '../memory-budget.js'
import { nameLines } from '../read/bad-records.js'
import { RecordLocations } from '../read/record-locations.js'
import { firstsOf, type UnitMetadata } from '../read/sketched.js'
import type { CutUnit } from '../read/units.js'
import type { TaskWorkers } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { MAX_PARTITIONS, POSTING_WORDS } from './contents-block.js'
import { SortedContents } from './sorted-contents.js'

/** What is read for an index, and with what. */
export interface ContentsRequest {
  readonly source: Source
  readonly units: readonly CutUnit[]
  /** Estimates the bytes that are stored of a unit. */
  readonly bytesOf: (unit: CutUnit) => number
  /** Returns sets and the keys of bands. */
  readonly kernel: KernelOptions
  readonly sampling: Sampling | undefined
  readonly keepTexts: boolean
  readonly maxIdBytes: number
  readonly onError: OnError
  readonly workers: TaskWorkers
  readonly thread: Thread
  readonly memory: Pick<MemoryShares, 'task' | 'maxLineBytes'>
  readonly blocks: BlockStore
  /** Called with the number of records read so far. */
  readonly onRecords: (records: number) => void
}

/** The documents of a source, as they are written to an index. */
export interface ReadContents {
  readonly contents: SortedContents
  /** Bad records, if they are skipped. */
  readonly skipped: readonly BadRecord[]
}

/** Bytes of a partition, unless there would be too many of them. */
const PARTITION_BYTES = 2 ** 25
/** Bytes of the sets and samples of documents as a multiple of those of their lines, for shingles of words and of characters. */
const SET_BYTES = { words: 2, chars: 6 }
/** Bytes of a document in addition, without postings: its location, its id, and how it is sorted. */
const DOCUMENT_BYTES = 128
/** What sorting a partition takes, as a multiple of its bytes. */
const SORTING = 3

/** Estimates the bytes that are stored of a unit. */
export function contentBytes(
  { shingle, bands }: KernelOptions,
  keepTexts: boolean,
): (unit: CutUnit) => number {
  const perByte = SET_BYTES[shingle?.kind === 'chars' ? 'chars' : 'words'] + (keepTexts ? 1 : 0)
  const perLine = DOCUMENT_BYTES + 4 * POSTING_WORDS * bands!.bands
  return ({ from, to, expectedLines }) => perByte * (to - from) + perLine * expectedLines
}

/** The number of partitions; undefined if even the most would be too large for the memory. */
export function partitionsFor(
  units: readonly CutUnit[],
  bytesOf: (unit: CutUnit) => number,
  { task }: Pick<MemoryShares, 'task'>,
): number | undefined {
  const bytes = units.reduce((sum, unit) => sum + bytesOf(unit), 0)
  const limit = Math.min(PARTITION_BYTES, task / SORTING)
  const partitions = Math.min(MAX_PARTITIONS, Math.max(1, Math.ceil(bytes / limit)))
  return (SORTING * bytes) / partitions > task ? undefined : partitions
}

/** Reads a source for an index, in all threads. */
export async function readContents(
  partitions: number,
  { source, units, bytesOf, kernel, workers, thread, memory, blocks, onRecords, ...request }: ContentsRequest,
): Promise<ReadContents> {
  const { sampling, keepTexts, maxIdBytes, onError } = request
  const tasks = units.map((unit, number) => ({
    kind: 'contents' as const,
    unit,
    kernel,
    sampling,
    keepTexts,
    maxIdBytes,
    onError,
    maxLineBytes: memory.maxLineBytes,
    partitions,
    location: blocks.locate(`contents-${number}`, bytesOf(unit)),
  }))
  const made: Block[] = []
  const metadata: UnitMetadata[] = []
  let records = 0
  await workers.run(tasks, ([block], number) => {
    made[number] = block!
    metadata[number] = withBlock(thread.store, block!, (reader) => readMetadata<UnitMetadata>(reader))
    records += metadata[number].count
    onRecords(records)
  })
  const firsts = firstsOf(metadata)
  const problems = metadata.flatMap(({ bad }, unit) =>
    bad.map(({ record, problem }) => ({ position: firsts[unit]! + record, problem })),
  )
  const isStopped = problems.length > 0 && onError === 'stop'
  const locations = new RecordLocations(thread.store, units, { blocks: made, firsts })
  const skipped = nameLines(thread.inputs, source, locations, isStopped ? problems.slice(0, 1) : problems)
  if (isStopped) throw skipped[0]!
  const hasIds = source.idField !== undefined
  return {
    contents: new SortedContents(thread.store, { blocks: made, firsts, partitions, hasIds, keepTexts }),
    skipped,
  }
}
