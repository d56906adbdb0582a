// The documents of large buckets are searched exactly, chunk by chunk: a bucket of n documents has n² / 2 pairs, of which an
// exact join compares few. Two documents that are both oversized are not compared.

import { visitRange } from '../../../join/fast/join-range.js'
import { type PreparedJoin, prepareJoin } from '../../../join/fast/prepare-join.js'
import { JoinMemory } from '../../../kernel/join-memory.js'
import { proberWords, WasmProber } from '../../../kernel/join-prober.js'
import type { SetCollection } from '../../../model/set-collection.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { CandidateBlocks } from '../candidates/candidate-blocks.js'
import { readSets } from '../groups/sets-task.js'
import type { LargeJoinTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'

/** Sets with the positions of their documents. */
interface Chunk {
  readonly positions: Uint32Array
  readonly sets: SetCollection
}

/** The similar pairs between two chunks, or inside one. */
export function runLargeJoinTask(task: LargeJoinTask, thread: Thread): Block[] {
  const { one, other, place, mostHeld, oversizedOf } = task
  const isOrdinary = (position: number) => oversizedOf.length === 0 || oversizedOf[position] === 0
  const isOversized = (position: number) => !isOrdinary(position)
  const candidates = new CandidateBlocks(thread, place, mostHeld)
  // Used by one join after the other.
  const memory = thread.keep('join-memory', 0, () => new JoinMemory())
  const join = (left: Chunk, right: Chunk | undefined) =>
    joinChunks(memory, left, right, task, (a, b) => candidates.add(a, b))
  const read = (chunk: number, isWanted: (position: number) => boolean) =>
    readChunk(thread.store, task, chunk, isWanted)
  const ordinary = read(one, isOrdinary)
  if (one === other) {
    join(ordinary, undefined)
    join(ordinary, read(one, isOversized))
  } else {
    join(
      ordinary,
      read(other, () => true),
    )
    join(read(one, isOversized), read(other, isOrdinary))
  }
  return candidates.end()
}

function readChunk(
  store: Blocks,
  { sets }: LargeJoinTask,
  chunk: number,
  isWanted: (position: number) => boolean,
): Chunk {
  const parts = readSets(store, sets, chunk)
  let [documents, words] = [0, 0]
  for (const { positions, sizes } of parts) {
    for (let i = 0; i < positions.length; i++) {
      if (!isWanted(positions[i]!)) continue
      documents++
      words += sizes[i]!
    }
  }
  const positions = new Uint32Array(documents)
  const offsets = new Uint32Array(documents + 1)
  const elements = new Uint32Array(words)
  let end = 0
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
  const join: PreparedJoin = prepareJoin(left.sets, right?.sets, similarity, threshold, memory.allocate)
  const prober = new WasmProber(join, memory.memory, memory.allocate(proberWords(join)))
  const probes = (right ?? left).positions
  visitRange(join, prober, 0, join.probes.count, (probe, count) => {
    const position = probes[join.probes.ids[probe]!]!
    for (let k = 0; k < count; k++) add(left.positions[join.index.ids[prober.found[k]!]!]!, position)
  })
}
