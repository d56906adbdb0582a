import { overlapAtLeast } from '../distance/sorted-sets.js'
import { mix32 } from '../hash/mix.js'
import { checkChoice, checkShare } from '../model/check.js'
import { type Comparison, largestMatch, minOverlapOf, minOverlapWithAny } from '../model/match-bounds.js'
import { type SetCollection, setAt, sizeAt } from '../model/set-collection.js'
import { DOCUMENT_SIMILARITIES, type DocumentSimilarity, reportedSimilarity } from '../model/similarity.js'

/** Cells of the bitmap per indexed element. The bitmap rules out most elements of a probe. */
const CELLS_PER_ELEMENT = 32

/**
 * An index of a few sets, with which all documents are compared: `probe` finds exactly those that reach the threshold with the query. A
 * match with a set of size x shares at least r of its elements (for Jaccard similarity, ⌈threshold · x⌉), so it contains at least one of any
 * x − r + 1 of them. Only that many elements of each set are indexed, the rarest ones. A probe looks up all its elements, in any order:
 * sorting them by frequency, as the indexes of `join` do, would take longer than all the lookups.
 */
export class AuditIndex {
  readonly #sets: SetCollection
  readonly #comparison: Comparison
  /** The probes that can match set i have from `#minOverlaps[i]` to `#maxSizes[i]` elements. */
  readonly #minOverlaps: Uint32Array
  readonly #maxSizes: Float64Array
  /** The indexed elements, sorted, and the sets indexed under element k: `#owners[#starts[k]] … #owners[#starts[k + 1] - 1]`. */
  readonly #kept: Uint32Array
  readonly #starts: Uint32Array
  readonly #owners: Uint32Array
  /** One bit per cell, set if an indexed element falls into it; then a hash table with open addressing, of 1 + the element's number. */
  readonly #bitmap: Uint32Array
  readonly #table: Uint32Array
  /** For each set, the last probe that was compared with it, so that a probe compares it once. */
  readonly #marks: Uint32Array
  #probes = 0

  /**
   * @param sets empty ones match nothing
   * @param threshold the minimum similarity of a match, in (0, 1], inclusive
   * @param similarity if it has a direction, either of the two may be contained in the other
   */
  constructor(sets: SetCollection, threshold: number, similarity: DocumentSimilarity = 'jaccard') {
    this.#sets = sets
    checkChoice('similarity', similarity, DOCUMENT_SIMILARITIES)
    const comparison = { similarity, threshold: checkShare('threshold', threshold) }
    this.#comparison = comparison
    const sizes = Uint32Array.from({ length: sets.count }, (_, i) => sizeAt(sets, i))
    this.#minOverlaps = sizes.map((size) => (size === 0 ? 0 : minOverlapWithAny(comparison, size)))
    this.#maxSizes = Float64Array.from(sizes, (size) => (size === 0 ? 0 : largestMatch(comparison, size)))
    this.#marks = new Uint32Array(sets.count)
    const { kept, starts, owners } = keepRarest(sets, this.#minOverlaps)
    this.#kept = kept
    this.#starts = starts
    this.#owners = owners
    this.#bitmap = new Uint32Array(
      2 ** Math.ceil(Math.log2(Math.max(32, CELLS_PER_ELEMENT * kept.length))) / 32,
    )
    this.#table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * kept.length + 2)))
    kept.forEach((element, k) => {
      const hash = mix32(element)
      const cell = hash & (32 * this.#bitmap.length - 1)
      this.#bitmap[cell >>> 5]! |= 1 << (cell & 31)
      let at = hash & (this.#table.length - 1)
      while (this.#table[at] !== 0) at = (at + 1) & (this.#table.length - 1)
      this.#table[at] = k + 1
    })
  }

  /**
   * Calls `found` for every set of the index that reaches the threshold with the probe, with its number, the similarity, and how
   * many elements they share.
   *
   * @param probe sorted and without repeats; this is not checked
   */
  probe(probe: Uint32Array, found: (set: number, similarity: number, overlap: number) => void): void {
    const bitmap = this.#bitmap
    const cells = 32 * bitmap.length - 1
    const length = probe.length
    if (++this.#probes === 2 ** 32) {
      this.#probes = 1
      this.#marks.fill(0)
    }
    for (let i = 0; i < length; i++) {
      const hash = mix32(probe[i]!)
      const cell = hash & cells
      if (((bitmap[cell >>> 5]! >>> (cell & 31)) & 1) !== 0) this.#countShared(probe, probe[i]!, hash, found)
    }
  }

  /** Compares the probe with the sets indexed under this element. */
  #countShared(
    probe: Uint32Array,
    element: number,
    hash: number,
    found: (set: number, similarity: number, overlap: number) => void,
  ): void {
    const mask = this.#table.length - 1
    let at = hash & mask
    for (; this.#table[at] !== 0; at = (at + 1) & mask) {
      if (this.#kept[this.#table[at]! - 1] === element) break
    }
    if (this.#table[at] === 0) return
    const k = this.#table[at]! - 1
    for (let entry = this.#starts[k]!; entry < this.#starts[k + 1]!; entry++) {
      const number = this.#owners[entry]!
      if (this.#marks[number] === this.#probes) continue
      this.#marks[number] = this.#probes
      if (probe.length < this.#minOverlaps[number]! || probe.length > this.#maxSizes[number]!) continue
      const set = setAt(this.#sets, number)
      const { similarity, threshold } = this.#comparison
      const required = minOverlapOf(this.#comparison, probe.length, set.length)
      const overlap = overlapAtLeast(probe, set, required)
      if (overlap < 0) continue
      const [small, large] = [Math.min(probe.length, set.length), Math.max(probe.length, set.length)]
      found(number, reportedSimilarity(similarity, overlap, small, large, threshold), overlap)
    }
  }
}

/** The rarest elements of each set, as many as needed so that every match contains one of them; ties by value. */
function keepRarest(sets: SetCollection, minOverlaps: Uint32Array) {
  const frequency = new Map<number, number>()
  for (const element of sets.elements) frequency.set(element, (frequency.get(element) ?? 0) + 1)
  const owners = new Map<number, number[]>()
  for (let i = 0; i < sets.count; i++) {
    const set = setAt(sets, i)
    if (set.length === 0) continue
    const rarest = Array.from(set).sort((x, y) => frequency.get(x)! - frequency.get(y)! || x - y)
    for (const element of rarest.slice(0, set.length - minOverlaps[i]! + 1)) {
      const list = owners.get(element)
      if (list === undefined) owners.set(element, [i])
      else list.push(i)
    }
  }
  const kept = Uint32Array.from(owners.keys()).sort()
  const starts = new Uint32Array(kept.length + 1)
  kept.forEach((element, k) => {
    starts[k + 1] = starts[k]! + owners.get(element)!.length
  })
  return {
    kept,
    starts,
    owners: Uint32Array.from(Array.from(kept, (element) => owners.get(element)!).flat()),
  }
}
