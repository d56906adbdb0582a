import { expect, it } from 'vitest'
import { FoundRows } from '../../../../src/engine/spark/node-found-rows.js'

const packed = (numbers: readonly number[]) =>
  Buffer.from(Uint32Array.from(numbers).buffer).toString('base64')

it('puts lists together, whatever the number of members in a message', () => {
  const lists = [[1, 2, 3], [4], [5, 6, 7, 8, 9, 10, 11], [12, 13], [14, 15, 16]]
  const members = lists.flat()
  for (let most = 1; most <= members.length; most++) {
    const rows = new FoundRows()
    let next = 0
    let begun = 0
    for (let start = 0; start < members.length; start += most) {
      const end = start + most
      const sizes: number[] = []
      for (; next < lists.length && begun < end; next++) {
        sizes.push(lists[next]!.length)
        begun += lists[next]!.length
      }
      rows.add({
        rows: 'large-within',
        columns: { sizes: packed(sizes), members: packed(members.slice(start, end)) },
      })
    }
    expect(rows.large.within.map((list) => [...list])).toEqual(lists)
    expect(rows.large.across).toEqual([])
  }
})

it('reads groups of copies whose sizes and members are in different messages', () => {
  const rows = new FoundRows()
  for (const [sizes, members] of [
    [[2], []],
    [[3], []],
    [[], [1, 4, 5]],
    [[], [6, 7]],
  ] as const)
    rows.add({ rows: 'copies', columns: { sizes: packed(sizes), members: packed(members) } })
  expect([...rows.copies].map((group) => [...group])).toEqual([
    [1, 4],
    [5, 6, 7],
  ])
})
