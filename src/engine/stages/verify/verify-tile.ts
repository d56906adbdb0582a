import { overlapOfSorted } from '../../../distance/sorted-sets.js'
import type { Kernel } from '../../../kernel/kernel.js'
import { addDirections, type Comparison, matchSimilarity, minOverlapOf } from '../../../model/match-bounds.js'
import { type PairBatch, PairBuilder, sortPairs } from '../../../model/pair.js'
import { isSymmetric, type Similarity } from '../../../model/similarity.js'
import { wideOverlap } from '../../../text/wide-shingles.js'
import type { Block } from '../blocks/block.js'
import { countCandidates, sortCandidates, visitCandidates } from '../candidates/candidates.js'
import { tagOfTile } from '../candidates/tiles-task.js'
import { DocumentNumbers } from '../groups/document-numbers.js'
import { readSets, readWideSets, storedBytes } from '../groups/stored-sets.js'
import type { VerifyTask } from '../tasks.js'
import type { ReusedArrays } from '../threads/reused-arrays.js'
import { concatenateWords, setBit } from '../threads/shared-words.js'
import type { Thread } from '../threads/thread.js'

/** The sets of the documents of a tile, numbered 0, 1, 2, …. */
export class TileSets {
  /** Positions, rising. */
  readonly documents: Uint32Array
  readonly numbers: DocumentNumbers
  readonly #sets: Uint32Array[]
  /** The sets of long documents, by number. */
  readonly #wide = new Map<number, Float64Array>()

  constructor({ store, arrays }: Thread, blocks: readonly Block[], { one, other }: VerifyTask['tile']) {
    const groups = one === other ? [one] : [one, other]
    const room = arrays.room('tile-sets', storedBytes(store, blocks, groups))
    const parts = groups.flatMap((group) => readSets(store, blocks, group, room))
    this.documents = concatenateWords(parts.map(({ positions }) => positions)).sort()
    this.numbers = new DocumentNumbers(this.documents)
    this.#sets = new Array<Uint32Array>(this.documents.length)
    for (const { positions, sizes, elements } of parts) {
      let end = 0
      for (let i = 0; i < positions.length; i++) {
        this.#sets[this.numbers.of(positions[i]!)!] = elements.subarray(end, end + sizes[i]!)
        end += sizes[i]!
      }
    }
    for (const group of groups) {
      for (const [position, set] of readWideSets(store, blocks, group))
        this.#wide.set(this.numbers.of(position)!, set)
    }
  }

  of(number: number): Uint32Array {
    return this.#sets[number]!
  }

  /** The larger of both directions. */
  similarity(measure: Similarity, one: number, other: number): number {
    const { overlap, sizes } = this.wideOverlap(one, other) ?? {
      overlap: overlapOfSorted(this.of(one), this.of(other)),
      sizes: [this.of(one).length, this.of(other).length] as const,
    }
    return matchSimilarity(measure, overlap, ...sizes)
  }

