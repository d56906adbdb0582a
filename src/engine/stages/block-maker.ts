import type { BlockStore } from '../node/blocks/node-block-store.js'
import type { Pool } from '../node/node-pool.js'
import type { Block, BlockPlace } from './blocks/block.js'
import type { BlockTask } from './tasks.js'

/** Does tasks that make blocks, except those whose blocks an earlier run has left. */
export class BlockMaker {
  readonly #store: BlockStore
  readonly #pool: Pool
  readonly #onBlock: ((name: string) => void) | undefined

  constructor(store: BlockStore, pool: Pool, onBlock: ((name: string) => void) | undefined) {
    this.#store = store
    this.#pool = pool
    this.#onBlock = onBlock
  }

  /** Where a block of about so many bytes goes. */
  place(name: string, expectedBytes: number): BlockPlace {
    return this.#store.place(name, expectedBytes)
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
    await this.#pool.run(
      missing.map((number) => tasks[number]!),
      (blocks, i) => {
        made[missing[i]!] = blocks as Block[]
        this.add(blocks as Block[])
        done(missing[i]!, blocks as Block[])
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
