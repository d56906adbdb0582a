import type { Block, BlockLocation } from './blocks/block.js'
import type { BlockTask, TaskWorkers } from './tasks.js'

/** Decides where the blocks of a run go. */
export interface BlockStore {
  /**
   * Chooses the location of a block of about this many bytes. Locations are assigned before the blocks exist, so memory is reserved for
   * them.
   */
  locate(name: string, expectedBytes: number): BlockLocation
  /** Returns the complete block that an earlier run left at this location, if any. */
  find(location: BlockLocation): Block | undefined
  /** Counts a block that was written. */
  add(block: Block): void
}

/** Runs tasks that write blocks, and skips those whose blocks an earlier run left. */
export class BlockMaker {
  readonly #store: BlockStore
  readonly #workers: TaskWorkers
  readonly #onBlock: ((name: string) => void) | undefined
  readonly #prefix: string

  /** @param prefix of the names of all blocks */
  constructor(
    store: BlockStore,
    workers: TaskWorkers,
    onBlock: ((name: string) => void) | undefined,
    prefix = '',
  ) {
    this.#store = store
    this.#workers = workers
    this.#onBlock = onBlock
    this.#prefix = prefix
  }

  /** Returns a maker that prepends this prefix to the names of its blocks. */
  named(prefix: string): BlockMaker {
    return new BlockMaker(this.#store, this.#workers, this.#onBlock, `${this.#prefix}${prefix}-`)
  }

  locate(name: string, expectedBytes: number): BlockLocation {
    return this.#store.locate(`${this.#prefix}${name}`, expectedBytes)
  }

  /** Returns the blocks of tasks that write one each, in the order of the tasks. `done` is called after each task. */
  async make(
    tasks: readonly BlockTask[],
    done: (number: number, block: Block) => void = () => {},
  ): Promise<Block[]> {
    const first = (number: number, [block]: readonly Block[]) => done(number, block!)
    const lists = await this.makeLists(tasks, (block) => [block], first)
    return lists.map(([block]) => block!)
  }

  /** Like `make`, for tasks that write several blocks. `rest` finds the blocks after the first, or returns undefined if one is missing. */
  async makeLists(
    tasks: readonly BlockTask[],
    rest: (block: Block, location: BlockLocation) => Block[] | undefined,
    done: (number: number, blocks: readonly Block[]) => void = () => {},
  ): Promise<Block[][]> {
    const made: Block[][] = []
    const missing: number[] = []
    tasks.forEach(({ location }, number) => {
      const first = this.find(location)
      const found = first && rest(first, location)
      if (found === undefined) missing.push(number)
      else {
        made[number] = found
        done(number, found)
      }
    })
    await this.#workers.run(
      missing.map((number) => tasks[number]!),
      (blocks, i) => {
        made[missing[i]!] = blocks
        this.add(blocks)
        done(missing[i]!, blocks)
      },
    )
    return made
  }

  find(location: BlockLocation): Block | undefined {
    return this.#store.find(location)
  }

  /** Counts blocks that were written. */
  add(blocks: readonly Block[]): void {
    for (const block of blocks) {
      this.#store.add(block)
      this.#onBlock?.(block.name)
    }
  }
}
