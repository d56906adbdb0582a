import type { Blocks } from '../../ports.js'
import { readWords, withBlock } from '../blocks/segments.js'
import { sortCandidates } from '../candidates/candidates.js'
import { equalKeys } from '../read/equal-keys.js'
import { SKETCH, type Sketched, type UnitMetadata } from '../read/sketched.js'
import type { EqualTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import type { EqualRecords } from './copies.js'
import { equalTexts } from './equal-texts.js'

/** Finds the records whose content or id has the same hash as an earlier one. A task examines only the hashes of its share. */
export function runEqualTask(task: EqualTask, thread: Thread): EqualRecords {
  const { sketched, tag } = task
  const { firsts } = sketched
  const width = tag === SKETCH.contents ? 4 : 2
  const equal = equalKeys({ ...task, width, count: firsts.at(-1)! - firsts[0]! }, thread)
  const { members, starts } = equal
  const groups = starts.length - 1
  const found = new Uint32Array(2 * (members.length - groups))
  let end = 0
  for (let group = 0; group < groups; group++) {
    const first = starts[group]!
    for (let i = first + 1; i < starts[group + 1]!; i++) {
      found[end++] = members[first]!
      found[end++] = members[i]!
    }
  }
  const texts = tag === SKETCH.contents ? equalTexts(thread.store, sketched, equal) : undefined
  const count = firsts.at(-1)!
  // Here, because all threads sort at the same time.
  return { found: sortCandidates(found, count), ...(texts && { texts: sortCandidates(texts, count) }) }
}

/** Positions of records without a shingle, ascending, including bad ones. */
export function emptyPositions(
  store: Blocks,
  sketched: Sketched,
  metadata: readonly UnitMetadata[],
): Uint32Array {
  const found = new Uint32Array(metadata.reduce((sum, { empty }) => sum + empty, 0))
  let end = 0
  metadata.forEach(({ empty }, unit) => {
    if (empty === 0) return
    const sizes = withBlock(store, sketched.blocks[unit]!, (reader) => readWords(reader, SKETCH.sizes))
    for (let i = 0; i < sizes.length; i++) if (sizes[i] === 0) found[end++] = sketched.firsts[unit]! + i
  })
  return found
}
