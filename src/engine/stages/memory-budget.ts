// How the memory of a run is divided. The constants for everything other than blocks and tasks were measured (docs/decisions/memory.md).

import { MemoryTooSmall } from '../../model/errors.js'
import { MAX_RECORD_BYTES } from '../../read/record-limit.js'

const MB = 2 ** 20
/** Bytes of the program itself, before any document is read. */
const PROGRAM = 80 * MB
/** Bytes per worker: its heap, its kernel, and the chunk that it reads. */
const WORKER = 44 * MB
/** Bytes per document, whatever is found: its group, its entry in the union-find, its cluster. */
const DOCUMENT = 40
/** The minimum for a task to make progress. */
const MIN_TASK = 12 * MB
/** Free bytes per thread and byte of a line: the kernel needs 24 of them, the rest is for blocks and garbage. */
const LINE_FACTOR = 40
/** The share of the free memory that is for tasks. The rest is for blocks and for memory that is not collected yet. */
const TASKS = 0.5

/** How much unused memory a thread may hold before it is collected, which takes a few milliseconds each time. */
export interface GarbageLimit {
  /** The limit in bytes when the process is close to its budget. */
  readonly bytes: number
  /** The process is close to its budget from this many bytes on; below that, a thread may hold several times the limit. */
  readonly nearBudget: number
}

/** No limit: V8 decides. */
export const ANY_GARBAGE: GarbageLimit = {
  bytes: Number.POSITIVE_INFINITY,
  nearBudget: Number.POSITIVE_INFINITY,
}
/** The fraction of the budget that counts as close to it. */
const NEAR_BUDGET = 0.9

/** How much garbage a thread may leave uncollected if its tasks have this many bytes each. */
export function garbageLimit(memory: number | undefined, task: number): GarbageLimit {
  return memory === undefined ? ANY_GARBAGE : { bytes: task / 6, nearBudget: NEAR_BUDGET * memory }
}

/** How the memory of a run is divided. */
export interface MemoryShares {
  readonly workers: number
  /** Bytes for blocks that stay in memory. */
  readonly blocks: number
  /** Bytes for each running task. */
  readonly task: number
  /** How much garbage each thread may leave uncollected. */
  readonly garbage: GarbageLimit
  /** The longest line that fits into the memory of a task. */
  readonly maxLineBytes: number
}

/** Bytes that the program and its workers take, whatever the data. */
export function programBytes(workers: number): number {
  return PROGRAM + workers * WORKER
}

/** The smallest budget with which this many documents can be processed. */
export function minMemory(documents: number, workers: number): number {
  return programBytes(workers) + workers * MIN_TASK + DOCUMENT * documents
}

/**
 * Divides a budget.
 *
 * @param memory bytes; undefined means no limit
 * @param workers the exact number if the caller requested one, otherwise the maximum
 * @throws MemoryTooSmall
 */
export function shareMemory(
  memory: number | undefined,
  documents: number,
  workers: { readonly requested: number | undefined; readonly usual: number },
): MemoryShares {
  if (memory === undefined) {
    const all = Number.POSITIVE_INFINITY
    return {
      workers: workers.requested ?? workers.usual,
      blocks: all,
      task: all,
      garbage: ANY_GARBAGE,
      maxLineBytes: MAX_RECORD_BYTES,
    }
  }
  let count = workers.requested ?? workers.usual
  if (workers.requested === undefined) while (count > 1 && minMemory(documents, count) > memory) count--
  const required = minMemory(documents, count)
  if (memory < required) throw new MemoryTooSmall(memory, required, documents)
  const free = memory - programBytes(count) - DOCUMENT * documents
  const task = (TASKS * free) / count
  return {
    workers: count,
    blocks: 0.2 * free,
    task,
    garbage: garbageLimit(memory, task),
    maxLineBytes: Math.min(MAX_RECORD_BYTES, Math.max(MB, Math.floor(free / count / LINE_FACTOR))),
  }
}

/** Tasks per worker and stage, so that no worker waits long for the last one. */
const TASKS_PER_WORKER = 3
/** The minimum number of documents of a share: fewer are not worth a task. */
const MIN_OF_SHARE = 2 ** 16

/**
 * The number of shares that the keys of a band are divided into. It is chosen so that one share fits into the memory of a task and, if the
 * keys are in memory, so that all workers have something to do. It is no larger than that, because each share is picked out of all keys.
 */
export function bandShares(
  documents: number,
  bands: number,
  { task, workers, blocks }: MemoryShares,
): number {
  const needed = Math.max(1, Math.ceil((32 * documents) / task))
  if (workers === 1 || blocks !== Number.POSITIVE_INFINITY) return needed
  const worthwhile = Math.floor(documents / MIN_OF_SHARE)
  return Math.max(needed, Math.min(worthwhile, Math.ceil((TASKS_PER_WORKER * workers) / bands)))
}

/** The number of shares that hashes are divided into when equal ones are searched for: at least one per worker. */
export function equalShares(documents: number, { task, workers }: MemoryShares): number {
  return Math.max(workers, Math.ceil((56 * documents) / task))
}

/** The maximum number of words of a group of sets: few enough to fit into memory, and to make several groups per worker. */
export function groupCapacity({ task, workers }: MemoryShares): (total: number) => number {
  return (total) => {
    const even = Math.min(2 ** 27, Math.max(2 ** 21, Math.ceil(total / (4 * workers))))
    return Math.min(even, Math.floor(task / 4 / 3))
  }
}

/** The maximum number of tasks that sort candidates by tile. */
export function tileTasks({ workers }: MemoryShares): number {
  return workers === 1 ? 1 : TASKS_PER_WORKER * workers
}

/** Bytes that an exact join takes per word of the two chunks that it joins. */
const JOIN_BYTES = 40

/**
 * The maximum number of words of a chunk of sets, two of which are joined at a time: few enough to fit into memory and to keep all workers
 * busy.
 */
export function chunkCapacity(total: number, { task, workers }: MemoryShares): number {
  const even = Math.min(2 ** 26, Math.max(2 ** 20, Math.ceil(total / (2 * workers))))
  return Math.min(even, Math.floor(task / 2 / JOIN_BYTES))
}

/** The number of candidates that a task holds before it stores them. Sorting them takes three times their memory. */
export function maxHeld({ task }: MemoryShares): number {
  return Math.min(2 ** 21, Math.max(2 ** 14, Math.floor(task / 64)))
}

/** The number of shares that a portion of the prefixes is divided into, given the expected number of elements. */
export function prefixShares(elements: number, { task }: MemoryShares): number {
  return Math.max(1, Math.ceil((48 * elements) / task))
}
