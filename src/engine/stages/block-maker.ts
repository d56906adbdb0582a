import type { Block, BlockPlace } from './blocks/block.js'
import type { BlockTask, TaskWorkers } from './tasks.js'

/** Decides where the blocks of a run go. */
export interface BlockStore {
  /** Where a block of about so many bytes is to go: places are given before the blocks are there, so memory is reserved. */
  place(name: string, expectedBytes: number): BlockPlace
  /** The complete block that an earlier run has left at a place. */
  find(place: BlockPlace): Block | undefined
  /** Counts a block that was made. */
  add(block: Block): void
}

/** Does tasks that make blocks, except those whose blocks an earlier run has left. */
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

  /** The same for blocks whose names begin in this way. */
  named(prefix: string): BlockMaker {
    return new BlockMaker(this.#store, this.#workers, this.#onBlock, `${this.#prefix}${prefix}-`)
  }

  /** Where a block of about so many bytes goes. */
  place(name: string, expectedBytes: number): BlockPlace {
    return this.#store.place(`${this.#prefix}${name}`, expectedBytes)
  }

  /** The blocks of tasks that make one each, in their order; `done` is called after each. */
  async make(
    tasks: readonly BlockTask[],
    done: (number: number, block: Block) => void = () => {},
  ): Promise<Block[]> {
    const first = (number: number, [block]: readonly Block[]) => done(number, block!)
    const lists = await this.makeLists(tasks, (block) => [block], first)
    return lists.map(([block]) => block!)
  }

  /** The same for tasks that make several; `rest` finds those behind the first, or says undefined where one is missing. */
  async makeLists(
    tasks: readonly BlockTask[],
    rest: (block: Block, place: BlockPlace) => Block[] | undefined,
    done: (number: number, blocks: readonly Block[]) => void = () => {},
  ): Promise<Block[][]> {
    const made: Block[][] = []
    const missing: number[] = []
    tasks.forEach(({ place }, number) => {
      const first = this.find(place)
      const found = first && rest(first, place)
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

  /** The block that an earlier run has left at a place. */
  find(place: BlockPlace): Block | undefined {
    return this.#store.find(place)
  }

  /** Counts blocks that were made. */
  add(blocks: readonly Block[]): void {
    for (const block of blocks) {
      this.#store.add(block)
      this.#onBlock?.(block.name)
    }
  }
}
