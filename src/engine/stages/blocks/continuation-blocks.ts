// A task that makes more than one block should hold writes further ones, and says in the first how many.

import type { Blocks } from '../../ports.js'
import type { Block, BlockPlace } from './block.js'
import { readAbout, withBlock } from './segments.js'

/** What the first block says, among other things. */
export interface ContinuationMetadata {
  /** Blocks with more of the same. */
  readonly further: number
}

/** Where further blocks go: beside the first, each with a fingerprint of its own. */
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

/** Finds a first block together with those that belong to it; undefined if one is missing. */
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
