import type { SetCollection } from '../../model/set-collection.js'
import type { Block } from './blocks/block.js'
import { withBlock } from './blocks/node-block-file.js'
import { wordsOf } from './blocks/segments.js'
import { CandidateBuilder } from './candidates.js'
import { joinInPool } from './join/node-join-local.js'
import type { RunParts } from './run-parts.js'
import { concatenateWords } from './shared.js'

/**
 * All pairs that reach the least similarity that is kept, by an exact join of all sets: for recall 1, or where it is cheaper
 * than bands. They are candidates like others, so that all that follows is one way.
 *
 * @param sets the sets of all distinct documents, in one group, by units
 * @param memory bytes that the join may take; undefined: no limit
 */
export async function exactCandidates(
  { plan, options, pool, memory: { workers } }: RunParts,
  sets: readonly Block[],
  memory: number | undefined,
): Promise<CandidateBuilder> {
  const positions: Uint32Array[] = []
  const found = new CandidateBuilder()
  const joined = await joinInPool(
    {
      async read(take) {
        for (const block of sets) {
          for (const part of partsOf(block)) {
            positions.push(part.positions)
            take(part.sets)
          }
        }
      },
    },
    undefined,
    {
      threshold: options.keepPairsFrom ?? plan.threshold,
      ...(memory !== undefined && { memory }),
      ...(options.temporary !== undefined && { temporary: options.temporary }),
    },
    { pool, workers },
  )
  try {
    const positionOf = concatenateWords(positions)
    for await (const { count, a, b } of joined.batches()) {
      for (let i = 0; i < count; i++) found.add(positionOf[a[i]!]!, positionOf[b[i]!]!)
    }
  } finally {
    joined.close()
  }
  return found
}

/** The sets of a block as a collection, without copying them, and their positions. */
function partsOf(block: Block): { readonly positions: Uint32Array; readonly sets: SetCollection }[] {
  return withBlock(block, (reader) =>
    reader.places.map((place) => {
      const words = wordsOf(reader.read(place))
      const count = words[0]!
      const offsets = new Uint32Array(count + 1)
      for (let i = 0; i < count; i++) offsets[i + 1] = offsets[i]! + words[1 + count + i]!
      return {
        positions: words.slice(1, 1 + count),
        sets: { count, offsets, elements: words.subarray(1 + 2 * count) },
      }
    }),
  )
}
