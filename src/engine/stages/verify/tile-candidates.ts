import { countCandidates, sortCandidates, visitCandidates } from '../candidates/candidates.js'
import { tagOfTile } from '../candidates/tiles-task.js'
import type { VerifyTask } from '../tasks.js'
import type { ReusedArrays } from '../threads/reused-arrays.js'
import { setBit } from '../threads/shared-words.js'
import type { Thread } from '../threads/thread.js'
import type { TileSets } from './verify-tile.js'

/** Calls back with the candidates of a tile, as numbers of its documents, the smaller one first. */
type Visit = (use: (first: number, second: number) => void) => void

/** Bytes of bits per candidate that may be held: sorting takes more. */
const ROW_BYTES = 16
/** Candidates that fit where sorting would hold one: they are listed by their first document, which takes a word each. */
const LISTED_PER_HELD = 3
/** The maximum number of candidates of a piece. */
const MAX_PIECE = 2 ** 16
/** Lists of up to this many numbers are sorted by insertion. */
const SHORT = 24

/**
 * The candidates of a tile by the numbers of their documents, without repeats and in order, in pieces. Those of a whole group are one
 * piece. Other tiles may have any number: they are visited once for each range of the first document that fits into memory. When many
 * documents are all connected to each other, most candidates are repeats: then one bit per pair, for as many rows as fit, takes fewer visits.
 */
export function* candidatesOf(
  task: VerifyTask,
  sets: TileSets,
  { store, arrays }: Thread,
): Generator<Uint32Array, void> {
  const { numbers, documents } = sets
  const count = documents.length
  const tag = tagOfTile(task.number)
  const visit: Visit = (use) =>
    visitCandidates(
      store,
      task.candidates,
      (words) => {
        for (let i = 0; i < words.length; i += 2) use(numbers.of(words[i]!)!, numbers.of(words[i + 1]!)!)
      },
      tag,
    )
  if (task.isWhole) {
    yield wholeGroup(visit, count, countCandidates(store, task.candidates, tag), arrays)
    return
  }
  const counts = new Uint32Array(count)
  visit((first) => {
    counts[first]!++
  })
  const ends = rangeEnds(counts, LISTED_PER_HELD * task.maxHeld)
  const piece = arrays.words('tile-candidates', 2 * Math.min(task.maxHeld, MAX_PIECE))
  const rows = Math.min(count, Math.max(1, Math.floor((8 * ROW_BYTES * task.maxHeld) / count)))
  if (ends.length > Math.ceil(count / rows)) yield* candidatesByRows(visit, count, rows, piece, arrays)
  else yield* candidatesByRanges(visit, counts, ends, piece, arrays)
}

function wholeGroup(visit: Visit, count: number, candidates: number, arrays: ReusedArrays): Uint32Array {
  const words = arrays.words('tile-candidates', 2 * candidates)
  let filled = 0
  visit((first, second) => {
    words[filled++] = first
    words[filled++] = second
  })
  return sortCandidates(words, count, arrays)
}

/** The ends of ranges of documents that have at most this many candidates together, or of one document that has more. */
function rangeEnds(counts: Uint32Array, max: number): number[] {
  const ends: number[] = []
  let held = 0
  for (let number = 0; number < counts.length; number++) {
    if (held > 0 && held + counts[number]! > max) {
      ends.push(number)
      held = 0
    }
    held += counts[number]!
  }
  return [...ends, counts.length]
}

/** Lists the second documents of each first one, and removes repeats. A piece is valid until the next is requested. */
function* candidatesByRanges(
  visit: Visit,
  counts: Uint32Array,
  ends: readonly number[],
  piece: Uint32Array,
  arrays: ReusedArrays,
): Generator<Uint32Array, void> {
  const next = arrays.words('tile-next', counts.length)
  const listedFor = arrays.words('tile-listed-for', counts.length).fill(0)
  let filled = 0
  let from = 0
  for (const end of ends) {
    let total = 0
    for (let first = from; first < end; first++) {
      next[first] = total
      total += counts[first]!
    }
    const seconds = arrays.words('tile-seconds', total)
    visit((first, second) => {
      if (first >= from && first < end) seconds[next[first]!++] = second
    })
    let start = 0
    for (let first = from; first < end; first++) {
      let distinct = start
      for (let i = start; i < next[first]!; i++) {
        const second = seconds[i]!
        if (listedFor[second] === first + 1) continue
        listedFor[second] = first + 1
        seconds[distinct++] = second
      }
      sortRange(seconds, start, distinct)
      for (let i = start; i < distinct; i++) {
        piece[filled++] = first
        piece[filled++] = seconds[i]!
        if (filled < piece.length) continue
        yield piece
        filled = 0
      }
      start = next[first]!
    }
    from = end
  }
  if (filled > 0) yield piece.subarray(0, filled)
}

/** Sorts a part of the words; a call of the native sort costs more than most of the lists here. */
function sortRange(words: Uint32Array, start: number, end: number): void {
  if (end - start > SHORT) {
    words.subarray(start, end).sort()
    return
  }
  for (let i = start + 1; i < end; i++) {
    const word = words[i]!
    let to = i
    while (to > start && words[to - 1]! > word) words[to] = words[--to]!
    words[to] = word
  }
}

function* candidatesByRows(
  visit: Visit,
  count: number,
  rows: number,
  piece: Uint32Array,
  arrays: ReusedArrays,
): Generator<Uint32Array, void> {
  const bits = arrays.words('tile-bits', Math.ceil((rows * count) / 32))
  for (let from = 0; from < count; from += rows) {
    bits.fill(0)
    visit((first, second) => {
      const row = first - from
      if (row >= 0 && row < rows) setBit(bits, row * count + second)
    })
    yield* pairsOfBits(bits, from, count, piece)
  }
}

/** The pairs whose bits are set, ascending, in pieces of at most as many words as given; a piece is valid until the next is requested. */
function* pairsOfBits(
  bits: Uint32Array,
  from: number,
  count: number,
  words: Uint32Array,
): Generator<Uint32Array, void> {
  let end = 0
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      const bit = 32 * word + 31 - Math.clz32(rest & -rest)
      const row = Math.floor(bit / count)
      words[end++] = from + row
      words[end++] = bit - row * count
      if (end < words.length) continue
      yield words
      end = 0
    }
  }
  if (end > 0) yield words.subarray(0, end)
}
