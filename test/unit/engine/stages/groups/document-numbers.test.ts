import { describe, expect, it } from 'vitest'
import { DocumentNumbers } from '../../../../../src/engine/stages/groups/document-numbers.js'
import { cases } from '../../../../depth.js'
import fc from '../../../../property.js'

describe('numbers of documents', () => {
  it.each([
    ['dense', 200],
    ['scattered', 100_000],
    ['at the end of all positions', 2 ** 32 - 2],
  ])('are their indexes, if they are %s', (_, max) => {
    const positions = fc.oneof(fc.integer({ min: 0, max }), fc.integer({ min: Math.max(0, max - 300), max }))
    fc.assert(
      fc.property(
        fc.uniqueArray(positions, { maxLength: 60 }),
        fc.array(positions, { maxLength: 60 }),
        (list, others) => {
          const documents = Uint32Array.from(list).sort()
          const numbers = new DocumentNumbers(documents)
          for (const position of [...list, ...others]) {
            const index = documents.indexOf(position)
            expect(numbers.of(position)).toBe(index < 0 ? undefined : index)
          }
          expect(numbers.ofAll(Uint32Array.from(list))).toEqual(
            Uint32Array.from(list, (position) => documents.indexOf(position)),
          )
        },
      ),
      { numRuns: cases(200) },
    )
  })
})
