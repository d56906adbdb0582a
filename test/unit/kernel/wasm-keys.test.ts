import { describe, expect, it } from 'vitest'
import { setBit, sharedBits } from '../../../src/engine/stages/threads/shared-words.js'
import { Random } from '../../../src/hash/random.js'
import { type KeyGroups, WasmKeys } from '../../../src/kernel/wasm-keys.js'
import fc from '../../property.js'

const ALL = { first: 0, span: 2 ** 32 - 1 }

interface Columns {
  readonly width: 2 | 4
  readonly units: readonly Uint32Array[]
  readonly wanted: Uint32Array
  readonly range: { readonly first: number; readonly span: number }
}

/** Units of keys with few values in each word, so that many keys are equal and many others differ in one word only. */
const columns = fc
  .record({
    width: fc.constantFrom<2 | 4>(2, 4),
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

function pickAll({ width, units, wanted, range }: Columns, kernel: WasmKeys, expected: number): void {
  const maxRecords = units.reduce((largest, { length }) => Math.max(largest, length / width), 0)
  kernel.begin({ width, maxRecords, expected, range, wanted })
  let first = 0
  for (const keys of units) {
    kernel.pick(keys, first)
    first += keys.length / width
  }
}

/** The keys that are picked, with their positions, of each unit. */
function picked({ width, units, wanted, range }: Columns) {
  let first = 0
  return units.flatMap((keys) => {
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

type Key = ReturnType<typeof picked>[number]

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

describe('WasmKeys', () => {
  it('groups the records with equal keys', () => {
    const kernel = new WasmKeys()
    fc.assert(
      fc.property(columns, fc.constantFrom(2, 3, 4), fc.nat(500), (columns, words, expected) => {
        const compared = Math.min(words, columns.width)
        pickAll(columns, kernel, expected)
        expect(listed(kernel.groups(compared))).toEqual(grouped(picked(columns), compared))
      }),
    )
  })

  it('lists only the groups on both sides of a boundary', () => {
    const kernel = new WasmKeys()
    fc.assert(
      fc.property(columns, fc.integer({ min: 1, max: 300 }), (columns, boundary) => {
        pickAll(columns, kernel, 0)
        const across = grouped(picked(columns), 2).filter(
          (group) => group[0]! < boundary && group.at(-1)! >= boundary,
        )
        expect(listed(kernel.groups(2, boundary))).toEqual(across)
      }),
    )
  })

  // As many keys as need no partition or several, and one, two or three digits. Each low half has two high halves, which are different for
  // each key or the same for all.
  it.each([
    { count: 2047, distinctHighs: true },
    { count: 8191, distinctHighs: false },
    { count: 8192, distinctHighs: true },
    { count: 70_000, distinctHighs: true },
    { count: 70_000, distinctHighs: false },
    { count: 2 ** 22 + 5, distinctHighs: false },
  ])('groups %o', ({ count, distinctHighs }) => {
    const random = new Random(count)
    const ids = Uint32Array.from({ length: count }, () => random.below(2 * count))
    const keys = new Uint32Array(2 * count)
    ids.forEach((id, i) => {
      keys[2 * i] = Math.imul(id >>> 1, 0x9e3779b1)
      keys[2 * i + 1] = Math.imul(distinctHighs ? id : id & 1, 0x85ebca6b)
    })
    const wanted = sharedBits(count).fill(0xffffffff)
    const kernel = new WasmKeys()
    for (let round = 0; round < 2; round++) {
      kernel.begin({ width: 2, maxRecords: count, expected: 0, range: ALL, wanted })
      kernel.pick(keys, 0)
      const { members, starts } = kernel.groups(2)
      let wrong = 0
      for (let group = 0; group < starts.length - 1; group++) {
        for (let i = starts[group]! + 1; i < starts[group + 1]!; i++)
          if (members[i]! <= members[i - 1]! || ids[members[i]!] !== ids[members[i - 1]!]) wrong++
      }
      expect(wrong).toBe(0)
      const sizes = new Uint32Array(2 * count)
      for (const id of ids) sizes[id]!++
      const repeated = sizes.filter((size) => size > 1)
      expect(starts.length - 1).toBe(repeated.length)
      expect(members.length).toBe(repeated.reduce((sum, size) => sum + size, 0))
    }
  })
})
