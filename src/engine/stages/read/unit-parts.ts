// What a unit is read as: batches of records, one after the other.

import type { RecordBatch } from '../../../kernel/kernel.js'
import type { UnitMetadata } from './sketched.js'

/** A batch of records, and where the bytes that it was read from begin in the file. */
export interface Part {
  readonly offset: number
  readonly batch: RecordBatch
}

/** Represents a line that is too long as a bad record, so that it has a position like any other. */
export function skippedLine(bytes: number, problem: string, keys: number): RecordBatch {
  return {
    count: 1,
    consumed: bytes + 1,
    starts: new Uint32Array(1),
    // A line of 4 GiB or more ends beyond what a word can hold, but it is never read again.
    ends: Uint32Array.of(Math.min(bytes, 2 ** 32 - 1)),
    idHashes: new Uint32Array(2),
    sizes: new Uint32Array(1),
    contents: new Uint32Array(4),
    texts: new Uint32Array(2),
    keys: new Uint32Array(keys),
    signatures: undefined,
    sets: undefined,
    bad: [{ record: 0, problem }],
    unicodeFallbacks: 0,
  }
}

/** For each record, the offset of its line in the unit, and its length in bytes. */
export function locationsOf(parts: readonly Part[], count: number, from: number): Uint32Array {
  const locations = new Uint32Array(2 * count)
  let end = 0
  for (const { offset, batch } of parts) {
    for (let i = 0; i < batch.count; i++) {
      locations[end++] = offset - from + batch.starts[i]!
      locations[end++] = batch.ends[i]! - batch.starts[i]!
    }
  }
  return locations
}

export function unitMetadata(
  parts: readonly Part[],
  count: number,
  sizes: Uint32Array,
  locations: Uint32Array,
): Omit<UnitMetadata, 'withoutId'> {
  let [before, empty, shingles, longest] = [0, 0, 0, 0]
  const bad: { record: number; problem: string }[] = []
  for (const { batch } of parts) {
    for (const { record, problem } of batch.bad) bad.push({ record: before + record, problem })
    before += batch.count
  }
  for (let i = 0; i < count; i++) {
    if (sizes[i] === 0) empty++
    shingles += sizes[i]!
    longest = Math.max(longest, locations[2 * i + 1]!)
  }
  return {
    count,
    bad,
    unicodeFallbacks: parts.reduce((sum, { batch }) => sum + batch.unicodeFallbacks, 0),
    empty,
    shingles,
    longest,
  }
}
