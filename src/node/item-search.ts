import { openAllWorkers } from '../engine/node/node-pool.js'
import type { PoolRun } from '../engine/node/node-pool-run.js'
import type { SharedPool } from '../engine/node/node-shared-pool.js'
import type { ItemIndex } from '../engine/stages/items/item-index.js'
import {
  type FoundInRecord,
  findInLines,
  type ItemsTask,
  type Lines,
} from '../engine/stages/items/items-task.js'
import type { ItemIndexOptions } from '../model/benchmark-item.js'
import type { StopSignal } from '../model/stop-signal.js'
import { textReader } from '../read/json-field.js'
import { type Source, totalBytes } from '../read/source.js'

/** Searches records for items, batch by batch. */
export interface ItemSearch extends AsyncDisposable {
  /** The number of batches that it processes at a time. */
  readonly atOnce: number
  find(lines: Lines): Promise<readonly FoundInRecord[]>
  /** Starts with all batches, because no more follow. */
  flush(): void
}

/** Smaller inputs are read before workers would be ready. */
const WORKERS_FROM = 4 * 2 ** 20
/** The maximum number of characters of all items for which each worker has its own index: it takes about 50 bytes per character. */
const MAX_ITEM_CHARACTERS = 2 ** 23
const BYTES_PER_CHARACTER = 50

/** How a search runs. */
interface Running {
  readonly workers?: number
  readonly memory?: number
  readonly pool?: SharedPool
  /** Ends the wait for a pool that is busy. */
  readonly signal?: StopSignal | undefined
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
export async function openItemSearch(
  index: ItemIndex,
  texts: ItemTexts,
  options: ItemIndexOptions,
  source: Source,
  running: Running,
): Promise<ItemSearch> {
  const { textFields } = source
  if (totalBytes(source) >= WORKERS_FROM) {
    const run = await openAllWorkers(source, running)
    const items = run.size === 1 ? undefined : texts.forWorkers(run.size, running.memory)
    if (items !== undefined) return new SearchByWorkers(run, { kind: 'items', items, options, textFields })
    await run.close()
  }
  const readText = textReader(textFields)
  return {
    atOnce: 1,
    find: async (lines) => findInLines(index, readText, lines),
    flush() {},
    [Symbol.asyncDispose]: async () => {},
  }
}

/** A batch that waits for its turn. */
interface Waiting {
  readonly lines: Lines
  resolve(found: readonly FoundInRecord[]): void
  reject(error: unknown): void
}

/** Each worker gets one batch of as many as there are workers, while the next ones are read. */
class SearchByWorkers implements ItemSearch {
  readonly atOnce: number
  readonly #run: PoolRun
  readonly #common: Omit<ItemsTask, 'lines'>
  #waiting: Waiting[] = []

  constructor(run: PoolRun, common: Omit<ItemsTask, 'lines'>) {
    this.atOnce = 2 * run.size
    this.#run = run
    this.#common = common
  }

  find(lines: Lines): Promise<readonly FoundInRecord[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ lines, resolve, reject })
      if (this.#waiting.length === this.#run.size) this.flush()
    })
  }

  flush(): void {
    const batches = this.#waiting
    this.#waiting = []
    const tasks = batches.map(({ lines }) => ({ ...this.#common, lines }))
    this.#run
      .run(tasks, (found, number) => batches[number]!.resolve(found))
      .catch((error: unknown) => {
        for (const { reject } of batches) reject(error)
      })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#run.close()
  }
}
