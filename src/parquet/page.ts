import { bitsFor, readRuns } from './levels.js'
import type { PageHeader } from './page-header.js'
import type { PlainValues } from './plain.js'
import type { Leaf } from './schema.js'
import { ParquetFault } from './thrift.js'
import { readValues, type Values } from './values.js'

/** A page of a column, decoded to physical values: levels, and values without nulls. */
export class Page {
  readonly leaf: Leaf
  /** The number of values, including nulls. */
  readonly count: number
  /** The repetition level of each value; undefined: each value is a row. */
  readonly repetition: Uint8Array | undefined
  /** The definition level of each value; undefined: all are present. */
  readonly definition: Uint8Array | undefined
  readonly values: Values
  readonly dictionary: PlainValues | undefined
  /** For each row that begins here, the number of its first value; undefined: the number of the row. */
  readonly #rowStarts: Uint32Array | undefined
  /** For each value, how many before it are not null; undefined: all. */
  readonly #present: Uint32Array | undefined

  constructor(
    leaf: Leaf,
    levels: { readonly repetition: Uint8Array | undefined; readonly definition: Uint8Array | undefined },
    values: Values,
    count: number,
    dictionary: PlainValues | undefined,
  ) {
    this.leaf = leaf
    this.count = count
    this.repetition = levels.repetition
    this.definition = levels.definition
    this.values = values
    this.dictionary = dictionary
    this.#present = levels.definition && countsOf(levels.definition, leaf.maxDefinition)
    this.#rowStarts = levels.repetition && zerosOf(levels.repetition)
  }

  /** The number of rows that begin in this page. */
  get rows(): number {
    return this.#rowStarts?.length ?? this.count
  }

  /** Whether its first values belong to the last row of the previous page. */
  get continues(): boolean {
    return this.#rowStarts !== undefined && this.count > 0 && this.#rowStarts[0] !== 0
  }

  /** The first value of the n-th row that begins here; for a negative n, the first of all; beyond the last row, the end. */
  valueOfRow(row: number): number {
    if (row < 0) return 0
    if (this.#rowStarts === undefined) return Math.min(row, this.count)
    return this.#rowStarts[row] ?? this.count
  }

  /** How many values before the n-th are not null. */
  presentBefore(value: number): number {
    return this.#present?.[value] ?? value
  }
}

/**
 * Decodes a page.
 *
 * @param levels if they are stored separately, uncompressed
 * @param body the whole page, or only its values
 */
export function readPage(
  header: PageHeader,
  leaf: Leaf,
  levels: Uint8Array | undefined,
  body: Uint8Array,
  dictionary: PlainValues | undefined,
): Page {
  const { values: count, encoding } = header
  let repetition: Uint8Array | undefined
  let definition: Uint8Array | undefined
  let rest = body
  if (levels !== undefined && header.levels !== undefined) {
    const middle = header.levels.repetition
    repetition = readLevels(levels.subarray(0, middle), count, leaf.maxRepetition)
    definition = readLevels(levels.subarray(middle), count, leaf.maxDefinition)
  } else {
    const next = (max: number): Uint8Array | undefined => {
      if (max === 0) return undefined
      const size = rest.length < 4 ? 0 : new DataView(rest.buffer, rest.byteOffset).getUint32(0, true)
      if (size > rest.length - 4) throw new ParquetFault('a page ends early')
      const bytes = rest.subarray(4, 4 + size)
      rest = rest.subarray(4 + size)
      return readLevels(bytes, count, max)
    }
    repetition = next(leaf.maxRepetition)
    definition = next(leaf.maxDefinition)
  }
  const present = definition === undefined ? count : equalTo(definition, leaf.maxDefinition)
  const values = readValues(rest, encoding, present, leaf, dictionary)
  return new Page(leaf, { repetition, definition }, values, count, dictionary)
}

function readLevels(bytes: Uint8Array, count: number, max: number): Uint8Array | undefined {
  if (max === 0) return undefined
  const levels = new Uint8Array(count)
  readRuns(bytes, bitsFor(max), levels, max)
  return levels
}

function equalTo(levels: Uint8Array, value: number): number {
  let count = 0
  for (const level of levels) if (level === value) count++
  return count
}

function countsOf(levels: Uint8Array, value: number): Uint32Array {
  const counts = new Uint32Array(levels.length + 1)
  for (let i = 0; i < levels.length; i++) counts[i + 1] = counts[i]! + (levels[i] === value ? 1 : 0)
  return counts
}

function zerosOf(levels: Uint8Array): Uint32Array {
  const starts = new Uint32Array(equalTo(levels, 0))
  let rows = 0
  for (let i = 0; i < levels.length; i++) if (levels[i] === 0) starts[rows++] = i
  return starts
}
