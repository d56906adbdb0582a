import { describe, expect, it } from 'vitest'
import { connectedComponents } from '../../../src/cluster/components.js'
import { type PairBatch, PairBuilder } from '../../../src/model/pair.js'
import { PairSelection } from '../../../src/report/select-pairs.js'
import fc from '../../property.js'

const DOCUMENTS = 12

function batchOf(pairs: readonly (readonly [number, number, number])[]): PairBatch {
  const builder = new PairBuilder()
  for (const [a, b, similarity] of pairs) builder.add(a, b, similarity)
  return builder.pairs()
}

function connectedAt({ count, a, b, similarity }: PairBatch, threshold: number) {
  const kept = batchOf(
    Array.from({ length: count }, (_, i) => [a[i]!, b[i]!, similarity[i]!] as const).filter(
      ([, , value]) => value >= threshold,
    ),
  )
  return connectedComponents(DOCUMENTS, kept)
}

const PAIRS = fc
  .uniqueArray(
    fc.tuple(
      fc.nat(DOCUMENTS - 2),
      fc.integer({ min: 1, max: DOCUMENTS - 1 }),
      fc.integer({ min: 1, max: 10 }),
    ),
    { selector: ([a, b]) => a * DOCUMENTS + b, maxLength: 60 },
  )
  .map((list) => list.filter(([a, b]) => a < b).map(([a, b, tenth]) => [a, b, tenth / 10] as const))

describe('the pairs of a report', () => {
  it('are all pairs, sorted, up to the limit', () => {
    const selection = new PairSelection(DOCUMENTS, 3)
    selection.add(
      batchOf([
        [2, 5, 0.5],
        [0, 3, 0.7],
        [0, 1, 0.6],
      ]),
    )
    const { pairs, leftOut, isComplete } = selection.selected()
    expect([...pairs.a]).toEqual([0, 0, 2])
    expect([...pairs.b]).toEqual([1, 3, 5])
    expect([...pairs.similarity]).toEqual([0.6, 0.7, 0.5])
    expect([leftOut, isComplete]).toEqual([0, true])
  })

  it('connect the same documents at every threshold as all pairs do, if a forest fits', () => {
    fc.assert(
      fc.property(PAIRS, (list) => {
        const all = batchOf(list)
        const selection = new PairSelection(DOCUMENTS, DOCUMENTS)
        selection.add(all)
        const { pairs, leftOut, isComplete } = selection.selected()
        expect(isComplete).toBe(true)
        expect(pairs.count).toBeLessThanOrEqual(DOCUMENTS)
        expect(pairs.count + leftOut).toBe(all.count)
        for (let tenth = 1; tenth <= 10; tenth++) {
          expect(connectedAt(pairs, tenth / 10)).toEqual(connectedAt(all, tenth / 10))
        }
      }),
    )
  })

  it('are never more than the limit', () => {
    const selection = new PairSelection(DOCUMENTS, 4)
    selection.add(batchOf(Array.from({ length: 11 }, (_, i) => [i, i + 1, 0.9] as const)))
    const { pairs, leftOut, isComplete } = selection.selected()
    expect([pairs.count, leftOut, isComplete]).toEqual([4, 7, false])
  })
})
