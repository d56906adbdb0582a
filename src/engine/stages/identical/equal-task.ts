import { RepeatFilter } from '../../../hash/repeat-filter.js'
import { firstOfEach } from '../../../join/identical.js'
import type { Blocks } from '../../ports.js'
import { readWords, withBlock } from '../blocks/segments.js'
import { SKETCH, type Sketched, type UnitMetadata, visitUnits } from '../read/sketched.js'
import type { EqualTask } from '../tasks.js'
import { shareRange } from '../threads/share-range.js'
import { doubled } from '../threads/shared-words.js'
import type { Thread } from '../threads/thread.js'

/**
 * Finds the records whose content or id has the same hash as an earlier one. Returns two words for each: the position of the earlier one,
 * and its own. A task examines only the hashes of its share.
 */
export function runEqualTask(task: EqualTask, { store, arrays }: Thread): Uint32Array {
  const width = task.tag === SKETCH.contents ? 4 : 2
  const { positions, hashes, count } = gather(store, task, width)
  const repeated = repeatedOnes(hashes, width, count, new RepeatFilter(count, arrays.words))
  const same = (x: number, y: number) => {
    const [one, other] = [width * repeated[x]!, width * repeated[y]!]
    for (let word = 0; word < task.words; word++) {
      if (hashes[one + word] !== hashes[other + word]) return false
    }
    return true
  }
  const firsts = firstOfEach(repeated.length, (i) => hashes[width * repeated[i]! + 1]!, same)
  let repeats = 0
  for (let i = 0; i < firsts.length; i++) if (firsts[i] !== i) repeats++
  const found = new Uint32Array(2 * repeats)
  let end = 0
  for (let i = 0; i < firsts.length; i++) {
    if (firsts[i] === i) continue
    found[end++] = positions[repeated[firsts[i]!]!]!
    found[end++] = positions[repeated[i]!]!
  }
  return found
}

/** The indexes of the hashes that may be repeated, ascending. */
function repeatedOnes(hashes: Uint32Array, width: number, count: number, filter: RepeatFilter): Uint32Array {
  for (let i = 0; i < count; i++) filter.add(hashes[width * i + 1]!)
  const repeated = new Uint32Array(Math.min(count, 2 * filter.repeats))
  let end = 0
  for (let i = 0; i < count; i++) if (filter.mayRepeat(hashes[width * i + 1]!)) repeated[end++] = i
  return repeated.subarray(0, end)
}

/** The positions and hashes of the share, ascending, without the records that are left out. */
function gather(store: Blocks, { sketched, tag, share, shares, excluded }: EqualTask, width: number) {
  const { firsts } = sketched
  const inUnit = firsts.reduce(
    (largest, first, unit) => Math.max(largest, (firsts[unit + 1] ?? first) - first),
    0,
  )
  const range = shareRange(share, shares)
  let positions = new Uint32Array(Math.ceil((1.05 * firsts.at(-1)!) / shares) + inUnit)
  let hashes = new Uint32Array(width * positions.length)
  let count = 0
  let next = 0
  visitUnits(store, sketched, tag, (words, first, records) => {
    if (count + records > positions.length) {
      positions = doubled(positions, count + records)
      hashes = doubled(hashes, width * (count + records))
    }
    // Compared as 32-bit words, so that no hash becomes a floating-point number.
    const low = range.first >>> 0
    const span = range.span >>> 0
    let end = count
    for (let i = 0; i < records; i++) {
      if ((words[width * i]! - low) >>> 0 > span) continue
      const position = first + i
      while (excluded[next]! < position) next++
      if (excluded[next] === position) continue
      positions[end] = position
      for (let word = 0; word < width; word++) hashes[width * end + word] = words[width * i + word]!
      end++
    }
    count = end
  })
  return { positions, hashes, count }
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
