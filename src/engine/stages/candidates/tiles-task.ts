import type { Block } from '../blocks/block.js'
import { type ContinuationMetadata, continuationLocation } from '../blocks/continuation-blocks.js'
import { metadataSegment } from '../blocks/segments.js'
import type { TilesTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { CandidateBuilder, visitCandidates } from './candidates.js'

/** The tag of the candidates of a tile, by its number. */
export function tagOfTile(tile: number): number {
  return 16 + tile
}

/**
 * Sorts candidates by tile in one pass, so that each tile reads only its own: a segment for each tile, in one block and its continuation
 * blocks.
 */
export function runTilesTask(task: TilesTask, { store }: Thread): Block[] {
  const { groupOf, count, whole, location } = task
  const numberOf = new Map(task.tiles.map(({ one, other }, number) => [one * (count + 1) + other, number]))
  const further: Block[] = []
  let builders: CandidateBuilder[] = []
  let held = 0
  const take = () => {
    const segments = builders.flatMap((builder, tile) => builder.segments(tagOfTile(tile)))
    builders = []
    held = 0
    return segments
  }
  visitCandidates(store, task.candidates, (words) => {
    for (let i = 0; i < words.length; i += 2) {
      const one = groupOf[words[i]!]!
      const other = groupOf[words[i + 1]!]!
      const tile =
        one <= whole ? one - 1 : numberOf.get(Math.min(one, other) * (count + 1) + Math.max(one, other))!
      builders[tile] ??= new CandidateBuilder()
      builders[tile].add(words[i]!, words[i + 1]!)
      if (++held === task.maxHeld)
        further.push(store.put(continuationLocation(location, further.length), take()))
    }
  })
  const metadata: ContinuationMetadata = { further: further.length }
  return [store.put(location, [metadataSegment(metadata), ...take()]), ...further]
}
