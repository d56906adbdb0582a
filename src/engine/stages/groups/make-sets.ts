import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { kernelOptions } from '../read/kernel-options.js'
import { SKETCH, type Sketched, visitUnits } from '../read/sketched.js'
import type { Unit } from '../read/units.js'
import type { RunParts } from '../run-parts.js'

/** Words of a set in a block in addition to its elements: its position and its size. */
const SET_WORDS = 2

/**
 * Reads the documents that have a group again and makes their sets: one block per unit.
 *
 * @param groupOf the group of each position, or 0. Shared
 * @param name distinguishes these groups from others of the same documents
 * @param known for each unit, sets that were made earlier, if any. They are overwritten
 * @param keepsUngrouped whether the known sets of documents without a group are kept as well; default: false
 */
export async function makeSets(
  parts: RunParts,
  units: readonly Unit[],
  sketched: Sketched,
  groupOf: Uint32Array,
  name: string,
  onDone: (done: number, total: number) => void,
  known: readonly (Block | undefined)[],
  keepsUngrouped = false,
): Promise<Block[]> {
  const { blocks, memory, thread } = parts
  const { firsts } = sketched
  const isLimited = memory.blocks !== Number.POSITIVE_INFINITY
  const bytes = isLimited ? setBytes(thread.store, sketched, groupOf) : undefined
  const kernelOf = kernelOptions(parts, true)
  const tasks = units.map((unit, number) => ({
    kind: 'sets' as const,
    unit,
    kernel: kernelOf(unit.file),
    sketch: sketched.blocks[number]!,
    first: firsts[number]!,
    count: firsts[number + 1]! - firsts[number]!,
    groupOf,
    known: known[number],
    keepsUngrouped: keepsUngrouped && known[number]?.path === undefined,
    location: blocks.locate(`sets-of-${name}-${number}`, bytes?.get(firsts[number]!) ?? 0),
  }))
  let done = 0
  return blocks.make(tasks, () => onDone(++done, tasks.length))
}

/** The size in bytes of the sets of each unit that is not empty, by the position of its first record. */
function setBytes(store: Blocks, sketched: Sketched, groupOf: Uint32Array): Map<number, number> {
  const bytes = new Map<number, number>()
  visitUnits(store, sketched, SKETCH.sizes, (sizes, first, count) => {
    let words = 0
    for (let i = 0; i < count; i++) if (groupOf[first + i] !== 0) words += sizes[i]! + SET_WORDS
    bytes.set(first, 4 * words)
  })
  return bytes
}
