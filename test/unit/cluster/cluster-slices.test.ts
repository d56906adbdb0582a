import { expect, it } from 'vitest'
import { type ClusterColumns, clusterAt, columnsOf } from '../../../src/cluster/cluster-columns.js'
import { sliceClusters } from '../../../src/cluster/cluster-slices.js'
import type { Cluster } from '../../../src/model/cluster.js'

const clusters = [3, 2, 7, 2, 2, 4].map(
  (size, row): Cluster => ({
    members: Array.from({ length: size }, (_, i) => 10 * row + i),
    ...(row % 2 === 0 && { center: 10 * row }),
    pairs: row + 1,
    minSimilarity: 0.5 + row / 100,
    meanSimilarity: 0.6 + row / 100,
    cohesionOver: row < 3 ? 'every-pair' : 'verified-pairs',
  }),
)

const listed = (columns: ClusterColumns) => Array.from(columns.centers, (_, row) => clusterAt(columns, row))

it.each([1, 2, 4, 5, 6, 7, 100])('slices of %i members have all clusters, in order', (maxMembers) => {
  const slices = [...sliceClusters(columnsOf(clusters), maxMembers)]
  expect(slices.flatMap(listed)).toEqual(clusters)
  for (const { members, centers, offsets } of slices) {
    // A larger cluster is alone.
    if (members.length > maxMembers) expect(centers).toHaveLength(1)
    expect([offsets[0], offsets.at(-1)]).toEqual([0, members.length])
  }
})

it('slices are as large as allowed', () => {
  const sizes = [...sliceClusters(columnsOf(clusters), 6)].map(({ members }) => members.length)
  expect(sizes).toEqual([5, 7, 4, 4])
})

it('there are none of no clusters', () => {
  expect([...sliceClusters(columnsOf([]))]).toEqual([])
})
