import { keptComparison } from '../../../model/plan.js'
import type { Oversized } from '../../oversized/oversized-documents.js'
import { type Block, UNKNOWN_BYTES } from '../blocks/block.js'
import { continuationBlocks } from '../blocks/continuation-blocks.js'
import { makeSets } from '../groups/make-sets.js'
import { maxHeld } from '../memory-budget.js'
import type { ReadDocuments, RunParts } from '../run-parts.js'
import { type LargeChunks, makeChunks } from './large-chunks.js'

/** The sets of a unit, and the first and the last of its chunks. */
export interface UnitChunks {
  readonly block: Block
  readonly from: number
  readonly to: number
}

/** Documents in chunks, with their sets. */
export interface ChunkSets extends LargeChunks {
  /** For each unit. */
  readonly sets: readonly UnitChunks[]
}

/**
 * Makes the sets of some documents, in chunks. Kept sets of other documents stay in the same blocks.
 *
 * @param isIn nonzero for the positions of these documents; replaced by their chunks. Shared
 */
export async function makeChunkSets(
  parts: RunParts,
  { units, sketched, report, boundary, keptSets }: ReadDocuments,
  isIn: Uint32Array,
): Promise<ChunkSets> {
  const { firsts } = sketched
  const chunks = makeChunks(parts.thread.store, sketched, isIn, parts.memory, boundary)
  const made = await makeSets(
    parts,
    units,
    sketched,
    chunks.chunkOf,
    chunks.name,
    (done, total) => report('sets', done, total),
    keptSets,
    true,
  )
  const sets = made.map((block, unit) => ({
    block,
    ...chunks.within(firsts[unit]!, firsts[unit + 1]!),
  }))
  return { ...chunks, sets }
}

/** Searches documents exactly, two chunks at a time. Two oversized documents are not compared. */
export async function joinChunks(
  { blocks, memory, plan, thread }: RunParts,
  { boundary }: ReadDocuments,
  { chunkOf, count, own, name, sets }: ChunkSets,
  { groupOf }: Oversized,
): Promise<Block[]> {
  const hasOrdinary = chunksWithOrdinary(chunkOf, count, groupOf)
  const tasks = []
  for (let one = 1; one <= own; one++) {
    for (let other = boundary === undefined ? one : own + 1; other <= count; other++) {
      if (hasOrdinary[one] === 0 && hasOrdinary[other] === 0) continue
      tasks.push({
        kind: 'large-join' as const,
        one,
        other,
        sets: sets.map(({ block }) => block),
        ...keptComparison(plan),
        oversizedOf: groupOf,
        maxHeld: maxHeld(memory),
        location: blocks.locate(`candidates-of-${name}-${one}-${other}`, UNKNOWN_BYTES),
      })
    }
  }
  const lists = await blocks.makeLists(tasks, continuationBlocks(blocks, thread.store))
  return lists.flat()
}

/** For each chunk, whether it has a document that is not oversized. */
function chunksWithOrdinary(chunkOf: Uint32Array, count: number, oversizedOf: Uint32Array): Uint8Array {
  const hasOrdinary = new Uint8Array(count + 1)
  for (let position = 0; position < chunkOf.length; position++)
    if (oversizedOf.length === 0 || oversizedOf[position] === 0) hasOrdinary[chunkOf[position]!] = 1
  return hasOrdinary
}
