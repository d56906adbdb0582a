import { describe, expect, it } from 'vitest'
import type { Documents, Engine } from '../../src/engine/engine.js'
import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import { Random } from '../../src/hash/random.js'
import { nodeEngine } from '../../src/node/node-engine.js'
import { byDepth } from '../depth.js'
import { binomialMargin } from './binomial.js'

/** Sizes of two sets, and how much they have in common. */
interface Sizes {
  readonly a: number
  readonly b: number
  readonly shared: number
}

const PAIRS = byDepth({ short: 300, long: 600 })

/** Pairs of documents that have nothing to do with other pairs, each word a shingle. */
function documentsOf({ a, b, shared }: Sizes): { text: string }[] {
  const random = new Random(11)
  const words = (count: number) => Array.from({ length: count }, () => `w${random.bits()}${random.bits()}`)
  return Array.from({ length: PAIRS }, () => {
    const common = words(shared)
    return [a, b].map((size) => ({ text: [...common, ...words(size - shared)].join(' ') }))
  }).flat()
}

/** The true recall is that of independent trials with the estimated probability, as all pairs have the same sizes. */
async function expectTruth(engine: Engine, similarity: 'jaccard' | 'cosine' | 'dice', sizes: Sizes) {
  const documents: Documents = documentsOf(sizes)
  await using found = await engine.find(documents, {
    similarity,
    threshold: similarity === 'jaccard' ? 0.32 : 0.48,
    recall: 0.4,
    method: 'bands',
    shingle: { k: 1 },
  })
  const { pairs, recall } = found.summary
  const { above, below } = binomialMargin(PAIRS, recall.estimated)
  expect(pairs / PAIRS).toBeLessThanOrEqual(recall.estimated + above)
  expect(pairs / PAIRS).toBeGreaterThanOrEqual(recall.estimated - below)
}

describe.each([inlineEngine, nodeEngine({ workers: 1 })])(
  'the recall that the $name engine estimates is the true one',
  (engine) => {
    it.each([
      ['jaccard', { a: 120, b: 120, shared: 60 }],
      ['dice', { a: 120, b: 120, shared: 60 }],
      ['dice', { a: 80, b: 160, shared: 60 }],
      ['cosine', { a: 120, b: 120, shared: 60 }],
      ['cosine', { a: 240, b: 60, shared: 59 }],
      ['cosine', { a: 160, b: 90, shared: 60 }],
    ] as const)('by %s of sets like %o', (similarity, sizes) => expectTruth(engine, similarity, sizes))
  },
)
