/// <reference types="node" />
import { Worker } from 'node:worker_threads'
import { withShares } from '../../apps/entities/compare-pairs.js'
import {
  type PairInput,
  type PairStages,
  type PairTools,
  stagesHere,
} from '../../apps/entities/pair-stages.js'
import type { OnProgress } from '../../model/on-progress.js'
import type { Candidates } from '../../model/pair.js'
import { workerFile } from '../worker-file.js'
import {
  isComplete,
  OPEN,
  type PairThreadData,
  type PairWork,
  PORTION,
  runPortion,
  takePortions,
} from './pair-work.js'

/** Fewer pairs are not worth a message to the threads. */
const MIN_PAIRS = 4 * PORTION
/** How long to wait for a portion that another thread has taken before computing it here, in milliseconds. */
const WAIT_MS = 1000

/** Megabytes of the young generation of a thread's heap if memory is limited: docs/decisions/memory.md. */
const YOUNG_MB = 4

/**
 * Runs the stages that look at every pair on several threads. This thread takes part and blocks until a stage is complete, so it must not be
 * one that has to react to anything else. The threads start at once, and take part as soon as they are ready. If one fails, the others do
 * its work.
 */
export class PairThreads implements PairStages {
  readonly #tools: PairTools
  readonly #here: PairStages
  readonly #workers: readonly Worker[]

  /**
   * @param threads the number of threads, including this one
   * @param isLimited whether memory is limited; if so, the heaps of the threads are kept small
   */
  constructor(tools: PairTools, input: PairInput, threads: number, isLimited = false) {
    this.#tools = tools
    this.#here = stagesHere(tools)
    const workerData: PairThreadData = { ...input, columns: input.columns.map(inSharedMemory) }
    const file = workerFile('./pair-worker.js', import.meta.url)
    this.#workers = Array.from({ length: threads - 1 }, () => {
      const worker = new Worker(file, {
        workerData,
        ...(isLimited && { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } }),
      })
      // What a thread that fails leaves undone is done here, where the same error occurs again if it was not for lack of memory.
      worker.on('error', () => {})
      worker.unref()
      return worker
    })
  }

  compare(pairs: Candidates, weights: readonly number[], onProgress?: OnProgress) {
    const { columns, comparer } = this.#tools
    // The other threads do not know what this one has learned.
    if (pairs.count < MIN_PAIRS || comparer.hasLearned) return this.#here.compare(pairs, weights, onProgress)
    const compared = {
      levels: columns.map(() => new Uint8Array(new SharedArrayBuffer(pairs.count))),
      points: sharedNumbers(pairs.count),
      possible: sharedNumbers(pairs.count),
    }
    this.#share({ ...shared(pairs), weights, compared }, onProgress)
    return withShares(compared)
  }

  surprises(pairs: Candidates): Float64Array[] {
    if (pairs.count < MIN_PAIRS) return this.#here.surprises(pairs)
    const surprises = this.#tools.columns.map(() => sharedNumbers(pairs.count))
    this.#share({ ...shared(pairs), weights: [], surprises })
    return surprises
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }

  #share(work: PairWork, onProgress?: OnProgress): void {
    for (const worker of this.#workers) worker.postMessage(work)
    takePortions(this.#tools, work, onProgress)
    for (let portion = 0; portion < work.states.length; portion++)
      for (let tries = 0; !isComplete(work, portion, WAIT_MS); tries++)
        runPortion(this.#tools, work, portion, undefined, tries > 0)
  }
}

/** Pairs in shared memory, with all their portions open. */
function shared({ count, a, b }: Candidates): Pick<PairWork, 'pairs' | 'next' | 'states'> {
  const copy = (numbers: Uint32Array) => {
    const copied = new Uint32Array(new SharedArrayBuffer(4 * count))
    copied.set(numbers.subarray(0, count))
    return copied
  }
  return {
    pairs: { count, a: copy(a), b: copy(b) },
    next: new Int32Array(new SharedArrayBuffer(4)),
    states: new Int32Array(new SharedArrayBuffer(4 * Math.ceil(count / PORTION))).fill(OPEN),
  }
}

function sharedNumbers(count: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * count))
}

function inSharedMemory<Column extends { readonly codes: Int32Array }>(column: Column): Column {
  const codes = new Int32Array(new SharedArrayBuffer(column.codes.byteLength))
  codes.set(column.codes)
  return { ...column, codes }
}
