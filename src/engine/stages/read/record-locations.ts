import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { readWords, withBlock } from '../blocks/segments.js'
import { SKETCH, type Sketched, UnitFinder } from './sketched.js'
import type { Unit } from './units.js'

/** The most words of locations that are held at a time; those of one unit are held even if there are more. */
const MAX_WORDS = 2 ** 20

/** The locations of the records of a source, by position. */
export class RecordLocations {
  readonly count: number
  readonly #store: Blocks
  readonly #units: readonly Unit[]
  readonly #finder: UnitFinder
  readonly sketched: Sketched
  readonly #held = new Map<number, Uint32Array>()
  #words = 0
  #unit = 0
  #locations: Uint32Array = new Uint32Array(0)
  #first = 0
  #end = 0

  constructor(store: Blocks, units: readonly Unit[], sketched: Sketched) {
    this.#store = store
    this.#units = units
    this.sketched = sketched
    this.count = sketched.firsts.at(-1)!
    this.#finder = new UnitFinder(sketched.firsts)
  }

  /** The number of the file in the source. */
  file(position: number): number {
    this.#turnTo(position)
    return this.#units[this.#unit]!.file
  }

  /** The first byte of the line. */
  start(position: number): number {
    this.#turnTo(position)
    return this.#units[this.#unit]!.from + this.#locations[2 * (position - this.#first)]!
  }

  /** The length of the line in bytes, without its newline. */
  length(position: number): number {
    this.#turnTo(position)
    return this.#locations[2 * (position - this.#first) + 1]!
  }

  /** The position of the first record of a file or of the files after it. */
  firstOf(file: number): number {
    const unit = this.#units.findIndex((one) => one.file >= file)
    return unit === -1 ? this.count : this.sketched.firsts[unit]!
  }

  #turnTo(position: number): void {
    if (position >= this.#first && position < this.#end) return
    const { blocks, firsts } = this.sketched
    this.#unit = this.#finder.unitOf(position)
    this.#first = firsts[this.#unit]!
    this.#end = firsts[this.#unit + 1]!
    const held = this.#held.get(this.#unit)
    this.#locations = held ?? this.#read(blocks[this.#unit]!)
    if (held !== undefined) return
    this.#words += this.#locations.length
    for (const [oldest, { length }] of this.#held) {
      if (this.#words <= MAX_WORDS) break
      this.#held.delete(oldest)
      this.#words -= length
    }
    this.#held.set(this.#unit, this.#locations)
  }

  #read(block: Block): Uint32Array {
    return withBlock(this.#store, block, (reader) => readWords(reader, SKETCH.locations))
  }
}
