import type { ItemIndex, ItemIndexOptions, ItemMatch } from '../apps/decontaminate/item-index.js'

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

/** The data that a worker is started with. */
export interface ContaminationWorkerData {
  readonly items: readonly string[]
  readonly options: ItemIndexOptions
  readonly textFields: readonly string[]
}

/** The answer of a worker. */
export interface ContaminationAnswer {
  readonly found?: readonly FoundInRecord[]
  readonly problem?: string
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
