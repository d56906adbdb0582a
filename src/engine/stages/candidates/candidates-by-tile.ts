import type { Blocks } from '../../ports.js'
import type { Block, BlockPlace } from '../blocks/block.js'
import { type ContinuationMetadata, furtherPlace } from '../blocks/continuation-blocks.js'
import { aboutSegment } from '../blocks/segments.js'
import type { Groups } from '../groups/groups.js'
import { CandidateBuilder, visitCandidates } from './candidates.js'

/** Candidates that are held before they are stored: 8 MB. */
const MAX_HELD = 2 ** 20

/** The tag of the candidates of a tile, by its number. */
export function tagOfTile(tile: number): number {
  return 16 + tile
}

/**
 * Sorts candidates out by tiles in one pass, so that each tile reads its own only: segments for each tile, in one block and
 * those with further ones.
 */
export function sortOutCandidates(
  store: Blocks,
  { groupOf, count, whole, tiles }: Groups,
  candidates: readonly Block[],
  place: BlockPlace,
): Block[] {
  const numberOf = new Map(tiles.map(({ one, other }, number) => [one * (count + 1) + other, number]))
  const further: Block[] = []
  let builders = new Map<number, CandidateBuilder>()
  let held = 0
  const take = () => {
    const segments = [...builders].flatMap(([tile, builder]) => builder.segments(tagOfTile(tile)))
    builders = new Map()
    held = 0
    return segments
  }
  visitCandidates(store, candidates, (words) => {
    for (let i = 0; i < words.length; i += 2) {
      const one = groupOf[words[i]!]!
      const other = groupOf[words[i + 1]!]!
      const tile =
        one <= whole ? one - 1 : numberOf.get(Math.min(one, other) * (count + 1) + Math.max(one, other))!
      let builder = builders.get(tile)
      if (builder === undefined) {
        builder = new CandidateBuilder()
        builders.set(tile, builder)
      }
      builder.add(words[i]!, words[i + 1]!)
      if (++held === MAX_HELD) further.push(store.put(furtherPlace(place, further.length), take()))
    }
  })
  const about: ContinuationMetadata = { further: further.length }
  return [store.put(place, [aboutSegment(about), ...take()]), ...further]
}
