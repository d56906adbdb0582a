import { expect, it } from 'vitest'
import { makePlan } from '../../../../src/engine/make-plan.js'
import { sampleDocuments } from '../../../../src/engine/spark/audit-found.js'
import { Random } from '../../../../src/hash/random.js'
import fc from '../../../property.js'

it('samples the documents that are neither bad nor empty, as the inline engine does', () => {
  const plan = makePlan({ method: 'bands', seed: 5 })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.uniqueArray(fc.nat(59)),
      fc.integer({ min: 1, max: 70 }),
      (count, excluded, documents) => {
        const left = excluded.filter((position) => position < count).sort((a, b) => a - b)
        const filled = Array.from({ length: count }, (_, i) => i).filter((i) => !left.includes(i))
        const expected = [...new Random(5).draw(filled.length, documents)].map((number) => filled[number])
        const sample = sampleDocuments(plan, count, Uint32Array.from(left), documents)
        expect([...sample.positionsSampled]).toEqual(expected)
        expect(sample.filled).toBe(filled.length)
      },
    ),
  )
})