  /** The number of elements that two long documents have in common, and the sizes of their sets; undefined if one is not long. */
  wideOverlap(
    one: number,
    other: number,
  ): { readonly overlap: number; readonly sizes: readonly [number, number] } | undefined {
    if (this.#wide.size === 0) return undefined
    const left = this.#wide.get(one)
    const right = left && this.#wide.get(other)
    return right && { overlap: wideOverlap(left, right), sizes: [left.length, right.length] }
  }
}

/** Visits the candidates of a tile. */
type Visit = (use: (words: Uint32Array) => void) => void

/** Bytes of bits per candidate that may be held: sorting takes more. */
const ROW_BYTES = 16

/**
 * The candidates of a tile by the numbers of their documents, without repeats and in order, in pieces. Those of a whole group are one
 * piece. Other tiles may have any number: they are visited once for each range of the first document, and sorted. When many documents are
 * all connected to each other, most candidates are repeats: then one bit per pair, for as many rows as fit, takes fewer ranges.
 */
export function* candidatesOf(
  task: VerifyTask,
  sets: TileSets,
  { store, arrays }: Thread,
): Generator<Uint32Array, void> {
  const count = sets.documents.length
  const tag = tagOfTile(task.number)
  const visit: Visit = (use) => visitCandidates(store, task.candidates, use, tag)
  const ranges = task.isWhole
    ? [{ end: count, candidates: countCandidates(store, task.candidates, tag) }]
    : rangesOf(visit, sets, task.maxHeld)
  const rows = Math.min(count, Math.max(1, Math.floor((8 * ROW_BYTES * task.maxHeld) / count)))
  if (ranges.length > Math.ceil(count / rows)) {
    yield* candidatesByRows(visit, sets, rows, task.maxHeld, arrays)
  } else yield* candidatesByRanges(visit, sets, ranges, arrays)
}

/** Documents before `end` and after the previous range, and the number of their candidates, including repeats. */
interface Range {
  readonly end: number
  readonly candidates: number
}

/** Ranges of documents that have at most this many candidates together, or of one document that has more. */
function rangesOf(visit: Visit, { numbers, documents }: TileSets, most: number): Range[] {
  const candidates = new Uint32Array(documents.length)
  visit((words) => {
    for (let i = 0; i < words.length; i += 2) candidates[numbers.of(words[i]!)!]!++
  })
  const ranges: Range[] = []
  let held = 0
  for (let number = 0; number < candidates.length; number++) {
    if (held > 0 && held + candidates[number]! > most) {
      ranges.push({ end: number, candidates: held })
      held = 0
    }
    held += candidates[number]!
  }
  return [...ranges, { end: documents.length, candidates: held }]
}

function* candidatesByRanges(
  visit: Visit,
  { numbers, documents }: TileSets,
  ranges: readonly Range[],
  arrays: ReusedArrays,
): Generator<Uint32Array, void> {
  let from = 0
  for (const { end, candidates } of ranges) {
    const words = arrays.words('tile-candidates', 2 * candidates)
    let filled = 0
    visit((positions) => {
      for (let i = 0; i < positions.length; i += 2) {
        const first = numbers.of(positions[i]!)!
        if (first < from || first >= end) continue
        words[filled++] = first
        words[filled++] = numbers.of(positions[i + 1]!)!
      }
    })
    yield sortCandidates(words, documents.length, arrays)
    from = end
  }
}

function* candidatesByRows(
  visit: Visit,
  { numbers, documents }: TileSets,
  rows: number,
  most: number,
  arrays: ReusedArrays,
): Generator<Uint32Array, void> {
  const count = documents.length
  const bits = arrays.words('tile-bits', Math.ceil((rows * count) / 32))
  for (let first = 0; first < count; first += rows) {
    bits.fill(0)
    visit((words) => {
      for (let i = 0; i < words.length; i += 2) {
        const row = numbers.of(words[i]!)! - first
        if (row >= 0 && row < rows) setBit(bits, row * count + numbers.of(words[i + 1]!)!)
      }
    })
    yield* pairsOfBits(bits, first, count, arrays.words('tile-candidates', 2 * most))
  }
}

/** The pairs whose bits are set, ascending, in pieces of at most as many words as given; a piece is valid until the next is requested. */
function* pairsOfBits(
  bits: Uint32Array,
  first: number,
  count: number,
  words: Uint32Array,
): Generator<Uint32Array, void> {
  let end = 0
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      const bit = 32 * word + 31 - Math.clz32(rest & -rest)
      const row = Math.floor(bit / count)
      words[end++] = first + row
      words[end++] = bit - row * count
      if (end < words.length) continue
      yield words
      end = 0
    }
  }
  if (end > 0) yield words.subarray(0, end)
}

/**
 * The candidates that reach the threshold, in each direction that does, ordered by a, then b.
 *
 * @param own only pairs whose a is one of the first so many documents; default: all
 */
export function verify(
  candidates: Uint32Array,
  sets: TileSets,
  comparison: Comparison,
  kernel: Kernel,
  own = sets.documents.length,
): PairBatch {
  const pairs = new PairBuilder()
  const add = (a: number, b: number, similarity: number) => {
    if (a < own) pairs.add(a, b, similarity)
  }
  let kept = -1
  let left = new Uint32Array(0) as Uint32Array
  for (let i = 0; i < candidates.length; i += 2) {
    const a = candidates[i]!
    const b = candidates[i + 1]!
    if (a !== kept) {
      kept = a
      left = sets.of(a)
      kernel.keep(left)
    }
    const wide = sets.wideOverlap(a, b)
    if (wide !== undefined) {
      addDirections(comparison, wide.overlap, [a, b], wide.sizes, add)
      continue
    }
    const right = sets.of(b)
    const overlap = kernel.overlapAtLeast(right, minOverlapOf(comparison, left.length, right.length))
    if (overlap >= 0) addDirections(comparison, overlap, [a, b], [left.length, right.length], add)
  }
  return isSymmetric(comparison.similarity) ? pairs.pairs() : sortPairs(pairs.pairs())
}
