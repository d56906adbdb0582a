import { describe, expect, it } from 'vitest'
import { setBit, sharedBits } from '../../../src/engine/stages/threads/shared-words.js'
import { Random } from '../../../src/hash/random.js'
import { type KeyGroups, WasmKeys } from '../../../src/kernel/wasm-keys.js'
import fc from '../../property.js'

const ALL = { first: 0, span: 2 ** 32 - 1 }

interface Columns {
  readonly width: number
  readonly units: readonly Uint32Array[]
  readonly wanted: Uint32Array
  readonly range: { readonly first: number; readonly span: number }
}

/** Units of keys with few values in each word, so that many keys are equal and many others differ in one word only. */
const columns = fc
  .record({
    width: fc.constantFrom(2, 4),
    sizes: fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 6 }),
    values: fc.constantFrom(1, 3, 20, 2000),
    seed: fc.integer(),
    range: fc.constantFrom(ALL, { first: 0, span: 2 ** 30 }, { first: 2 ** 31, span: 2 ** 31 - 1 }),
  })
  .map(({ width, sizes, values, seed, range }): Columns => {
    const random = new Random(seed)
    const word = () => Math.imul(random.below(values), 0x9e3779b1) >>> 0
    const units = sizes.map((size) => Uint32Array.from({ length: width * size }, word))
    const count = sizes.reduce((sum, size) => sum + size, 0)
    const wanted = sharedBits(count)
    for (let position = 0; position < count; position++) if (random.below(5) > 0) setBit(wanted, position)
    return { width, units, wanted, range }
  })

function begin({ width, units, wanted, range }: Columns, expected = 0): WasmKeys {
  const kernel = new WasmKeys()
  const maxRecords = units.reduce((largest, { length }) => Math.max(largest, length / width), 0)
  kernel.begin({ isLong: width === 4, maxRecords, expected, range, wanted, cellBits: 7, counts: width === 2 })
  return kernel
}

function pickAll({ width, units }: Columns, kernel: WasmKeys, visit = (_unit: number) => {}): void {
  let first = 0
  units.forEach((keys, unit) => {
    kernel.pick(keys, first, keys.length / width)
    first += keys.length / width
    visit(unit)
  })
}

/** The keys that are picked, with their positions, of each unit. */
function picked({ width, units, wanted, range }: Columns) {
  let first = 0
  return units.map((keys) => {
    const start = first
    first += keys.length / width
    return Array.from({ length: keys.length / width }, (_, i) => ({
      position: start + i,
      words: [...keys.subarray(width * i, width * (i + 1))],
    })).filter(
      ({ position, words }) =>
        ((wanted[position >>> 5]! >>> (position & 31)) & 1) === 1 &&
        words[0]! >= range.first &&
        words[0]! <= range.first + range.span,
    )
  })
}

type Key = ReturnType<typeof picked>[number][number]

/** The groups of two or more, by their first members. */
function grouped(keys: readonly Key[], words: number): number[][] {
  const groups = new Map<string, number[]>()
  for (const key of keys) {
    const name = key.words.slice(0, words).join()
    groups.set(name, [...(groups.get(name) ?? []), key.position])
  }
  return byFirst([...groups.values()].filter((group) => group.length > 1))
}

function listed({ members, starts }: KeyGroups): number[][] {
  return byFirst(
    Array.from({ length: starts.length - 1 }, (_, group) => [
      ...members.subarray(starts[group]!, starts[group + 1]!),
    ]),
  )
}

function byFirst(groups: number[][]): number[][] {
  return groups.sort((one, other) => one[0]! - other[0]!)
}

const cellOf = ({ words }: Key) => words[1]! >>> (32 - 7)

describe('WasmKeys', () => {
  it('groups the records with equal keys', () => {
    fc.assert(
      fc.property(columns, fc.constantFrom(2, 3, 4), fc.nat(500), (columns, words, expected) => {
        const compared = Math.min(words, columns.width)
        const kernel = begin(columns, expected)
        pickAll(columns, kernel)
        expect(listed(kernel.groups(compared))).toEqual(grouped(picked(columns).flat(), compared))
      }),
    )
  })

  it('keeps every key that is repeated', () => {
    fc.assert(
      fc.property(columns, (columns) => {
        const kernel = begin(columns)
        pickAll(columns, kernel, () => kernel.mark(kernel.once, kernel.twice))
        kernel.keep(kernel.twice)
        expect(listed(kernel.groups())).toEqual(grouped(picked(columns).flat(), columns.width))
      }),
    )
  })

  it('keeps the keys of marked cells', () => {
    fc.assert(
      fc.property(columns, fc.array(fc.nat(127)), (columns, cells) => {
        const kernel = begin(columns)
        for (const cell of cells) kernel.markCell(cell, kernel.once)
        pickAll(columns, kernel, () => kernel.keepOfLast(kernel.once))
        const kept = picked(columns)
          .flat()
          .filter((key) => cells.includes(cellOf(key)))
        expect(listed(kernel.groups())).toEqual(grouped(kept, columns.width))
      }),
    )
  })

  it('counts the keys of each cell', () => {
    fc.assert(
      fc.property(
        columns.filter(({ width }) => width === 2),
        (columns) => {
          const kernel = begin(columns)
          pickAll(columns, kernel, (unit) => {
            kernel.count()
            if (unit % 2 === 0) kernel.dropLast()
          })
          const expected = new Uint32Array(128)
          for (const key of picked(columns).flat()) expected[cellOf(key)]!++
          expect(kernel.counts.slice()).toEqual(expected)
          const kept = picked(columns).filter((_, unit) => unit % 2 === 1)
          expect(listed(kernel.groups())).toEqual(grouped(kept.flat(), 2))
        },
      ),
    )
  })

  // As many keys as need one, two or three digits; some of them have equal low halves only.
  it.each([2047, 2048, 70_000, 2 ** 22 + 5])('groups %i keys', (count) => {
    const random = new Random(count)
    const word = (values: number) => Math.imul(random.below(values), 0x9e3779b1)
    const keys = Uint32Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? word(count) : word(3)))
    const wanted = sharedBits(count).fill(0xffffffff)
    const kernel = new WasmKeys()
    for (let round = 0; round < 2; round++) {
      kernel.begin({ isLong: false, maxRecords: count, expected: 0, range: ALL, wanted, cellBits: 5 })
      kernel.pick(keys, 0, count)
      const { members, starts } = kernel.groups()
      const numberOf = (position: number) => keys[2 * position]! * 256 + (keys[2 * position + 1]! >>> 24)
      let wrong = 0
      for (let group = 0; group < starts.length - 1; group++) {
        const [start, end] = [starts[group]!, starts[group + 1]!]
        const key = numberOf(members[start]!)
        for (let i = start + 1; i < end; i++)
          if (members[i]! <= members[i - 1]! || numberOf(members[i]!) !== key) wrong++
      }
      expect(wrong).toBe(0)
      const sorted = Float64Array.from({ length: count }, (_, position) => numberOf(position)).sort()
      let [repeats, repeated] = [0, 0]
      for (let i = 1; i < count; i++) {
        if (sorted[i] !== sorted[i - 1]) continue
        repeats++
        if (sorted[i - 1] !== sorted[i - 2]) repeated++
      }
      expect(starts.length - 1).toBe(repeated)
      expect(members.length).toBe(repeats + repeated)
    }
  })
})
