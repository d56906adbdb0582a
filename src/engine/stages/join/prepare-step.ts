import type { JoinBlock } from '../../../join/fast/join-block.js'
import type { PreparedJoin } from '../../../join/fast/prepare-join.js'
import { type PreparedTop, prepareTop } from '../../../join/fast/top-matches.js'
import type { JoinMemory } from '../../../kernel/join-memory.js'
import { prepareShared } from '../../../kernel/join-prepare.js'
import { runPrepareStep, type Threads } from '../../../kernel/join-threads.js'
import { isSymmetric } from '../../../model/similarity.js'
import type { JoinWorkers } from './join-context.js'
import type { JoinSettings } from './settings.js'
import { joinParts, type LoadedBlock } from './stored-sets.js'

/** From this many elements on, workers are spawned while the sets are read, and prepare them. */
export const WORKERS_FROM = 2 ** 22

/** The workers that prepare a join: only this thread if there is little to do. */
export function threadsFor(
  { pool, ranges }: { readonly pool: JoinWorkers; readonly ranges: number },
  blocks: readonly (LoadedBlock | undefined)[],
  { memory }: JoinMemory,
): Threads {
  const elements = blocks.reduce((sum, block) => sum + (block === undefined ? 0 : elementsOf(block)), 0)
  if (pool.size === 1 || elements < WORKERS_FROM) {
    return {
      count: 1,
      ranges: 1,
      async run(steps) {
        for (const step of steps) runPrepareStep(memory, step)
      },
    }
  }
  return {
    count: pool.size,
    ranges,
    run: (steps) =>
      pool.run(
        steps.map((step) => ({ kind: 'join' as const, wants: 'preparation' as const, memory, step })),
        () => {},
      ),
  }
}

function elementsOf({ parts }: LoadedBlock): number {
  return parts.reduce((sum, { count, offsets }) => sum + offsets[count]! - offsets[0]!, 0)
}

/** @param areInMemory whether sets that are not in files are already in the memory, and may be overwritten */
export async function prepareBlocks(
  left: LoadedBlock,
  right: LoadedBlock | undefined,
  { similarity, threshold }: JoinSettings,
  { isOneSource, areInMemory }: { readonly isOneSource: boolean; readonly areInMemory: boolean },
  memory: JoinMemory,
  threads: Threads,
): Promise<PreparedJoin> {
  // Sets from a file have their own positions, and are outside the memory.
  const [a, b] = [left, right].map(
    (block) => block && { parts: block.parts, areInMemory: areInMemory && block.positions === undefined },
  )
  const join = await prepareShared(a!, b, { similarity, threshold }, memory, threads)
  setPositions(join.index, left.positions)
  if (right !== undefined) setPositions(join.probes, right.positions)
  return { ...join, smallerFirst: isOneSource && isSymmetric(similarity) }
}

export function prepareTopBlocks(
  left: LoadedBlock,
  right: LoadedBlock | undefined,
  { similarity, threshold, tolerance = 0 }: JoinSettings,
  top: number,
  { allocate }: JoinMemory,
): PreparedTop {
  const search = prepareTop(
    joinParts(left.parts),
    right && joinParts(right.parts),
    { top, similarity, threshold, tolerance },
    allocate,
  )
  setPositions(search.probes, left.positions)
  if (right !== undefined) setPositions(search.index, right.positions)
  return search
}

/** Maps positions in a block to positions in its source. */
function setPositions({ ids }: JoinBlock, positions: Uint32Array | undefined): void {
  if (positions === undefined) return
  for (let index = 0; index < ids.length; index++) ids[index] = positions[ids[index]!]!
}
