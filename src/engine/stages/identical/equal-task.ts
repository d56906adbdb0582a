import { firstOfEach } from '../../../join/identical.js'
import type { Blocks } from '../../ports.js'
import { SKETCH, type Sketched, visitUnits } from '../read/sketched.js'
import type { EqualTask } from '../tasks.js'
import { concatenateWords, doubled } from '../threads/shared-words.js'
import type { Thread } from '../threads/thread.js'

/**
 * The records that equal an earlier one in the hash of their content, their text or their id: two words for each, the earlier one's
 * position and its own. A task looks at the hashes of its share only.
 */
export function runEqualTask(task: EqualTask, { store }: Thread): Uint32Array {
  const width = task.tag === SKETCH.contents ? 4 : 2
  const { positions, hashes, count } = gather(store, task, width)
  const same = (x: number, y: number) => {
    for (let word = 0; word < width; word++) {
      if (hashes[width * x + word] !== hashes[width * y + word]) return false
    }
    return true
  }
  const firsts = firstOfEach(count, (i) => hashes[width * i + 1]!, same)
  let repeats = 0
  for (let i = 0; i < count; i++) if (firsts[i] !== i) repeats++
  const found = new Uint32Array(2 * repeats)
  let end = 0
  for (let i = 0; i < count; i++) {
    if (firsts[i] === i) continue
    found[end++] = positions[firsts[i]!]!
    found[end++] = positions[i]!
  }
  return found
}

/** The positions and hashes of the share, in rising order; records that are left out have none. */
function gather(store: Blocks, { sketched, tag, share, shares, leftOut }: EqualTask, width: number) {
  const total = sketched.firsts.at(-1)!
  let positions = new Uint32Array(Math.ceil((1.1 * total) / shares) + 16)
  let hashes = new Uint32Array(width * positions.length)
  let count = 0
  let next = 0
  visitUnits(store, sketched, tag, (words, first, records) => {
    for (let i = 0; i < records; i++) {
      const position = first + i
      if (leftOut[next] === position) {
        next++
        continue
      }
      if (shares > 1 && Math.floor((words[width * i]! * shares) / 2 ** 32) !== share) continue
      if (count === positions.length) {
        positions = doubled(positions)
        hashes = doubled(hashes)
      }
      positions[count] = position
      for (let word = 0; word < width; word++) hashes[width * count + word] = words[width * i + word]!
      count++
    }
  })
  return { positions, hashes, count }
}

/** Positions of records without a shingle, rising; bad ones among them. */
export function emptyPositions(store: Blocks, sketched: Sketched): Uint32Array {
  const parts: Uint32Array[] = []
  visitUnits(store, sketched, SKETCH.sizes, (sizes, first, records) => {
    const found = new Uint32Array(records)
    let end = 0
    for (let i = 0; i < records; i++) if (sizes[i] === 0) found[end++] = first + i
    if (end > 0) parts.push(found.slice(0, end))
  })
  return concatenateWords(parts)
}
