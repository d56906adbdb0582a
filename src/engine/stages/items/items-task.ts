import type { ItemIndexOptions } from '../../../model/benchmark-item.js'
import { textReader } from '../../../read/json-field.js'
import type { Thread } from '../threads/thread.js'
import { ItemIndex, type ItemMatch } from './item-index.js'

/** Records as JSON, concatenated. */
export interface Lines {
  readonly bytes: Uint8Array
  /** Where each ends. */
  readonly ends: Uint32Array
}

/** What was found in a record; the records of a batch are numbered from 0. */
export interface FoundInRecord {
  readonly record: number
  readonly matches: readonly ItemMatch[]
}

/** Look for the same items in a batch of records. */
export interface ItemsTask {
  readonly kind: 'items'
  readonly items: readonly string[]
  readonly options: ItemIndexOptions
  readonly textFields: readonly string[]
  readonly lines: Lines
}

/** Each thread of a run has its own index of the items. */
export function runItemsTask(
  { items, options, textFields, lines }: ItemsTask,
  thread: Thread,
): readonly FoundInRecord[] {
  const index = thread.keep('items', 0, () => {
    const made = new ItemIndex(options)
    for (const text of items) made.add(text)
    return made
  })
  return findInLines(index, textReader(textFields), lines)
}

/** The items in each of some records that has any. */
export function findInLines(
  index: ItemIndex,
  readText: (line: Uint8Array) => string,
  { bytes, ends }: Lines,
): FoundInRecord[] {
  const found: FoundInRecord[] = []
  let start = 0
  ends.forEach((end, record) => {
    const matches = index.find(readText(bytes.subarray(start, end)))
    if (matches.length > 0) found.push({ record, matches })
    start = end
  })
  return found
}
