// The records that the kernel in WebAssembly writes: RECORD_WORDS words each, in the memory that it shares with the host.

import { collectSortedSets, type SetCollection } from '../model/set-collection.js'
import { type KernelLayout, RECORD_WORDS } from './layout.js'

/** How far the kernel got with a record. */
export const STATUS = { done: 0, hostLine: 1, hostText: 2, hostNormal: 3 } as const
/** The words of a record. */
export const WORD = {
  start: 0,
  end: 1,
  id: 2,
  status: 4,
  size: 5,
  setStart: 6,
  idLocation: 7,
  content: 8,
  text: 12,
} as const

/** The index of the first word of a record. */
export function recordAt({ records }: KernelLayout, record: number): number {
  return (records >> 2) + record * RECORD_WORDS
}

/** `width` words of each record, starting at word `first`. */
export function readColumn(
  words: Uint32Array,
  layout: KernelLayout,
  count: number,
  first: number,
  width: number,
): Uint32Array {
  const column = new Uint32Array(count * width)
  let at = recordAt(layout, 0) + first
  for (let record = 0; record < count; record++, at += RECORD_WORDS) {
    for (let i = 0; i < width; i++) column[record * width + i] = words[at + i]!
  }
  return column
}

/** The sets of all records. They are already contiguous, unless JavaScript handled some of the records later. */
export function readSets(
  words: Uint32Array,
  layout: KernelLayout,
  count: number,
  asViews: boolean,
): SetCollection {
  const sets = layout.sets >> 2
  const offsets = new Uint32Array(count + 1)
  let inOrder = true
  for (let record = 0; record < count; record++) {
    const at = recordAt(layout, record)
    const size = words[at + WORD.size]!
    inOrder &&= size === 0 || words[at + WORD.setStart] === offsets[record]
    offsets[record + 1] = offsets[record]! + size
  }
  if (inOrder) {
    const elements = words.subarray(sets, sets + offsets[count]!)
    return { count, offsets, elements: asViews ? elements : elements.slice() }
  }
  return collectSortedSets(
    Array.from({ length: count }, (_, record) => {
      const start = sets + words[recordAt(layout, record) + WORD.setStart]!
      return words.subarray(start, start + offsets[record + 1]! - offsets[record]!)
    }),
  )
}
