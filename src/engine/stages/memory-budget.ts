// How the memory of a run is divided. The constants for everything other than blocks and tasks were measured (docs/decisions/memory.md).

import { MemoryTooSmall } from '../../model/errors.js'
import { MAX_RECORD_BYTES } from '../../read/record-limit.js'
import { BIT_WORDS, MAX_WITH_BITS } from './prefixes/difference-bits.js'

const MB = 2 ** 20
/** Bytes of the program itself, before any document is read. */
const PROGRAM = 80 * MB
/** Bytes per worker: its heap, and its kernel with the chunk that it reads. */
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

/** The exact number of workers if the caller requested one, otherwise the maximum. */
interface WorkerRequest {
  readonly requested: number | undefined
  readonly byDefault: number
}

/** As many workers as a budget has room for, unless a number was requested. */
function workersWithin(
  memory: number,
  { requested, byDefault }: WorkerRequest,
  needed: (workers: number) => number,
  documents?: number,
): number {
  let workers = requested ?? byDefault
  if (requested === undefined) while (workers > 1 && needed(workers) > memory) workers--
  const required = needed(workers)
  if (memory < required) throw new MemoryTooSmall(memory, required, documents)
  return workers
}

/**
 * Divides a budget for a search of documents.
 *
 * @param memory bytes; undefined means no limit
 * @throws MemoryTooSmall
 */
export function shareMemory(
  memory: number | undefined,
  documents: number,
  workers: WorkerRequest,
): MemoryShares {
  if (memory === undefined) {
    const all = Number.POSITIVE_INFINITY
    return {
      workers: workers.requested ?? workers.byDefault,
      blocks: all,
      task: all,
      garbage: ANY_GARBAGE,
      maxLineBytes: MAX_RECORD_BYTES,
    }
  }
  const count = workersWithin(memory, workers, (count) => minMemory(documents, count), documents)
  // In an exact search, documents may have bits, which each kernel copies.
  const bits = 4 * BIT_WORDS * Math.min(documents, MAX_WITH_BITS)
  const free = Math.max(
    count * MIN_TASK,
    memory - programBytes(count) - DOCUMENT * documents - (1 + count) * bits,
  )
  const task = (TASKS * free) / count
  return {
    workers: count,
    blocks: 0.2 * free,
    task,
    garbage: garbageLimit(memory, task),
    maxLineBytes: Math.min(MAX_RECORD_BYTES, Math.max(MB, Math.floor(free / count / LINE_FACTOR))),
  }
}

/**
 * The maximum number of bytes of keys or elements that a task compares. The kernel can address 4 GB, and some shares have more than others.
 */
const MAX_KEY_BYTES = 2 ** 30

/** Tasks per worker and stage, so that no worker waits long for the last one. */
const TASKS_PER_WORKER = 3
/** The minimum number of documents of a share: fewer are not worth a task. */
const MIN_DOCUMENTS_PER_SHARE = 2 ** 16

/**
 * The number of shares that the keys of a band are divided into. It is chosen so that one share fits into the memory of a task and, if the
 * keys are in memory, so that all workers have something to do. It is no larger than that, because each share is picked out of all keys.
 */
export function bandShares(
  documents: number,
  bands: number,
  { task, workers, blocks }: MemoryShares,
): number {
  const needed = Math.max(1, Math.ceil((32 * documents) / Math.min(task, MAX_KEY_BYTES)))
  if (workers === 1 || blocks !== Number.POSITIVE_INFINITY) return needed
  const worthwhile = Math.floor(documents / MIN_DOCUMENTS_PER_SHARE)
  return Math.max(needed, Math.min(worthwhile, Math.ceil((TASKS_PER_WORKER * workers) / bands)))
}

/**
 * The number of shares that hashes are divided into when equal ones are searched for: at least one per worker. Comparing the texts, and
 * sorting what was found, take memory that the kernel need not address.
 */
export function equalShares(documents: number, { task, workers }: MemoryShares): number {
  return Math.max(workers, Math.ceil(documents * Math.max(84 / task, 56 / MAX_KEY_BYTES)))
}

