// A task whose output exceeds one block writes continuation blocks, and stores their number in the first.

import type { Blocks } from '../../ports.js'
import type { Block, BlockPlace } from './block.js'
import { readAbout, withBlock } from './segments.js'

/** Part of the metadata of the first block. */
export interface ContinuationMetadata {
  /** The number of continuation blocks. */
  readonly further: number
}

/** The location of a continuation block: next to the first, with its own fingerprint. */
export function furtherPlace(place: BlockPlace, number: number): BlockPlace {
  const name = `${place.name}-${number}`
  if (place.path === undefined) return { name }
  const [one, other] = place.fingerprint
  return {
    name,
    path: place.path.replace(/\.block$/, `-${number}.block`),
    fingerprint: [one, (other + number + 1) >>> 0],
  }
}

/** Finds a first block together with its continuation blocks. Returns undefined if one is missing. */
export function continuationBlocks(blocks: { find(place: BlockPlace): Block | undefined }, store: Blocks) {
  return (block: Block, place: BlockPlace): Block[] | undefined => {
    const found = [block]
    const { further } = withBlock(store, block, (reader) => readAbout<ContinuationMetadata>(reader))
    for (let number = 0; number < further; number++) {
      const other = blocks.find(furtherPlace(place, number))
      if (other === undefined) return undefined
      found.push(other)
    }
    return found
  }
}
