import { WIDE_FROM } from '../../../text/wide-shingles.js'
import type { Block } from '../blocks/block.js'
import type { Thread } from '../threads/thread.js'
import { readSets, storedBytes } from './stored-sets.js'

/** The sets of some documents of a unit that an earlier stage made: the groups `from` to `to` of a block. */
export interface KnownSets {
  readonly block: Block
  readonly from: number
  readonly to: number
}

/**
 * Calls back with the known sets, except those of long documents, which also have a wide set. A set is a view that is valid during the call
 * only.
 */
export function visitKnownSets(
  { block, from, to }: KnownSets,
  { store, arrays }: Thread,
  visit: (position: number, set: Uint32Array) => void,
): void {
  for (let group = from; group <= to; group++) {
    const space = arrays.reserve('known-sets', storedBytes(store, [block], [group]))
    for (const { positions, sizes, elements } of readSets(store, [block], group, space)) {
      let end = 0
      for (let i = 0; i < positions.length; i++) {
        const set = elements.subarray(end, end + sizes[i]!)
        end += sizes[i]!
        if (set.length < WIDE_FROM) visit(positions[i]!, set)
      }
    }
  }
}
