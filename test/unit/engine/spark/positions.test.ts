import { expect, it } from 'vitest'
import { CopyGroups } from '../../../../src/engine/spark/copy-groups.js'
import { FoundIds } from '../../../../src/engine/spark/found-ids.js'
import { bytesOf, columnLines } from '../../../../src/engine/spark/node-packed-numbers.js'
import { similaritiesOf } from '../../../../src/engine/spark/pair-table.js'
import { distinctPositions, isAmong, PositionTable } from '../../../../src/engine/spark/positions.js'
import { PairBuilder } from '../../../../src/model/pair.js'
import fc from '../../../property.js'

const POSITION = fc.oneof(fc.nat(40), fc.integer({ min: 2 ** 32 - 40, max: 2 ** 32 - 1 }))

it('sorts positions and leaves out repeats as a set does', () => {
  fc.assert(
    fc.property(fc.array(fc.array(POSITION)), POSITION, (parts, position) => {
      const found = distinctPositions(parts)
      expect([...found]).toEqual([...new Set(parts.flat())].sort((a, b) => a - b))
      expect(isAmong(found, position)).toBe(parts.flat().includes(position))
    }),
  )
})

it('looks up numbers by position as a map does', () => {
  fc.assert(
    fc.property(fc.uniqueArray(POSITION), POSITION, fc.nat(2 ** 32 - 1), (positions, position, factor) => {
      const values = positions.map((_, i) => (factor * i) >>> 0)
      const table = new PositionTable(Uint32Array.from(positions), Uint32Array.from(values))
      const expected = new Map(positions.map((one, i) => [one, values[i]!]))
      for (const one of [...positions, position]) expect(table.get(one)).toBe(expected.get(one))
    }),
  )
})

it('knows the copies and the first one of each document', () => {
  const copies = new CopyGroups(
    [Uint32Array.of(2, 3), Uint32Array.of(2)],
    [Uint32Array.of(1, 9, 2, 5, 6), Uint32Array.of(4, 7)],
  )
  expect(Array.from(copies, (members) => [...members])).toEqual([
    [1, 9],
    [2, 5, 6],
    [4, 7],
  ])
  expect([...copies.firsts]).toEqual([1, 2, 4])
  expect(copies.of(2)).toEqual(Uint32Array.of(2, 5, 6))
  expect([copies.of(5), copies.of(100)]).toEqual([undefined, undefined])
  expect([1, 2, 3].map((first) => copies.count(first))).toEqual([2, 3, 1])
  expect([0, 1, 5, 6, 7, 9, 2 ** 32 - 1].map((one) => copies.firstOf(one))).toEqual([
    0,
    1,
    2,
    2,
    4,
    1,
    2 ** 32 - 1,
  ])
  expect([...copies.members((first) => first !== 2)]).toEqual([1, 9, 4, 7])
  expect([...new CopyGroups([], [])]).toEqual([])
})

it('finds the similarity of each pair', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(POSITION, POSITION), { selector: ([a, b]) => `${a} ${b}` }),
      (pairs) => {
        const known = new PairBuilder()
        pairs.forEach(([a, b], i) => {
          known.add(a, b, i)
        })
        const similarityOf = similaritiesOf(known.pairs())
        expect(pairs.map(([a, b]) => similarityOf(a, b))).toEqual(pairs.map((_, i) => i))
      },
    ),
  )
})

it('holds ids of all kinds', () => {
  const ids = new FoundIds()
  const add = (entries: readonly (readonly [number, string | number])[]) => {
    const json = entries.map(([, id]) => new TextEncoder().encode(JSON.stringify(id)))
    ids.add(
      Uint32Array.from(entries, ([position]) => position),
      Uint32Array.from(json, ({ length }) => length),
      Uint8Array.from(json.flatMap((bytes) => [...bytes])),
    )
  }
  const first = [[3, 'ä"\n'] as const, [5, 17] as const]
  const second = [[2 ** 32 - 1, ''] as const]
  add(first)
  add(second)
  for (const [position, id] of [...first, ...second]) expect(ids.get(position)).toBe(id)
  expect([0, 4, 6].map((position) => ids.get(position))).toEqual([undefined, undefined, undefined])
})

it('sends columns in lines of limited length, and an empty column in one line', () => {
  const columns = { a: Uint32Array.of(1, 2, 3, 4, 5), b: Float64Array.of(0.5), none: new Uint32Array(0) }
  const lines = [...columnLines(columns, 2)].map((line) => JSON.parse(line))
  expect(lines.map(({ column, kind }) => `${column} ${kind}`)).toEqual([
    'a <u4',
    'a <u4',
    'a <u4',
    'b <f8',
    'none <u4',
  ])
  expect(lines.slice(0, 3).flatMap(({ data }) => [...new Uint32Array(bytesOf(data))])).toEqual([
    1, 2, 3, 4, 5,
  ])
  expect([...new Float64Array(bytesOf(lines[3].data))]).toEqual([0.5])
})
