import { MEMBER, WasmMembers } from '../../../kernel/wasm-members.js'
import { minOverlapShare, overlapFilter } from '../../../model/similarity.js'
import { hiddenOverlap, WIDE_FROM } from '../../../text/wide-shingles.js'
import type { CandidateBlocks } from '../candidates/candidate-blocks.js'
import type { RecentPairs } from '../candidates/recent-pairs.js'
import type { PrefixTask } from '../tasks.js'
import { doubled } from '../threads/shared-words.js'
import type { Thread } from '../threads/thread.js'
import { BIT_WORDS, differInMore, MAX_TELLING } from './difference-bits.js'
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
 * is copied from the columns of all elements to memory of the kernel, because a list of n documents has n² / 2 pairs, and most are ruled
 * out at once.
 */
export class ListMembers {
  readonly #elements: PrefixElements
  readonly #task: Pick<PrefixTask, 'sizes' | 'bits'>
  readonly #required: (size: number, other: number) => number
  /** Undefined if the kernel cannot compute the required overlap. */
  readonly #share: number | undefined
  readonly #maxTelling: number
  readonly #pairs: MeetingPairs
  readonly #kernel: WasmMembers
  #positions = new Uint32Array(64)
  #element = 0
  #hasLong = false
  count = 0

  constructor(
    task: Pick<PrefixTask, 'sizes' | 'bits' | 'similarity' | 'threshold'>,
    elements: PrefixElements,
    pairs: MeetingPairs,
    thread: Thread,
  ) {
    const threshold = task.threshold * ROUNDING
    this.#elements = elements
    this.#task = task
    this.#required = overlapFilter(task.similarity, threshold)
    this.#share = minOverlapShare(task.similarity, threshold)
    this.#maxTelling = task.bits.length > 0 ? MAX_TELLING : -1
    this.#pairs = pairs
    this.#kernel = thread.keep('members', 0, () => new WasmMembers())
  }

  /** The set size of a document. */
  size(i: number): number {
    return this.#kernel.words[MEMBER.words * i + MEMBER.size]!
  }

  /** The index of the element in the prefix of a document. */
  index(i: number): number {
    return this.size(i) - this.#kernel.words[MEMBER.words * i + MEMBER.rest]!
  }

  /** Takes the documents from `start` to before `end`; none is marked. */
  load(start: number, end: number): void {
    const { positions, elements, indexes, previous } = this.#elements
    const { sizes, bits } = this.#task
    this.count = end - start
    this.#kernel.reserve(this.count)
    if (this.#positions.length < this.count) this.#positions = doubled(this.#positions, this.count)
    this.#element = elements[start]!
    this.#hasLong = false
    const { words } = this.#kernel
    for (let i = start, at = 0; i < end; i++, at += MEMBER.words) {
      const position = positions[i]!
      const size = sizes[position]!
      this.#positions[i - start] = position
      words[at + MEMBER.previous] = previous[i]!
      words[at + MEMBER.size] = size
      words[at + MEMBER.rest] = size - indexes[i]!
      words[at + MEMBER.isMarked] = 0
      if (size >= WIDE_FROM) this.#hasLong = true
      if (bits.length === 0) continue
      for (let word = 0; word < BIT_WORDS; word++)
        words[at + MEMBER.bits + word] = bits[BIT_WORDS * position + word]!
    }
  }

  /** Marks documents: `isMarked` is nonzero for them. */
  mark(isMarked: Uint8Array): void {
    const { words } = this.#kernel
    for (let i = 0; i < this.count; i++) words[MEMBER.words * i + MEMBER.isMarked] = isMarked[i]!
  }

  /**
   * Adds the pairs of a document and those from `from` to before `to` that may reach the threshold. Two documents that also share the
   * element before this one meet there or earlier, where they pass every test that they pass here.
   *
   * @param skipsMarked whether marked documents do not count
   */
  meet(i: number, from: number, to: number, skipsMarked = false): void {
    if (this.#share === undefined || this.#hasLong) {
      this.#meetHere(i, from, to, skipsMarked)
      return
    }
    const kernel = this.#kernel
    const count = kernel.meet(this.#element, i, from, to, skipsMarked, this.#share, this.#maxTelling)
    for (let k = 0; k < count; k++) this.#add(i, kernel.found[k]!)
  }

  /** The same for every similarity, and for long documents. */
  #meetHere(i: number, from: number, to: number, skipsMarked: boolean): void {
    const { words } = this.#kernel
    const own = MEMBER.words * i
    const [size, rest, before] = [
      words[own + MEMBER.size]!,
      words[own + MEMBER.rest]!,
      words[own + MEMBER.previous]!,
    ]
    const isFirst = before === this.#element
    for (let j = from, at = MEMBER.words * from; j < to; j++, at += MEMBER.words) {
      if (words[at + MEMBER.previous] === before && !isFirst) continue
      if (skipsMarked && words[at + MEMBER.isMarked] !== 0) continue
      const otherSize = words[at + MEMBER.size]!
      const minOverlap = this.#required(size, otherSize) - hiddenOverlap(Math.min(size, otherSize))
      if (rest < minOverlap || words[at + MEMBER.rest]! < minOverlap) continue
      const maxDifferent = size + otherSize - 2 * minOverlap
      if (this.#maxTelling > 0 && differInMore(words, own + MEMBER.bits, at + MEMBER.bits, maxDifferent))
        continue
      this.#add(i, j)
    }
  }

  #add(i: number, j: number): void {
    const [one, other] = [this.#positions[i]!, this.#positions[j]!]
    const { recent, candidates } = this.#pairs
    if (!recent.hasOrAdd(one, other)) candidates.add(one, other)
  }
}
