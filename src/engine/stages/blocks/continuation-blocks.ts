// A task whose output exceeds one block writes continuation blocks, and stores their number in the first.

import type { Blocks } from '../../ports.js'
import type { Block, BlockLocation } from './block.js'
import { readMetadata, withBlock } from './segments.js'

/** Part of the metadata of the first block. */
export interface ContinuationMetadata {
  /** The number of continuation blocks. */
  readonly continuations: number
}

/** The location of a continuation block: next to the first, with its own fingerprint. */
export function continuationLocation(location: BlockLocation, number: number): BlockLocation {
  const name = `${location.name}-${number}`
  if (location.path === undefined) return { name }
  const [one, other] = location.fingerprint
  return {
    name,
    path: location.path.replace(/\.block$/, `-${number}.block`),
    fingerprint: [one, (other + number + 1) >>> 0],
  }
}

/** Finds a first block together with its continuation blocks. Returns undefined if one is missing. */
export function continuationBlocks(
  blocks: { find(location: BlockLocation): Block | undefined },
  store: Blocks,
) {
  return (block: Block, location: BlockLocation): Block[] | undefined => {
    const found = [block]
    const { continuations } = withBlock(store, block, (reader) => readMetadata<ContinuationMetadata>(reader))
    for (let number = 0; number < continuations; number++) {
      const other = blocks.find(continuationLocation(location, number))
      if (other === undefined) return undefined
      found.push(other)
    }
    return found
  }
}
