import { describe, expect, it } from 'vitest'
import { countSizes, isTooLarge, sizesText } from '../../../src/cli/match/cluster-sizes.js'

const clusters = (sizes: readonly number[]) =>
  sizes.map((size) => ({ members: Array.from({ length: size }, (_, i) => i) }))

describe('the sizes of clusters', () => {
  it('are counted, the smallest first', () => {
    expect(countSizes(clusters([2, 3, 2, 5]))).toEqual([
      { records: 2, clusters: 2 },
      { records: 3, clusters: 1 },
      { records: 5, clusters: 1 },
    ])
  })

  it('are shown one by one if there are few', () => {
    expect(sizesText(countSizes(clusters([2, 3, 2])))).toBe('2 of 2 records, 1 of 3 records')
    expect(sizesText(countSizes(clusters([2, 3, 4, 7, 7, 19])))).toBe(
      '1 of 2 records, 1 of 3 records, 1 of 4 records, 3 larger, up to 19 records',
    )
  })

  it.each([
    [100, 20, false],
    [100, 21, true],
    [500, 50, false],
    [500, 51, true],
    [50_000, 100, false],
    [50_000, 101, true],
  ])('of %i records: %i in one cluster are too many: %s', (records, cluster, expected) => {
    expect(isTooLarge(cluster, records)).toBe(expected)
  })
})
