import { TooLarge } from '../../model/errors.js'
import type { Plan } from '../../model/plan.js'
import { minMemory } from '../stages/memory-budget.js'

/** The share of the machine's memory that a page may use. */
const SHARE = 0.75
/** Bytes per document in addition to what a run on files needs: its hashes and its location. */
const DOCUMENT = 72
/** Bytes per key: it has eight, and sorting needs a second array. */
const KEY = 16
/** Bytes that an exact search keeps per byte of input: a four-byte hash for each word that is in a prefix. */
const PER_INPUT_BYTE = 0.5

/** The data to search. */
interface Work {
  readonly documents: number
  readonly inputBytes: number
  readonly plan: Plan
  readonly workers: number
}

/**
 * Rejects a search for which the browser would run out of memory, because it would end the page without an error. This is a rough estimate:
 * in the browser, nothing is written to files.
 *
 * @param gigabytes of the machine, if the browser reports them
 * @throws TooLarge
 */
export function checkMemory({ documents, inputBytes, plan, workers }: Work, gigabytes?: number): void {
  if (gigabytes === undefined) return
  const found = plan.method === 'bands' ? KEY * plan.bands * documents : PER_INPUT_BYTE * inputBytes
  const needed = minMemory(documents, workers) + DOCUMENT * documents + found
  const limit = SHARE * gigabytes * 2 ** 30
  if (needed <= limit) return
  const inMegabytes = (bytes: number) => Math.round(bytes / 1e6)
  throw new TooLarge(
    `megabytes of memory for about ${Math.round(documents).toLocaleString('en')} documents in this browser`,
    inMegabytes(needed),
    inMegabytes(limit),
    'use the command line, which writes to disk what does not fit into memory, or search fewer files',
  )
}
