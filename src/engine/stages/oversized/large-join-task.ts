// The documents of large buckets are searched exactly, chunk by chunk: a bucket of n documents has n² / 2 pairs, of which an exact join
// compares few. Two oversized documents are not compared.

import { visitRange } from '../../../join/fast/join-range.js'
import { type PreparedJoin, prepareJoin } from '../../../join/fast/prepare-join.js'
import { JoinMemory } from '../../../kernel/join-memory.js'
import { proberWords, WasmProber } from '../../../kernel/join-prober.js'
import { largestSize, type SetCollection } from '../../../model/set-collection.js'
import { narrowThreshold } from '../../../text/wide-shingles.js'
import type { Block } from '../blocks/block.js'
import { CandidateBlocks } from '../candidates/candidate-blocks.js'
import { readSets, type SetsOfGroup, storedBytes } from '../groups/stored-sets.js'
import type { LargeJoinTask } from '../tasks.js'
import type { ReusedArrays } from '../threads/reused-arrays.js'
import type { Thread } from '../threads/thread.js'

/** Sets with the positions of their documents. */
interface Chunk {
  readonly positions: Uint32Array
  readonly sets: SetCollection
}

/** The similar pairs between two chunks, or within one. */
export function runLargeJoinTask(task: LargeJoinTask, thread: Thread): Block[] {
  const { one, other, location, maxHeld, oversizedOf } = task
  const isOrdinary = (position: number) => oversizedOf.length === 0 || oversizedOf[position] === 0
  const isOversized = (position: number) => !isOrdinary(position)
  const candidates = new CandidateBlocks(thread, location, maxHeld)
  // Reused by one join after the other.
  const memory = thread.keep('join-memory', 0, () => new JoinMemory())
  const join = (left: Chunk, right: Chunk | undefined) =>
    joinChunks(memory, left, right, task, (a, b) => candidates.add(a, b))
  const [here, there] = [readChunk(task, one, 'one', thread), readChunk(task, other, 'other', thread)]
  const ordinary = choose(here, isOrdinary, 'left', thread.arrays)
  if (one === other) {
    join(ordinary, undefined)
    if (ordinary.sets.count > 0) join(ordinary, choose(here, isOversized, 'right', thread.arrays))
  } else {
    if (ordinary.sets.count > 0)
      join(
        ordinary,
        choose(there, () => true, 'right', thread.arrays),
      )
    const others = choose(there, isOrdinary, 'right', thread.arrays)
    if (others.sets.count > 0) join(choose(here, isOversized, 'left', thread.arrays), others)
  }
  return candidates.end()
}

/** The sets of a chunk as stored in blocks. Sets from files are read into memory that the next task reuses. */
function readChunk(
  { sets, one, other }: LargeJoinTask,
  chunk: number,
  name: 'one' | 'other',
  { store, arrays }: Thread,
): SetsOfGroup[] {
  if (name === 'other' && one === other) return []
  return readSets(store, sets, chunk, arrays.reserve(`chunk-${name}`, storedBytes(store, sets, chunk)))
}

/** The selected documents of a chunk, in memory that the next task reuses. */
function choose(
  parts: readonly SetsOfGroup[],
  isWanted: (position: number) => boolean,
  side: 'left' | 'right',
  arrays: ReusedArrays,
): Chunk {
  let [documents, words] = [0, 0]
  for (const { positions, sizes } of parts) {
    for (let i = 0; i < positions.length; i++) {
      if (!isWanted(positions[i]!)) continue
      documents++
      words += sizes[i]!
    }
  }
  const positions = arrays.words(`${side}-positions`, documents)
  const offsets = arrays.words(`${side}-offsets`, documents + 1)
  const elements = arrays.words(`${side}-elements`, words)
  let end = 0
  offsets[0] = 0
  for (const part of parts) {
    let at = 0
    for (let i = 0; i < part.positions.length; i++) {
      const size = part.sizes[i]!
      if (isWanted(part.positions[i]!)) {
        elements.set(part.elements.subarray(at, at + size), offsets[end]!)
        offsets[end + 1] = offsets[end]! + size
        positions[end++] = part.positions[i]!
      }
      at += size
    }
  }
  return { positions, sets: { count: documents, offsets, elements } }
}

function joinChunks(
  memory: JoinMemory,
  left: Chunk,
  right: Chunk | undefined,
  { similarity, threshold }: Pick<LargeJoinTask, 'similarity' | 'threshold'>,
  add: (a: number, b: number) => void,
): void {
  if (left.sets.count === 0 || right?.sets.count === 0) return
  memory.reset()
  const largest = Math.min(largestSize(left.sets), largestSize(right?.sets ?? left.sets))
  const join: PreparedJoin = prepareJoin(
    left.sets,
    right?.sets,
    similarity,
    narrowThreshold(threshold, largest),
    memory.allocate,
  )
  const prober = new WasmProber(join, memory.memory, memory.allocate(proberWords(join)))
  const probes = (right ?? left).positions
  visitRange(join, prober, 0, join.probes.count, (probe, count) => {
    const position = probes[join.probes.ids[probe]!]!
    for (let k = 0; k < count; k++) add(left.positions[join.index.ids[prober.found[k]!]!]!, position)
  })
}
