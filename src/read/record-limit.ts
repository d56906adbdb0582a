// The maximum size of one record. A reader holds one record at a time, so a line without an end, a quote that is never closed and a small
// compressed file that expands to terabytes all stop here, before memory runs out.

import { BadRecord, TooLarge } from '../model/errors.js'
import { bytes } from '../model/quantities.js'

/** The largest record in bytes, unless a memory budget sets a lower limit; the kernel needs about 24 times as much to read one. */
export const MAX_RECORD_BYTES = 2 ** 27

/** The share of a memory budget that a record may take; a megabyte is always allowed. */
const SHARE = 1 / 64
const MIN_RECORD_BYTES = 2 ** 20

/** The largest record that readers accept within a memory budget, in bytes. */
export function maxRecordBytes(memory: number | undefined): number {
  if (memory === undefined) return MAX_RECORD_BYTES
  return Math.min(MAX_RECORD_BYTES, Math.max(MIN_RECORD_BYTES, Math.floor(SHARE * memory)))
}

/** The share of the memory that a Parquet page may take: it is held compressed and uncompressed, with the values made from it. */
const PAGE_SHARE = 0.25

/** The largest Parquet page that readers unpack within a memory budget, in bytes; undefined without a budget. */
export function maxPageBytes(memory: number | undefined): number | undefined {
  return memory === undefined ? undefined : PAGE_SHARE * memory
}

/** The largest uncompressed copy on disk of a Parquet file, in bytes, unless a memory budget sets another limit; and its ratio to a budget. */
const MAX_COPY_BYTES = 2 ** 36
const COPY_RATIO = 16

/**
 * The largest uncompressed copy on disk of a compressed Parquet file, in bytes. Parquet is read from its end, so all of it is unpacked
 * first, and a small file might unpack to more than the disk can hold.
 */
export function maxCopyBytes(memory: number | undefined): number {
  return memory === undefined ? MAX_COPY_BYTES : COPY_RATIO * memory
}

/**
 * What a budget must leave for a search, and the bytes of memory per byte of a list of phrases or words: the plan, every worker and the
 * kernel keep it.
 */
const SEARCH_BYTES = 100e6
const KEPT_COPIES = 48
const MIN_SMALL_FILE_BYTES = 2 ** 16

/** The largest file besides the input that is read as a whole, such as a list of phrases, in bytes. */
export function maxSmallFileBytes(memory: number | undefined): number {
  if (memory === undefined) return MAX_RECORD_BYTES
  const limit = Math.floor((memory - SEARCH_BYTES) / KEPT_COPIES)
  return Math.min(MAX_RECORD_BYTES, Math.max(MIN_SMALL_FILE_BYTES, limit))
}

/** Describes the problem with a record that exceeds the limit. */
export function longRecordProblem(limit: number): string {
  return `the record has more than ${bytes(limit)}`
}

/** Receives the 1-based line of a record as soon as it exceeds the limit: throws, or returns to skip the record. */
export type RefuseLong = (line: number) => void

/** Rejects a record that exceeds the limit when the file is not known; `reportLongRecord` adds it. */
export function stopAtLong(limit: number): RefuseLong {
  return () => {
    throw new TooLarge('bytes of one record', limit + 1, limit, 'split the record')
  }
}

/** The error for a record beyond the limit. */
export function recordTooLong(
  file: string,
  line: number,
  limit: number,
  check = 'split or remove the record',
): BadRecord {
  const raise = limit < MAX_RECORD_BYTES ? ', or use more `memory` or fewer `workers`' : ''
  return new BadRecord(file, line, longRecordProblem(limit), `${check}${raise}`)
}

/** The error for too many blank lines: a small compressed file may contain nothing else. */
export function tooManyBlankLines(file: string, line: number, limit: number): BadRecord {
  return new BadRecord(
    file,
    line,
    `more than ${bytes(limit)} of blank lines before it`,
    'remove the blank lines',
  )
}

/** Runs a part of a reader, and reports a record that its window cannot hold with file and line. */
export function reportLongRecord<Result>(
  file: string,
  lineOf: () => number,
  read: () => Result,
  check?: string,
): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof TooLarge ? recordTooLong(file, lineOf(), error.limit, check) : error
  }
}
