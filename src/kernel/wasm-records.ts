// The records that the kernel in WebAssembly writes to the memory that it shares with the host: columns with room for the maximum number
// of records.

import { collectSortedSets, type SetCollection } from '../model/set-collection.js'

/** How far the kernel got with a record. */
export const STATUS = { done: 0, hostLine: 1, hostText: 2, hostNormal: 3 } as const
/** The columns, by the number of words per record of those before each. */
export const COLUMN = {
  start: 0,
  end: 1,
  id: 2,
  status: 4,
  size: 5,
  setStart: 6,
  idEnd: 7,
  content: 8,
  text: 12,
} as const

/** The sets of all records. They are already contiguous, unless JavaScript handled some of the records later. */
export function readSets(
  sizes: Uint32Array,
  starts: Uint32Array,
  elements: Uint32Array,
  asViews: boolean,
): SetCollection {
  const count = sizes.length
  const offsets = new Uint32Array(count + 1)
  let inOrder = true
  for (let record = 0; record < count; record++) {
    const size = sizes[record]!
    inOrder &&= size === 0 || starts[record] === offsets[record]
    offsets[record + 1] = offsets[record]! + size
  }
  if (inOrder) {
    const used = elements.subarray(0, offsets[count]!)
    return { count, offsets, elements: asViews ? used : used.slice() }
  }
  return collectSortedSets(
    Array.from(sizes, (size, record) => elements.subarray(starts[record]!, starts[record]! + size)),
  )
}
