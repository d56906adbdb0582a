import { programBytes } from '../memory-budget.js'

// What a join takes of memory, in bytes, counted for the worst case (every element in a list, elements that are hashes). A
// join at 0.8 of 13 million elements took 15 bytes an element.
const BYTES_ELEMENT = 26
const BYTES_SET = 112
const BYTES_SET_WORKER = 12
const BYTES_ELEMENT_WORKER = 2

/** A pair as it is kept, and what sorting it takes. */
const BYTES_PAIR = 48

/** Without a budget: what the four gigabytes that a kernel can see allow. */
const NO_BUDGET = 3 * 2 ** 30
const NO_BUDGET_PAIRS = 2 ** 25

/** How a budget is shared out. */
export interface Budget {
  /** Of all sets together that are joined without a cut. */
  readonly whole: number
  /** Of a block, two of which are joined at a time. */
  readonly block: number
  /** Pairs in memory before they are sorted and written. */
  readonly pairs: number
  /** Pairs that a task finds before it hands them over. */
  readonly taskPairs: number
  /** What so many sets take that have so many elements together. */
  readonly bytesOf: (sets: number, elements: number) => number
}

/** Shares a budget out among the data of a join; what the program and its workers take is counted as for documents. */
export function shareOut(memory: number | undefined, workers: number): Budget {
  const bytesOf = (sets: number, elements: number) =>
    (BYTES_ELEMENT + BYTES_ELEMENT_WORKER * workers) * elements +
    (BYTES_SET + BYTES_SET_WORKER * workers) * sets
  if (memory === undefined) {
    const none = Number.POSITIVE_INFINITY
    return { whole: NO_BUDGET, block: NO_BUDGET / 2, pairs: NO_BUDGET_PAIRS, taskPairs: none, bytesOf }
  }
  const process = programBytes(workers)
  // A budget below what the process takes by itself cannot be kept; the data are cut small all the same.
  const usable = Math.max(memory / 4, memory - process)
  const whole = Math.min(NO_BUDGET, 0.75 * usable)
  const pairs = Math.max(1024, Math.floor((0.25 * usable) / BYTES_PAIR))
  return { whole, block: whole / 2, pairs, taskPairs: Math.ceil(pairs / (2 * workers)), bytesOf }
}
