import { MemoryTooSmall } from '../../../model/errors.js'
import { programBytes } from '../memory-budget.js'

// Memory that a join takes, in bytes, for the worst case (every element is in a list, elements are hashes). A join of 13 million elements
// at 0.8 took 15 bytes per element.
const BYTES_ELEMENT = 26
const BYTES_SET = 112
const BYTES_SET_WORKER = 12
const BYTES_ELEMENT_WORKER = 2

/** A stored pair, including what sorting it takes. */
const BYTES_PAIR = 48

/** Used if there is no budget: as much as fits into the 4 GB that a kernel can address. */
const NO_BUDGET = 3 * 2 ** 30
const NO_BUDGET_PAIRS = 2 ** 25

/** How a budget is divided. */
export interface Budget {
  /** Bytes of all sets together, if they are joined in one piece. */
  readonly whole: number
  /** Bytes of a block, two of which are joined at a time. */
  readonly block: number
  /** The number of pairs held in memory before they are sorted and written. */
  readonly pairs: number
  /** The number of pairs that a task finds before it returns them. */
  readonly taskPairs: number
  /** Bytes that this many sets take if they have this many elements in total. */
  readonly bytesOf: (sets: number, elements: number) => number
}

/** Bytes of the smallest budget of a join: of the program with its first blocks, and per worker. Measured; one worker runs inline. */
const MIN_PROGRAM = 64 * 2 ** 20
const MIN_WORKER = 44 * 2 ** 20

/**
 * The number of workers of a join within a budget: as many as it has room for, unless a number was requested.
 *
 * @throws MemoryTooSmall
 */
export function joinWorkers(
  memory: number,
  { requested, usual }: { readonly requested: number | undefined; readonly usual: number },
): number {
  const needed = (workers: number) => MIN_PROGRAM + workers * MIN_WORKER
  const fitting = Math.max(1, Math.floor((memory - MIN_PROGRAM) / MIN_WORKER))
  const workers = requested ?? Math.min(usual, fitting)
  if (memory < needed(workers)) throw new MemoryTooSmall(memory, needed(workers))
  return workers
}

/** Divides a budget among the data of a join. The program and its workers count as much as they do for documents. */
export function shareOut(memory: number | undefined, workers: number): Budget {
  const bytesOf = (sets: number, elements: number) =>
    (BYTES_ELEMENT + BYTES_ELEMENT_WORKER * workers) * elements +
    (BYTES_SET + BYTES_SET_WORKER * workers) * sets
  if (memory === undefined) {
    const none = Number.POSITIVE_INFINITY
    return { whole: NO_BUDGET, block: NO_BUDGET / 2, pairs: NO_BUDGET_PAIRS, taskPairs: none, bytesOf }
  }
  const process = programBytes(workers)
  // A budget smaller than the process itself cannot be met; the data is still cut into small blocks.
  const usable = Math.max(memory / 4, memory - process)
  const whole = Math.min(NO_BUDGET, 0.75 * usable)
  const pairs = Math.max(1024, Math.floor((0.25 * usable) / BYTES_PAIR))
  return { whole, block: whole / 2, pairs, taskPairs: Math.ceil(pairs / (2 * workers)), bytesOf }
}
