// What is known about every record after the first reading: one block per unit.

import { ReusedBytes } from '../../../model/reused-bytes.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { findSegment, readWords, withBlock } from '../blocks/segments.js'

/**
 * The tags of the segments of a sketch block. The keys of band b have the tag `keys + b`, and portion p of the prefixes has `prefixes + p`,
 * or, in the n-th run of the prefixes of a unit with very many, `prefixes + n · PORTIONS + p`, from n = 0 on.
 */
export const SKETCH = {
  locations: 1,
  sizes: 2,
  contents: 3,
  ids: 4,
  texts: 5,
  idBytes: 6,
  bits: 7,
  keys: 256,
  prefixes: 2 ** 24,
} as const

/** The metadata of a sketch block. */
export interface UnitMetadata {
  readonly count: number
  readonly bad: readonly { readonly record: number; readonly problem: string }[]
  /** The number of good records without an id, if the id is optional. */
  readonly withoutId: number
  readonly unicodeFallbacks: number
  /** The number of records without a shingle, including bad ones. */
  readonly empty: number
  /** The total number of shingles, and the length of the longest line in bytes. */
  readonly shingles: number
  readonly longest: number
}

/** The sketch blocks of all units, in order. */
export interface Sketched {
  readonly blocks: readonly Block[]
  /** The position of the first record of each unit, followed by the number of all records. */
  readonly firsts: Float64Array
}

/** The position of the first record of each unit, followed by the number of all records. */
export function firstsOf(units: readonly Pick<UnitMetadata, 'count'>[]): Float64Array {
  const firsts = new Float64Array(units.length + 1)
  units.forEach(({ count }, unit) => {
    firsts[unit + 1] = firsts[unit]! + count
  })
  return firsts
}

/** The number of records of the largest unit. */
export function largestUnit({ firsts }: Sketched): number {
  let largest = 0
  for (let unit = 1; unit < firsts.length; unit++)
    largest = Math.max(largest, firsts[unit]! - firsts[unit - 1]!)
  return largest
}

/**
 * Calls back with one segment of each unit and the position of its first record. The words are valid during the call only.
 *
 * @param step if given, the segments with the tags `tag + step`, `tag + 2 · step` and so on follow, as far as a unit has them
 */
export function visitUnits(
  store: Blocks,
  { blocks, firsts }: Sketched,
  tag: number,
  visit: (words: Uint32Array, first: number, count: number) => void,
  step?: number,
): void {
  const reused = new ReusedBytes()
  blocks.forEach((block, unit) => {
    const first = firsts[unit]!
    const count = firsts[unit + 1]! - first
    if (count === 0) return
    withBlock(store, block, (reader) => {
      visit(readWords(reader, tag, reused), first, count)
      if (step === undefined) return
      for (let next = tag + step; findSegment(reader, next) !== undefined; next += step)
        visit(readWords(reader, next, reused), first, count)
    })
  })
}

/** Splits the units at a position where a unit begins. */
export function splitSketched(sketched: Sketched, boundary: number): readonly [Sketched, Sketched] {
  const { blocks, firsts } = sketched
  if (firsts.at(-1)! <= boundary) return [sketched, { blocks: [], firsts: firsts.slice(-1) }]
  let unit = 0
  while (unit < blocks.length && firsts[unit]! < boundary) unit++
  return [sliceSketched(sketched, 0, unit), sliceSketched(sketched, unit, blocks.length)]
}

/** The units from `from` to `to`. Positions stay the same. */
export function sliceSketched({ blocks, firsts }: Sketched, from: number, to: number): Sketched {
  return { blocks: blocks.slice(from, to), firsts: firsts.slice(from, to + 1) }
}

/** Finds the units of positions in any order: a table leaves few units to search, often one. */
export class UnitFinder {
  readonly #firsts: Float64Array
  /** The number of positions per entry of the table, … */
  readonly #step: number
  /** … and the unit of the first of each, followed by the last unit. */
  readonly #table: Uint32Array

  constructor(firsts: Float64Array) {
    const [units, positions] = [firsts.length - 1, firsts.at(-1)!]
    this.#firsts = firsts
    this.#step = Math.max(1, Math.floor(positions / (4 * units + 1)))
    this.#table = new Uint32Array(Math.floor(positions / this.#step) + 2).fill(Math.max(0, units - 1))
    for (let i = 0, unit = 0; i < this.#table.length - 1; i++) {
      while (unit < units - 1 && firsts[unit + 1]! <= i * this.#step) unit++
      this.#table[i] = unit
    }
  }

  /** The last unit that begins at or before a position. */
  unitOf(position: number): number {
    const entry = Math.floor(position / this.#step)
    let [low, high] = [this.#table[entry]!, this.#table[entry + 1]! + 1]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if (this.#firsts[middle]! <= position) low = middle
      else high = middle
    }
    return low
  }
}
