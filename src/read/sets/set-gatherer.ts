import type { SetCollection } from '../../model/set-collection.js'
import { sortNumbers } from '../../model/sort-numbers.js'
import { grown, type TokenNumbers } from './token-numbers.js'

/**
 * Receives sets as they are read, several thousand at a time. The elements of a set are distinct, in any order. The arrays are views that
 * are valid until the call returns.
 */
export type TakeSets = (sets: SetCollection) => void

/** A part is passed on once it has this many elements or sets. */
const PART_ELEMENTS = 2 ** 18
const PART_SETS = 2 ** 16

/** Builds sets from elements that arrive one by one. Repeats are dropped or, for bags, become numbered copies. */
export class SetGatherer {
  readonly #tokens: TokenNumbers
  readonly #bag: boolean
  readonly #take: TakeSets
  #elements = new Uint32Array(PART_ELEMENTS)
  #offsets = new Uint32Array(PART_SETS + 1)
  #sets = 0
  #start = 0
  #end = 0
  /** For each element, the last set that had it, counted from 1 over all parts. */
  #seen = new Uint32Array(1024)
  #number = 1

  constructor(tokens: TokenNumbers, bag: boolean, take: TakeSets) {
    this.#tokens = tokens
    this.#bag = bag
    this.#take = take
  }

  /** The number of completed sets. */
  get count(): number {
    return this.#number - 1
  }

  /** Adds an element to the current set. */
  add(element: number): void {
    if (!this.#bag) {
      if (element >= this.#seen.length) this.#seen = grown(this.#seen, element)
      if (this.#seen[element] === this.#number) return
      this.#seen[element] = this.#number
    }
    if (this.#end === this.#elements.length) this.#elements = grown(this.#elements, this.#end)
    this.#elements[this.#end++] = element
  }

  /** Adds the elements from index `from` up to, but not including, `to` to the current set. */
  addSome(elements: Uint32Array, from: number, to: number): void {
    if (this.#bag) {
      for (let i = from; i < to; i++) this.add(elements[i]!)
      return
    }
    const needed = this.#end + to - from
    if (needed > this.#elements.length) this.#elements = grown(this.#elements, needed - 1)
    if (this.#tokens.count > this.#seen.length) this.#seen = grown(this.#seen, this.#tokens.count - 1)
    const own = this.#elements
    const seen = this.#seen
    const number = this.#number
    let end = this.#end
    for (let i = from; i < to; i++) {
      const element = elements[i]!
      if (seen[element] === number) continue
      seen[element] = number
      own[end++] = element
    }
    this.#end = end
  }

  /** Ends the current set and starts the next. */
  endSet(): void {
    if (this.#bag) {
      sortNumbers(this.#elements, this.#start, this.#end)
      numberCopies(this.#elements.subarray(this.#start, this.#end), this.#tokens)
    }
    this.#start = this.#end
    this.#number++
    this.#offsets[++this.#sets] = this.#end
    if (this.#end >= PART_ELEMENTS || this.#sets === PART_SETS) this.#flushPart()
  }

  /** Passes on what is left. */
  end(): void {
    if (this.#sets > 0) this.#flushPart()
  }

  #flushPart(): void {
    this.#take({
      count: this.#sets,
      offsets: this.#offsets.subarray(0, this.#sets + 1),
      elements: this.#elements.subarray(0, this.#end),
    })
    this.#sets = 0
    this.#start = 0
    this.#end = 0
  }
}

/** Replaces each repeat by a numbered copy. */
function numberCopies(sorted: Uint32Array, tokens: TokenNumbers): void {
  let copy = -1
  let last = -1
  for (let i = 0; i < sorted.length; i++) {
    const element = sorted[i]!
    if (element === last) {
      copy = tokens.nextCopy(copy)
      sorted[i] = copy
    } else {
      last = element
      copy = element
    }
  }
}