/**
 * The maximum number of words of a group of sets: few enough to fit into memory, and to make several groups per worker.
 *
 * @param total the number of words of all sets
 */
export function groupCapacity(total: number, { task, workers }: MemoryShares): number {
  const even = Math.min(2 ** 27, Math.max(2 ** 21, Math.ceil(total / (4 * workers))))
  return Math.min(even, Math.floor(task / 4 / 3))
}

/**
 * Divides units among the workers: for each range, its first unit and the one after its last. Few documents are not worth several tasks.
 *
 * @param firsts the position of the first document of each unit, followed by the number of all
 */
export function unitRanges(firsts: Float64Array, { workers }: MemoryShares): [from: number, to: number][] {
  const even = Math.max(MIN_DOCUMENTS_PER_SHARE, firsts.at(-1)! / (TASKS_PER_WORKER * workers))
  const ranges: [number, number][] = []
  for (let from = 0, to = 0; from < firsts.length - 1; from = to) {
    while (to < firsts.length - 1 && firsts[to]! - firsts[from]! < even) to++
    ranges.push([from, to])
  }
  return ranges
}

/** The maximum number of tasks that candidates are divided among. */
export function candidateTasks({ workers }: MemoryShares): number {
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

/** The number of candidates that a task holds before it stores them. Comparing them takes 16 bytes each. */
export function maxHeld({ task }: MemoryShares): number {
  return Math.min(2 ** 21, Math.max(2 ** 14, Math.floor(task / 64)))
}

/** The number of shares that a portion of the prefixes is divided into, given the expected number of elements. */
export function prefixShares(elements: number, { task }: MemoryShares): number {
  return Math.max(1, Math.ceil((64 * elements) / Math.min(task, MAX_KEY_BYTES)))
}

// Joins of sets. All workers share one copy of the sets, so a join has no tasks with memory of their own: it divides its budget between
// sets and pairs.

/** Bytes of the smallest program that joins: it holds no sample, and loads less code than one that searches. */
const JOIN_PROGRAM = 64 * MB
/** The share of the free memory that is for sets. The rest is for pairs that were found and not yet written. */
const SETS = 0.75

/** Bytes per element and per set in the worst case: every element is in a list, and elements are hashes. 13 million elements at 0.8 took 15 each. */
const SET_ELEMENT = { shared: 26, perWorker: 2 }
const SET = { shared: 112, perWorker: 12 }
/** Bytes per stored pair, including what sorting it takes. */
const JOIN_PAIR = 48

/** Without a budget: as much as fits into the 4 GB that a kernel can address. */
const UNLIMITED_SETS = 3 * 2 ** 30
const UNLIMITED_PAIRS = 2 ** 25

/** How the memory of a join is divided. */
export interface JoinShares {
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

/**
 * The number of workers of a join within a budget.
 *
 * @throws MemoryTooSmall
 */
export function joinWorkers(memory: number, workers: WorkerRequest): number {
  return workersWithin(memory, workers, (count) => JOIN_PROGRAM + count * WORKER)
}

/** Divides a budget for a join of sets. */
export function shareJoinMemory(memory: number | undefined, workers: number): JoinShares {
  const bytesOf = (sets: number, elements: number) =>
    (SET_ELEMENT.shared + SET_ELEMENT.perWorker * workers) * elements +
    (SET.shared + SET.perWorker * workers) * sets
  if (memory === undefined) {
    const taskPairs = Number.POSITIVE_INFINITY
    return { whole: UNLIMITED_SETS, block: UNLIMITED_SETS / 2, pairs: UNLIMITED_PAIRS, taskPairs, bytesOf }
  }
  // A budget smaller than the process itself cannot be met; the data is still cut into small blocks.
  const free = Math.max(memory / 4, memory - programBytes(workers))
  const whole = Math.min(UNLIMITED_SETS, SETS * free)
  const pairs = Math.max(1024, Math.floor(((1 - SETS) * free) / JOIN_PAIR))
  return { whole, block: whole / 2, pairs, taskPairs: Math.ceil(pairs / (2 * workers)), bytesOf }
}
