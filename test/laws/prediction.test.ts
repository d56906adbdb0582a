// What a sample predicts against what a run finds, on generated corpora of different kinds. Ten corpora with the local engine and
// their memory: npm run bench -- prediction.

import { findSimilar, planSimilar, type ShingleOptions } from 'likewise'
import { expect, it } from 'vitest'
import { CORPORA } from '../../bench/corpora.js'
import { byDepth } from '../depth.js'

const KINDS: readonly { name: string; size: number; shingle?: ShingleOptions }[] = [
  { name: 'articles', size: byDepth({ short: 1500, long: 3000 }) },
  { name: 'skew', size: 900 },
  { name: 'short', size: byDepth({ short: 2000, long: 4000 }) },
  { name: 'boilerplate', size: 1500 },
  { name: 'short', size: 1500, shingle: { kind: 'chars', k: 5 } },
  { name: 'articles', size: 1500, shingle: { k: 2 } },
]

it.each(KINDS)(
  'candidates are within a factor of 2 of those predicted from a third: $name, $shingle',
  (kind) => {
    const documents = Array.from(CORPORA[kind.name]!(kind.size), ({ text }) => text)
    const shingle = kind.shingle ?? {}
    for (const request of [
      { threshold: 0.8, recall: 0.95 },
      { threshold: 0.6, recall: 0.9 },
    ]) {
      const { plan, predicted } = planSimilar(documents, {
        ...request,
        shingle,
        method: 'bands',
        sample: Math.floor(kind.size / 3),
      })
      const { candidates } = findSimilar(documents, { plan })
      expect(predicted!.candidates).toBeGreaterThan(candidates / 2)
      expect(predicted!.candidates).toBeLessThan(candidates * 2)
    }
  },
)
