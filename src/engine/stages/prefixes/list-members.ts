import { overlapFilter } from '../../../model/similarity.js'
import { hiddenOverlap } from '../../../text/wide-shingles.js'
import type { CandidateBlocks } from '../candidates/candidate-blocks.js'
import type { RecentPairs } from '../candidates/recent-pairs.js'
import type { PrefixTask } from '../tasks.js'
import { doubled } from '../threads/shared-words.js'
import { BIT_WORDS, differInMore } from './difference-bits.js'
import type { PrefixElements } from './prefix-keys.js'

/** A bound counts as reached slightly below it, so that rounding cannot lose a pair. All candidates are compared anyway. */
const ROUNDING = 1 - 1e-9

/** Where pairs that may reach the threshold are added, and which of them were added recently. */
export interface MeetingPairs {
  readonly candidates: CandidateBlocks
  readonly recent: RecentPairs
}

/**
 * The documents whose prefixes share an element, numbered 0, 1, 2, …, with all that decides whether two of them may reach the threshold. It
 * is copied from the columns of all elements, because a list of n documents has n² / 2 pairs, and most are ruled out at once.
 */
export class ListMembers {
  readonly #elements: PrefixElements
  readonly #task: Pick<PrefixTask, 'sizes' | 'bits'>
  readonly #required: (size: number, other: number) => number
  readonly #pairs: MeetingPairs
  /** Per document: position, size, index of the element, and the element before it. */
  #positions = new Uint32Array(64)
  #sizes = new Uint32Array(64)
  #indexes = new Uint32Array(64)
  #previous = new Uint32Array(64)
  #bits = new Uint32Array(64 * BIT_WORDS)
  #element = 0
  count = 0

  constructor(
    task: Pick<PrefixTask, 'sizes' | 'bits' | 'similarity' | 'threshold'>,
    elements: PrefixElements,
    pairs: MeetingPairs,
  ) {
    this.#elements = elements
    this.#task = task
    this.#required = overlapFilter(task.similarity, task.threshold * ROUNDING)
    this.#pairs = pairs
  }

  /** The set size of a document. */
  size(i: number): number {
    return this.#sizes[i]!
  }

  /** The index of the element in the prefix of a document. */
  index(i: number): number {
    return this.#indexes[i]!
  }

  /** Takes the documents from `start` to before `end`. */
  load(start: number, end: number): void {
    const { positions, elements, indexes, previous } = this.#elements
    const { sizes, bits } = this.#task
    this.count = end - start
    while (this.#positions.length < this.count) this.#grow()
    this.#element = elements[start]!
    for (let i = 0; i < this.count; i++) {
      const position = positions[start + i]!
      this.#positions[i] = position
      this.#sizes[i] = sizes[position]!
      this.#indexes[i] = indexes[start + i]!
      this.#previous[i] = previous[start + i]!
      if (bits.length === 0) continue
      for (let word = 0; word < BIT_WORDS; word++)
        this.#bits[BIT_WORDS * i + word] = bits[BIT_WORDS * position + word]!
    }
  }

  /**
   * Adds the pairs of a document and those from `from` to before `to` that may reach the threshold. Two documents that also share the
   * element before this one meet there or earlier, where they pass every test that they pass here.
   *
   * @param isSkipped nonzero for documents that do not count; default: all count
   */
  meet(i: number, from: number, to: number, isSkipped?: Uint8Array): void {
    const [positions, sizes, indexes, previous] = [
      this.#positions,
      this.#sizes,
      this.#indexes,
      this.#previous,
    ]
    const { recent, candidates } = this.#pairs
    const hasBits = this.#task.bits.length > 0
    const [size, before] = [sizes[i]!, previous[i]!]
    const rest = size - indexes[i]!
    const isFirst = before === this.#element
    for (let j = from; j < to; j++) {
      if (previous[j] === before && !isFirst) continue
      if (isSkipped !== undefined && isSkipped[j] !== 0) continue
      const otherSize = sizes[j]!
      const minOverlap = this.#required(size, otherSize) - hiddenOverlap(Math.min(size, otherSize))
      if (rest < minOverlap || otherSize - indexes[j]! < minOverlap) continue
      if (hasBits && differInMore(this.#bits, i, j, size + otherSize - 2 * minOverlap)) continue
      if (!recent.hasOrAdd(positions[i]!, positions[j]!)) candidates.add(positions[i]!, positions[j]!)
    }
  }

  #grow(): void {
    this.#positions = doubled(this.#positions)
    this.#sizes = doubled(this.#sizes)
    this.#indexes = doubled(this.#indexes)
    this.#previous = doubled(this.#previous)
    this.#bits = doubled(this.#bits)
  }
}
