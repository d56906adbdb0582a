import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { SampledPairs } from '../../../src/plan/compared-documents.js'

const DOCUMENTS = 100_000
const SAMPLED = 5000

/** Estimates how many documents are in pairs, if clusters of this size contain this share of all documents. */
function estimate(share: number, clusterSize: number): number {
  const random = new Random(3)
  const clusters = (share * DOCUMENTS) / clusterSize
  const members = new Map<number, number[]>()
  for (let document = 0; document < SAMPLED; document++) {
    if (random.unit() >= share) continue
    const cluster = random.below(clusters)
    members.set(cluster, [...(members.get(cluster) ?? []), document])
  }
  const pairs = new SampledPairs(SAMPLED)
  for (const cluster of members.values()) {
    cluster.forEach((one, i) => {
      for (const other of cluster.slice(i + 1)) pairs.add(one, other, false, (DOCUMENTS / SAMPLED) ** 2)
    })
  }
  return pairs.documentsIn(DOCUMENTS)
}

describe('documents in pairs', () => {
  it('are nearly all, if pairs are distributed evenly', () => {
    expect(estimate(1, 10)).toBeGreaterThan(0.8 * DOCUMENTS)
    expect(estimate(1, 100)).toBeGreaterThan(0.9 * DOCUMENTS)
  })

  it('are few, if few documents have all pairs', () => {
    expect(estimate(0.1, 100)).toBeLessThan(0.15 * DOCUMENTS)
    expect(estimate(0.1, 100)).toBeGreaterThan(0.05 * DOCUMENTS)
    expect(estimate(0.3, 50)).toBeLessThan(0.4 * DOCUMENTS)
  })

  it('are at least those of the sample, if it has too few pairs to tell', () => {
    const pairs = new SampledPairs(SAMPLED)
    pairs.add(0, 1, false, 400)
    pairs.add(1, 0, false, 400)
    pairs.add(2, 3, true, 20)
    expect(pairs.documentsIn(DOCUMENTS)).toBeCloseTo((2 / SAMPLED) * DOCUMENTS, 6)
    expect(new SampledPairs(0).documentsIn(0)).toBe(0)
  })

  it('include the neighbors of all sampled ones, even if only some pairs were compared', () => {
    const random = new Random(4)
    const pairs = new SampledPairs(SAMPLED)
    const [beforeIt, compared] = [5, 0.1]
    for (let document = 0; document < SAMPLED; document++) {
      for (let other = Math.max(0, document - beforeIt); other < document; other++)
        if (random.unit() < compared) pairs.add(document, other, true, DOCUMENTS / SAMPLED / compared)
    }
    expect(pairs.documentsIn(DOCUMENTS)).toBeGreaterThan(0.95 * DOCUMENTS)
  })
})
