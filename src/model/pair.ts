import { addUp } from './add-up.js'
import { countUp } from './count-up.js'
import type { DocumentId } from './document.js'

/** Two documents and their exact similarity; `a` comes before `b` in the input. */
export interface Pair<Id extends DocumentId = DocumentId, OtherId extends DocumentId = Id> {
  readonly a: Id
  readonly b: OtherId
  /** The exact similarity, in [0, 1]. */
  readonly similarity: number
  /** True if `b` is one of the documents to compare with (`against`); otherwise omitted. */
  readonly against?: true
}

/**
 * Pairs of positions that may be similar: pair i is (`a[i]`, `b[i]`), without repeats, with `a[i] < b[i]`; only if the measure has a
 * direction, like containment, can a come after b.
 */
export interface Candidates {
  readonly count: number
  readonly a: Uint32Array
  readonly b: Uint32Array
}

/** Pairs of positions with their exact similarity, in the order in which they were found. */
export interface PairBatch extends Candidates {
  readonly similarity: Float64Array
}

/** Collects pairs in growing typed arrays, so that there is no object per pair. */
export class PairBuilder {
  #count = 0
  #a = new Uint32Array(1024)
  #b = new Uint32Array(1024)
  #similarity = new Float64Array(1024)

  get count(): number {
    return this.#count
  }

