import { wordsOf } from '../blocks/segments.js'
import { type ReusedArrays, toEight } from '../threads/reused-arrays.js'
import { type SetsOfGroup, UNGROUPED } from './stored-sets.js'

/** Up to this many elements are copied one by one. */
const FEW_ELEMENTS = 64

/** How much a group needs. */
interface Need {
  count: number
  /** The number of elements of all sets, or more. */
  elements: number
}

/** How much each group needs. */
export class GroupNeeds {
  readonly #needs = new Map<number, Need>()

  /** Adds documents to a group. */
  add(group: number, count: number, elements: number): void {
    const need = this.#needs.get(group)
    if (need === undefined) this.#needs.set(group, { count, elements })
    else {
      need.count += count
      need.elements += elements
    }
  }

  /**
   * Memory for all groups, which the next task reuses.
   *
   * @param first the position of the first record of the unit
   */
  allocate(arrays: ReusedArrays, first: number): Map<number, SetBuffer> {
    const bytesOf = ({ count, elements }: Need) => 4 * (1 + 2 * count + elements)
    let total = 0
    for (const need of this.#needs.values()) total += toEight(bytesOf(need))
    const space = arrays.reserve('sets', total)
    const buffers = new Map<number, SetBuffer>()
    for (const [group, need] of this.#needs) {
      const words = wordsOf(space.ofSize(bytesOf(need)))
      buffers.set(group, new SetBuffer(need.count, words, group === UNGROUPED ? first : 0))
    }
    return buffers
  }
}

/** The sets of a group, in a buffer large enough for all of them. */
export class SetBuffer {
  readonly #count: number
  readonly #words: Uint32Array
  readonly #base: number
  readonly #wide: Float64Array[] = []
  #done = 0
  #end: number

  /**
   * @param words memory for the sets of this many documents
   * @param base the position that becomes 0
   */
  constructor(count: number, words: Uint32Array, base: number) {
    this.#count = count
    this.#end = 1 + 2 * count
    this.#words = words
    this.#words[0] = count
    this.#base = base
  }

  /** Adds the next set. Returns false if there is no room for it. */
  add(position: number, set: Uint32Array): boolean {
    if (this.#end + set.length > this.#words.length) return false
    this.#done++
    this.#words[this.#done] = position - this.#base
    this.#words[this.#count + this.#done] = set.length
    this.#words.set(set, this.#end)
    this.#end += set.length
    return true
  }

  /** Adds the sets from `from` to before `to`, whose elements begin at `start`. Returns false if there is no room for them. */
  addRun({ positions, sizes, elements }: SetsOfGroup, from: number, to: number, start: number): boolean {
    const words = this.#words
    let size = 0
    for (let i = from; i < to; i++) {
      this.#done++
      words[this.#done] = positions[i]! - this.#base
      words[this.#count + this.#done] = sizes[i]!
      size += sizes[i]!
    }
    if (this.#end + size > words.length) return false
    if (size > FEW_ELEMENTS) words.set(elements.subarray(start, start + size), this.#end)
    // Making a view takes longer than copying a short set.
    else for (let i = 0; i < size; i++) words[this.#end + i] = elements[start + i]!
    this.#end += size
    return true
  }

  addWide(position: number, set: Float64Array): void {
    this.#wide.push(Float64Array.of(position, set.length), set)
  }

  get words(): Uint32Array {
    return this.#words.subarray(0, this.#end)
  }

  get wide(): Float64Array {
    const all = new Float64Array(this.#wide.reduce((sum, { length }) => sum + length, 0))
    let end = 0
    for (const part of this.#wide) {
      all.set(part, end)
      end += part.length
    }
    return all
  }
}
