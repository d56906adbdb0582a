import { expect, it } from 'vitest'
import { BANDS, SHINGLES } from '../../../src/store/keys.js'
import { byPage, entryBytes, type Postings } from '../../../src/store/postings.js'
import fc from '../../property.js'

/** Page, rest of the key and member as one number of bytes each, from the definition. */
function entryOf({ table, keys, member }: Postings, at: number): string {
  const hex = [...keys.subarray(at, at + table.keyWords)].map((word) => word.toString(16).padStart(8, '0'))
  return hex.join('') + Buffer.from(member, 'latin1').toString('hex')
}

it.each([
  [BANDS, 40],
  [SHINGLES, 40],
  [BANDS, 1000],
])(
  'pages have every posting once, those of a page together, in ascending order of pages',
  (table, contents) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.nat(), (perContent, seed) => {
        let state = seed
        const random = () => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0
          return state
        }
        const lists = Array.from({ length: contents }, (_, i): Postings => {
          const keys = Uint32Array.from({ length: perContent * table.keyWords }, random)
          return { table, keys, member: String(i).padStart(table.memberBytes, '\xff') }
        })
        const pages = byPage(table, lists)
        const width = entryBytes(table)
        const found = pages.flatMap(({ page, entries }) =>
          Array.from({ length: entries.length / width }, (_, i) => {
            const entry = Buffer.from(entries.subarray(i * width, (i + 1) * width)).toString('hex')
            return page.toString(16).padStart(4, '0') + entry
          }),
        )
        const expected = lists.flatMap((list) =>
          Array.from({ length: perContent }, (_, i) => entryOf(list, i * table.keyWords)),
        )
        expect(found.sort()).toEqual(expected.sort())
        const numbers = pages.map(({ page }) => page)
        expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
      }),
      { numRuns: 10 },
    )
  },
)