  /** Adds a pair; the similarity is omitted for unverified candidates. */
  add(a: number, b: number, similarity = Number.NaN): void {
    if (this.#count === this.#a.length) this.#grow()
    this.#a[this.#count] = a
    this.#b[this.#count] = b
    this.#similarity[this.#count] = similarity
    this.#count++
  }

  /** Adds the pairs of a batch from `from` to before `to`. */
  addAll({ a, b, similarity }: PairBatch, from: number, to: number): void {
    while (this.#count + to - from > this.#a.length) this.#grow()
    this.#a.set(a.subarray(from, to), this.#count)
    this.#b.set(b.subarray(from, to), this.#count)
    this.#similarity.set(similarity.subarray(from, to), this.#count)
    this.#count += to - from
  }

  candidates(): Candidates {
    return { count: this.#count, a: this.#a.slice(0, this.#count), b: this.#b.slice(0, this.#count) }
  }

  /** Removes all pairs, and keeps their memory for others. */
  clear(): void {
    this.#count = 0
  }

  pairs(): PairBatch {
    return { ...this.candidates(), similarity: this.#similarity.slice(0, this.#count) }
  }

  #grow(): void {
    const { a, b, similarity } = emptyBatch(this.#a.length * 2)
    a.set(this.#a)
    b.set(this.#b)
    similarity.set(this.#similarity)
    this.#a = a
    this.#b = b
    this.#similarity = similarity
  }
}

/** Memory for this many pairs. */
export function emptyBatch(count: number) {
  return {
    count,
    a: new Uint32Array(count),
    b: new Uint32Array(count),
    similarity: new Float64Array(count),
  }
}

/** The first pairs of a batch, as views. */
export function firstOf({ a, b, similarity }: PairBatch, count: number): PairBatch {
  return {
    count,
    a: a.subarray(0, count),
    b: b.subarray(0, count),
    similarity: similarity.subarray(0, count),
  }
}

/** Concatenates the pairs of several batches, which are iterated once. */
export function joinBatches(batches: Iterable<PairBatch>, count: number): PairBatch {
  const all = emptyBatch(count)
  let end = 0
  for (const batch of batches) {
    all.a.set(batch.a, end)
    all.b.set(batch.b, end)
    all.similarity.set(batch.similarity, end)
    end += batch.count
  }
  return all
}

/** The same pairs in the order of a, then b. */
export function sortPairs(pairs: PairBatch): PairBatch {
  const starts = startsOfRuns(pairs)
  if (starts.length <= 1) return pairs
  const { count } = pairs
  const order = starts.length <= FEW_RUNS ? mergeRuns(pairs, starts) : orderOf(pairs)
  const sorted = emptyBatch(count)
  for (let position = 0; position < count; position++) {
    const i = order[position]!
    sorted.a[position] = pairs.a[i]!
    sorted.b[position] = pairs.b[i]!
    sorted.similarity[position] = pairs.similarity[i]!
  }
  return sorted
}

/** Up to this many runs, merging them takes less time than sorting. */
const FEW_RUNS = 8

/** Where the pairs that are in order begin, run by run; not all, if there are more than a few runs. */
function startsOfRuns({ count, a, b }: Candidates): number[] {
  const starts = count === 0 ? [] : [0]
  for (let i = 1; i < count && starts.length <= FEW_RUNS; i++) {
    if (a[i]! < a[i - 1]! || (a[i] === a[i - 1] && b[i]! < b[i - 1]!)) starts.push(i)
  }
  return starts
}

/** The order of pairs that consist of a few runs: neighboring runs are merged until there is only one. */
function mergeRuns(pairs: Candidates, starts: readonly number[]): Uint32Array {
  let [from, to] = [countUp(pairs.count), new Uint32Array(pairs.count)]
  for (let left = starts; left.length > 1; left = left.filter((_, i) => i % 2 === 0)) {
    for (let i = 0; i < left.length; i += 2) {
      const end = left[i + 2] ?? pairs.count
      mergeTwo(pairs, from, left[i]!, left[i + 1] ?? end, end, to)
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** Merges the runs from `start` to before `middle` and from there to before `end`; equal pairs keep their order. */
function mergeTwo(
  { a, b }: Candidates,
  from: Uint32Array,
  start: number,
  middle: number,
  end: number,
  to: Uint32Array,
): void {
  let [one, other] = [start, middle]
  for (let i = start; i < end; i++) {
    let takesOther = one === middle
    if (!takesOther && other < end) {
      const [x, y] = [from[one]!, from[other]!]
      takesOther = a[y]! < a[x]! || (a[y] === a[x] && b[y]! < b[x]!)
    }
    to[i] = from[takesOther ? other++ : one++]!
  }
}

/** Shorter lists are sorted natively. For longer ones, a radix sort is faster, once its loops are compiled. */
const RADIX_FROM = 2 ** 17

/** The order by a, then b. */
function orderOf({ count, a, b }: Candidates): Uint32Array {
  const order = countUp(count)
  if (count >= RADIX_FROM) return sortByDigits(sortByDigits(order, b), a)
  sortNumbers(order, a)
  for (let start = 0; start < count; ) {
    let end = start + 1
    let isRising = true
    for (; end < count && a[order[end]!] === a[order[start]!]; end++) {
      isRising &&= b[order[end - 1]!]! <= b[order[end]!]!
    }
    if (!isRising) sortNumbers(order.subarray(start, end), b)
    start = end
  }
  return order
}

/** Up to this many numbers are sorted by insertion, because there are many such lists and a native sort needs a copy of each. */
const FEW = 16

/** Sorts the numbers of pairs, which are ascending, by their values. Equal values keep their order. */
function sortNumbers(order: Uint32Array, values: Uint32Array): void {
  if (order.length > FEW) sortNatively(order, values)
  else insertByValue(order, values)
}

function insertByValue(order: Uint32Array, values: Uint32Array): void {
  for (let i = 1; i < order.length; i++) {
    const pair = order[i]!
    const value = values[pair]!
    let at = i
    for (; at > 0 && values[order[at - 1]!]! > value; at--) order[at] = order[at - 1]!
    order[at] = pair
  }
}

function sortNatively(order: Uint32Array, values: Uint32Array): void {
  // The value and the number combined into one number below 2^53.
  const keys = new Float64Array(order.length)
  for (let i = 0; i < keys.length; i++) keys[i] = values[order[i]!]! * RADIX_FROM + order[i]!
  keys.sort()
  for (let i = 0; i < keys.length; i++) order[i] = keys[i]! - Math.floor(keys[i]! / RADIX_FROM) * RADIX_FROM
}

const DIGIT_BITS = 16
const DIGITS = 2 ** DIGIT_BITS

/** The order by ascending values; ties keep their order. */
function sortByDigits(order: Uint32Array<ArrayBuffer>, values: Uint32Array): Uint32Array<ArrayBuffer> {
  let from = order
  let to = new Uint32Array(order.length)
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    const starts = new Uint32Array(DIGITS + 1)
    for (let i = 0; i < from.length; i++) starts[((values[from[i]!]! >>> shift) & (DIGITS - 1)) + 1]!++
    addUp(starts)
    for (let i = 0; i < from.length; i++) {
      const pair = from[i]!
      to[starts[(values[pair]! >>> shift) & (DIGITS - 1)]!++] = pair
    }
    ;[from, to] = [to, from]
  }
  return from
}

/**
 * Pairs as a list of objects, which is easier to inspect.
 *
 * @example listPairs(joinByPrefix(collection, { threshold: 0.8 })) // [{ a: 0, b: 2, similarity: 0.9 }]
 */
export function listPairs(pairs: PairBatch): { a: number; b: number; similarity: number }[] {
  return Array.from(pairs.a, (a, i) => ({ a, b: pairs.b[i]!, similarity: pairs.similarity[i]! }))
}
