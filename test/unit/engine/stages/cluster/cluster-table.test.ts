import { describe, expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import { withBlock } from '../../../../../src/engine/stages/blocks/segments.js'
import { ClusterTable } from '../../../../../src/engine/stages/cluster/cluster-table.js'
import type { Cluster } from '../../../../../src/model/cluster.js'
import { cases } from '../../../../depth.js'
import fc from '../../../../property.js'

/** Clusters of distinct documents, with and without a center. */
const clusters = fc
  .uniqueArray(fc.nat(5000), { maxLength: 60 })
  .chain((documents) =>
    fc.array(fc.integer({ min: 2, max: 5 }), { maxLength: 15 }).map((sizes) => {
      let end = 0
      return sizes.flatMap((size): Cluster[] => {
        const members = documents.slice(end, end + size).sort((x, y) => x - y)
        end += size
        if (members.length < 2) return []
        return [
          {
            members,
            ...(size % 2 === 0 && { center: members[1]! }),
            pairs: size * 3e9,
            minSimilarity: 1 / size,
            meanSimilarity: 1 / (size - 0.5),
            cohesionOver: size > 3 ? 'every-pair' : 'verified-pairs',
          },
        ]
      })
    }),
  )
  .map((list) => list.sort((x, y) => x.members[0]! - y.members[0]!))

const NO_CENTER = 0xffffffff

function tableOf(list: readonly Cluster[]): ClusterTable {
  const offsets = [0]
  for (const { members } of list) offsets.push(offsets.at(-1)! + members.length)
  return new ClusterTable({
    offsets: Uint32Array.from(offsets),
    members: Uint32Array.from(list.flatMap(({ members }) => members)),
    centers: Uint32Array.from(list, ({ center }) => center ?? NO_CENTER),
    pairs: Float64Array.from(list, ({ pairs }) => pairs),
    min: Float64Array.from(list, ({ minSimilarity }) => minSimilarity),
    mean: Float64Array.from(list, ({ meanSimilarity }) => meanSimilarity),
    overEvery: Uint32Array.from(list, ({ cohesionOver }) => (cohesionOver === 'every-pair' ? 1 : 0)),
  })
}

describe('the table of clusters', () => {
  it('returns what it was made of, also through a block', () => {
    fc.assert(
      fc.property(clusters, (list) => {
        const table = tableOf(list)
        expect(table).toHaveLength(list.length)
        expect([...table]).toEqual(list)
        const block = nodeBlocks.put({ name: 'clusters' }, table.segments())
        expect([...withBlock(nodeBlocks, block, (reader) => ClusterTable.read(reader))]).toEqual(list)
      }),
      { numRuns: cases(100) },
    )
  })

  it('is merged from several in the order of the first members', () => {
    fc.assert(
      fc.property(clusters, fc.integer({ min: 1, max: 4 }), (list, tables) => {
        const parts = Array.from({ length: tables }, (_, table) =>
          tableOf(list.filter((_cluster, i) => i % tables === table)),
        )
        expect([...ClusterTable.merge(parts)]).toEqual(list)
        expect([...ClusterTable.merge([...parts].reverse())]).toEqual(list)
      }),
      { numRuns: cases(100) },
    )
  })
})
