import type { Block } from '../blocks/block.js'
import { withBlock, wordsOf } from '../blocks/segments.js'
import { toEight } from '../threads/reused-arrays.js'
import type { Thread } from '../threads/thread.js'
import { type SetsOfGroup, setsIn, UNGROUPED, WIDE } from './stored-sets.js'

/** Sets that an earlier stage made, and the segment that holds them. */
export interface KnownSets extends SetsOfGroup {
  readonly words: Uint32Array
}

/**
 * The sets that an earlier stage made of documents of a unit, without wide sets. Sets from a file are in memory that the next call reuses.
 *
 * @param first the position of the first record of the unit
 */
export function readKnownSets(block: Block, first: number, { store, arrays }: Thread): KnownSets[] {
  return withBlock(store, block, (reader) => {
    const locations = reader.locations.filter(({ tag }) => tag < WIDE)
    const bytes = locations.reduce((sum, location) => sum + toEight(location.bytes), 0)
    const space = block.path === undefined ? undefined : arrays.reserve('known-sets', bytes)
    return locations.map((location) => {
      const words = wordsOf(reader.read(location, space))
      const sets = { ...setsIn(words), words }
      if (location.tag !== UNGROUPED) return sets
      return { ...sets, positions: sets.positions.map((record) => first + record) }
    })
  })
}
