import { TooLarge } from '../../model/errors.js'
import type { Plan } from '../../model/plan.js'
import { minMemory } from '../stages/memory-budget.js'

/** The share of the machine's memory that a page may take. */
const SHARE = 0.75
/** Bytes of each document besides those with which a run on files gets along: its hashes, and where it is. */
const DOCUMENT = 72
/** Bytes of a key: it has eight, and is sorted in a second array. */
const KEY = 16
/** Bytes that an exact search keeps of each byte of input: a hash of four for each word, as far as it is in prefixes. */
const PER_INPUT_BYTE = 0.5

/** What is to be searched. */
interface Work {
  readonly documents: number
  readonly inputBytes: number
  readonly plan: Plan
  readonly workers: number
}

/**
 * Refuses a search that the browser would end for want of memory, which it does without a word. It is a rough estimate: nothing goes to
 * files here.
 *
 * @param gigabytes of the machine, where the browser says so
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
