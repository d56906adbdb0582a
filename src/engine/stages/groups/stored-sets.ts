import { ReusedBytes } from '../../../model/reused-bytes.js'
import type { BlockReader, Blocks, SegmentTarget } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { findSegment, numbersOf, readWords, withBlock, wordsOf } from '../blocks/segments.js'
import { toEight } from '../threads/reused-arrays.js'
import { hasBit } from '../threads/shared-words.js'

/** Added to the number of a group to make the tag of its wide sets. */
export const WIDE = 2 ** 31

/**
 * The tag of the sets of documents that are in no group, if these are kept for a later stage. They have the numbers of their records in the
 * unit instead of positions.
 */
export const UNGROUPED = WIDE - 1

/** Some documents of a group, followed by their sets. */
export interface SetsOfGroup {
  readonly positions: Uint32Array
  readonly sizes: Uint32Array
  readonly elements: Uint32Array
}

/** The size of the buffer needed for those sets of a group that are in files. */
export function storedBytes(store: Blocks, blocks: readonly Block[], group: number): number {
  let bytes = 0
  for (const block of blocks) {
    if (block.path === undefined) continue
    withBlock(store, block, (reader) => {
      bytes += toEight(findSegment(reader, group)?.bytes ?? 0)
    })
  }
  return bytes
}

/**
 * The sets of one group: one part from each unit that has any.
 *
 * @param target where sets from files are read to; default: newly allocated memory
 */
export function readSets(
  store: Blocks,
  blocks: readonly Block[],
  group: number,
  target?: SegmentTarget,
): SetsOfGroup[] {
  return blocks.flatMap((block) =>
    withBlock(store, block, (reader) => {
      const words = readWords(reader, group, target)
      return words.length === 0 ? [] : setsIn(words)
    }),
  )
}

/** The content of a segment with sets. */
export function setsIn(words: Uint32Array): SetsOfGroup {
  const count = words[0]!
  return {
    positions: words.subarray(1, 1 + count),
    sizes: words.subarray(1 + count, 1 + 2 * count),
    elements: words.subarray(1 + 2 * count),
  }
}

/**
 * The sets of some documents, by position, as far as they are in memory: views of the blocks.
 *
 * @param wanted the documents, one bit per position
 */
export function setsInMemory(
  store: Blocks,
  blocks: readonly Block[],
  wanted: Uint32Array,
): Map<number, Uint32Array> {
  const sets = new Map<number, Uint32Array>()
  for (const block of blocks) {
    if (block.path !== undefined) continue
    withBlock(store, block, (reader) => {
      for (const location of reader.locations) {
        if (location.tag >= UNGROUPED) continue
        const { positions, sizes, elements } = setsIn(wordsOf(reader.read(location)))
        let end = 0
        for (let i = 0; i < positions.length; i++) {
          const position = positions[i]!
          const start = end
          end += sizes[i]!
          if (hasBit(wanted, position)) sets.set(position, elements.subarray(start, end))
        }
      }
    })
  }
  return sets
}

/** Calls `visit` with every document of some groups and the size of its set. */
export function visitSetSizes(
  store: Blocks,
  blocks: readonly Block[],
  visit: (position: number, size: number) => void,
): void {
  const reused = new ReusedBytes()
  for (const block of blocks) {
    withBlock(store, block, (reader) => {
      for (const location of reader.locations) {
        if (location.tag >= UNGROUPED) continue
        const words = wordsOf(reader.read(location, reused))
        const count = words[0]!
        for (let i = 1; i <= count; i++) visit(words[i]!, words[count + i]!)
      }
    })
  }
}

/** The wide sets of the long documents of one group in a block, by position. */
export function readWideSets(reader: BlockReader, group: number): Map<number, Float64Array> {
  const sets = new Map<number, Float64Array>()
  const location = findSegment(reader, WIDE + group)
  const numbers = location === undefined ? new Float64Array(0) : numbersOf(reader.read(location))
  for (let at = 0; at < numbers.length; ) {
    const end = at + 2 + numbers[at + 1]!
    sets.set(numbers[at]!, numbers.subarray(at + 2, end))
    at = end
  }
  return sets
}
