/// <reference types="node" />
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ItemIndex, ItemIndexOptions } from '../apps/decontaminate/item-index.js'
import { textReader } from '../read/json-field.js'
import { type Source, totalBytes } from '../read/source.js'
import {
  type ContaminationAnswer,
  type ContaminationWorkerData,
  type FoundInRecord,
  findInLines,
  type Lines,
} from './items-in-lines.js'

/** Searches records for items, batch by batch. */
export interface ItemSearch extends AsyncDisposable {
  /** The number of batches that it processes at a time. */
  readonly atOnce: number
  find(lines: Lines): Promise<readonly FoundInRecord[]>
}

/** Smaller inputs are read before workers would be ready. */
const WORKERS_FROM = 4 * 2 ** 20
/** The maximum number of characters of all items for which each worker has its own index: it takes about 50 bytes per character. */
const MAX_ITEM_CHARACTERS = 2 ** 23
const BYTES_PER_CHARACTER = 50

/** How a search runs. */
interface Running {
  readonly workers: number | undefined
  readonly memory: number | undefined
}

/** The items in the order of their numbers, for the indexes of workers. */
export class ItemTexts {
  #texts: string[] | undefined = []
  #characters = 0

  add(text: string): void {
    this.#characters += text.length
    if (this.#characters > MAX_ITEM_CHARACTERS) this.#texts = undefined
    this.#texts?.push(text)
  }

  /** Undefined if there are too many for an index in each of this many workers. */
  forWorkers(workers: number, memory: number | undefined): readonly string[] | undefined {
    const bytes = BYTES_PER_CHARACTER * this.#characters * workers
    return memory !== undefined && bytes > memory / 4 ? undefined : this.#texts
  }
}

/** A search by workers, or in this thread if they would not help. */
export function openItemSearch(
  index: ItemIndex,
  texts: ItemTexts,
  options: ItemIndexOptions,
  source: Pick<Source, 'files' | 'textFields'>,
  { workers = availableParallelism(), memory }: Running,
): ItemSearch {
  const { textFields } = source
  const items =
    workers > 1 && totalBytes(source) >= WORKERS_FROM ? texts.forWorkers(workers, memory) : undefined
  if (items !== undefined) return new SearchByWorkers(workers, { items, options, textFields })
  const readText = textReader(textFields)
  return {
    atOnce: 1,
    find: async (lines) => findInLines(index, readText, lines),
    [Symbol.asyncDispose]: async () => {},
  }
}

/** Workers take turns: each answers its batches in order. */
class SearchByWorkers implements ItemSearch {
  readonly atOnce: number
  readonly #workers: readonly Worker[]
  readonly #waiting: { resolve(found: readonly FoundInRecord[]): void; reject(error: Error): void }[][]
  #next = 0
  #fault: Error | undefined

  constructor(count: number, workerData: ContaminationWorkerData) {
    // Each worker has another batch to continue with.
    this.atOnce = 2 * count
    this.#waiting = Array.from({ length: count }, () => [])
    const file = new URL('./contamination-worker.js', import.meta.url)
    this.#workers = this.#waiting.map((waiting) => {
      const worker = new Worker(file, { workerData })
      worker.on('message', ({ found, problem }: ContaminationAnswer) => {
        if (found === undefined) waiting.shift()!.reject(new Error(problem))
        else waiting.shift()!.resolve(found)
      })
      worker.on('error', (error) => this.#fail(error))
      worker.on('exit', (code) => this.#fail(new Error(`a worker ended with code ${code}`)))
      return worker
    })
  }

  find(lines: Lines): Promise<readonly FoundInRecord[]> {
    if (this.#fault !== undefined) return Promise.reject(this.#fault)
    const number = this.#next++ % this.#workers.length
    return new Promise((resolve, reject) => {
      this.#waiting[number]!.push({ resolve, reject })
      this.#workers[number]!.postMessage(lines)
    })
  }

  #fail(error: Error): void {
    this.#fault ??= error
    for (const waiting of this.#waiting) for (const { reject } of waiting.splice(0)) reject(this.#fault)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }
}
