// How the memory of a run is shared out. What a run needs besides its blocks and tasks was measured (docs/decisions/memory.md).

import { MemoryTooSmall } from '../../model/errors.js'
import { MAX_RECORD_BYTES } from '../../read/record-limit.js'

const MB = 2 ** 20
/** Of the program itself, before any document. */
const PROGRAM = 80 * MB
/** Of each worker: its heap, its kernel, the chunk that it reads. */
const WORKER = 44 * MB
/** Of each document, whatever is found: its group, its place among the tied, its cluster. */
const DOCUMENT = 40
/** The least with which a task gets anywhere. */
const MIN_TASK = 12 * MB
/** A line takes so many times its bytes in the kernel. */
const LINE_FACTOR = 24

/** How much memory that is no longer used a thread may hold before it is freed, which takes some milliseconds each time. */
export interface GarbageLimit {
  /** Bytes where the process is near its budget. */
  readonly bytes: number
  /** It is near its budget from so many bytes on; below, a thread may hold several times as much. */
  readonly nearBudget: number
}

/** No limit: V8 decides. */
export const ANY_GARBAGE: GarbageLimit = {
  bytes: Number.POSITIVE_INFINITY,
  nearBudget: Number.POSITIVE_INFINITY,
}
/** The share of the budget from which on it is near. */
const NEAR_BUDGET = 0.9

/** What a thread may leave uncollected, where a task has so many bytes. */
export function garbageLimit(memory: number | undefined, task: number): GarbageLimit {
  return memory === undefined ? ANY_GARBAGE : { bytes: task / 6, nearBudget: NEAR_BUDGET * memory }
}

/** What a run may take. */
export interface MemoryShares {
  readonly workers: number
  /** Bytes of blocks that stay in memory. */
  readonly blocks: number
  /** Bytes for each task at work. */
  readonly task: number
  /** What may be left uncollected in each thread. */
  readonly garbage: GarbageLimit
  /** The longest line that a task has room for. */
  readonly maxLineBytes: number
}

/** What the program and its workers take, whatever they work on. */
export function programBytes(workers: number): number {
  return PROGRAM + workers * WORKER
}

/** The least budget with which so many documents can be worked on. */
export function minMemory(documents: number, workers: number): number {
  return programBytes(workers) + workers * MIN_TASK + DOCUMENT * documents
}

/**
 * Shares a budget out.
 *
 * @param memory bytes, or undefined where there is no limit
 * @param workers so many if requested by the caller; otherwise at most so many
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
  const least = minMemory(documents, count)
  if (memory < least) throw new MemoryTooSmall(memory, least, documents)
  const free = memory - programBytes(count) - DOCUMENT * documents
  const task = (0.6 * free) / count
  return {
    workers: count,
    blocks: 0.2 * free,
    task,
    garbage: garbageLimit(memory, task),
    maxLineBytes: Math.min(MAX_RECORD_BYTES, Math.max(MB, Math.floor(task / LINE_FACTOR))),
  }
}

/** Tasks of a stage for each worker, so that none waits long for the last. */
const TASKS_PER_WORKER = 3
/** Documents of a share: fewer are not worth a task. */
const MIN_OF_SHARE = 2 ** 16

/**
 * Into how many shares the keys of a band are divided: so many that a task has room for one and, where keys are in memory, that all
 * workers have something to do. Each share is picked out of all keys, so no more than that.
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

/** Into how many shares hashes are divided when equal ones are looked for: at least one for each worker. */
export function equalShares(documents: number, { task, workers }: MemoryShares): number {
  return Math.max(workers, Math.ceil((56 * documents) / task))
}

/** The words that a group of sets may have: few enough for memory, and several groups for each worker. */
export function groupCapacity({ task, workers }: MemoryShares): (total: number) => number {
  return (total) => {
    const even = Math.min(2 ** 27, Math.max(2 ** 21, Math.ceil(total / (4 * workers))))
    return Math.min(even, Math.floor(task / 4 / 3))
  }
}

/** Into how many tasks candidates are divided at most when they are sorted by tile. */
export function tileTasks({ workers }: MemoryShares): number {
  return workers === 1 ? 1 : TASKS_PER_WORKER * workers
}

/** Bytes that an exact join takes for a word of the two chunks that it joins. */
const JOIN_BYTES = 40

/** The words that a chunk of sets may have, two of which are joined at a time: few enough for memory, and work for all workers. */
export function chunkCapacity(total: number, { task, workers }: MemoryShares): number {
  const even = Math.min(2 ** 26, Math.max(2 ** 20, Math.ceil(total / (2 * workers))))
  return Math.min(even, Math.floor(task / 2 / JOIN_BYTES))
}

/** Candidates that a task holds before it stores them; sorting them takes as much three times over. */
export function maxHeld({ task }: MemoryShares): number {
  return Math.min(2 ** 21, Math.max(2 ** 14, Math.floor(task / 64)))
}

/** Into how many shares a portion of the prefixes is divided, of which so many elements are expected. */
export function prefixShares(elements: number, { task }: MemoryShares): number {
  return Math.max(1, Math.ceil((48 * elements) / task))
}
