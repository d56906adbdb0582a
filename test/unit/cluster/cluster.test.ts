import { describe, expect, it } from 'vitest'
import { clusterPairs } from '../../../src/cluster/cluster.js'
import { InvalidOption, InvalidValue } from '../../../src/model/errors.js'
import { pairsOf } from './pairs-of.js'

const chain = pairsOf([
  [0, 2, 0.75],
  [2, 3, 0.5],
  [3, 4, 1],
])

describe('clusters of pairs', () => {
  it('are connected components with their cohesion', () => {
    expect(clusterPairs(6, chain)).toEqual([
      {
        members: [0, 2, 3, 4],
        pairs: 3,
        minSimilarity: 0.5,
        meanSimilarity: 0.75,
        cohesionOver: 'verified-pairs',
      },
    ])
  })

  it('are stars on request, with their center and the pairs inside each alone', () => {
    expect(clusterPairs(6, chain, { method: 'stars' })).toEqual([
      {
        members: [0, 2, 3],
        center: 2,
        pairs: 2,
        minSimilarity: 0.5,
        meanSimilarity: 0.625,
        cohesionOver: 'verified-pairs',
      },
    ])
  })

  it('compute their cohesion over every pair if a similarity is given', () => {
    const [cluster] = clusterPairs(6, chain, { similarity: (a, b) => (b - a === 1 ? 0.5 : 0.25) })
    expect(cluster).toMatchObject({ pairs: 3, minSimilarity: 0.25, cohesionOver: 'every-pair' })
    expect(cluster!.meanSimilarity).toBeCloseTo((2 * 0.5 + 4 * 0.25) / 6, 12)
  })

  it('go back to the verified pairs when they are larger than everyPairUpTo', () => {
    const refuse = () => {
      throw new Error('must not be called')
    }
    const [cluster] = clusterPairs(6, chain, { similarity: refuse, everyPairUpTo: 3 })
    expect(cluster).toMatchObject({ minSimilarity: 0.5, cohesionOver: 'verified-pairs' })
    expect(clusterPairs(6, chain, { similarity: () => 0, everyPairUpTo: 4 })[0]!.cohesionOver).toBe(
      'every-pair',
    )
  })

  it('of no pairs are none', () => {
    expect(clusterPairs(6, pairsOf([]))).toEqual([])
  })

  it('reject an unknown method and unverified candidates', () => {
    expect(() => clusterPairs(6, chain, { method: 'cliques' as 'stars' })).toThrow(InvalidOption)
    expect(() => clusterPairs(6, chain, { everyPairUpTo: -1 })).toThrow(InvalidOption)
    expect(() => clusterPairs(2, pairsOf([[0, 1, Number.NaN]]))).toThrow(InvalidValue)
  })

  it('are found without a pass over the pairs for each cluster', () => {
    // Such passes would look at 10^10 pairs and run into the time limit.
    const pairs = pairsOf(Array.from({ length: 100_000 }, (_, i) => [2 * i, 2 * i + 1, 0.5] as const))
    expect(clusterPairs(200_000, pairs)).toHaveLength(100_000)
  })
})
