import { describe, expect, it } from 'vitest'
import type { Engine, FindRequest } from '../../src/engine/engine.js'
import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import type { Document } from '../../src/model/document.js'
import { isLong } from '../depth.js'
import {
  across,
  below,
  left,
  right,
  shared,
  truth,
  truthOfBelow,
  WORDS,
} from '../unit/text/colliding-documents.js'
import { contentOf, rounded } from './found-content.js'

/** More pairs than the driver of Spark holds in the tests. */
const VARIANTS = Array.from({ length: 10 }, (_, i) => `${left} variant${i}`)

/** Documents that are not similar, each of which contains the same short one; a hash of the one is equal to a hash of the other. */
const PART = shared.slice(0, 20)
const HALVES = [0, 1].map((half) =>
  [...PART, ...shared.map((word) => `${word}of${half}`), across[half]!].join(' '),
)

/** Long documents are compared by wide hashes, as the inline engine does. */
export function longDocumentTests(name: string, engine: Engine): void {
  const find = async (of: Engine, texts: readonly string[], request: FindRequest) =>
    contentOf(
      await of.find(
        texts.map((text, i): Document => ({ id: `d${i}`, text })),
        { shingle: WORDS, ...request },
      ),
    )
  const expectSame = async (texts: readonly string[], request: FindRequest) => {
    const found = await find(engine, texts, request)
    expect(rounded(found)).toEqual(rounded(await find(inlineEngine, texts, request)))
    return found
  }

  describe(`the engine ${name}, with documents whose hashes collide`, () => {
    it('finds their true similarity', async () => {
      const { pairs } = await expectSame([left, right, 'another document altogether'], {
        threshold: 0.9,
        method: 'bands',
      })
      expect(pairs).toMatchObject([{ a: 'd0', b: 'd1', similarity: truth }])
    })

    it('finds those whose hashes are below the threshold', async () => {
      const { pairs } = await expectSame(below, { threshold: truthOfBelow, method: 'exact' })
      expect(pairs).toMatchObject([{ similarity: truthOfBelow }])
    })

    // Takes minutes on Spark.
    if (isLong)
      it('finds the true similarities of many pairs', async () => {
        const texts = [left, right, ...below, ...VARIANTS]
        const { pairs } = await expectSame(texts, { threshold: 0.9, method: 'bands' })
        expect(pairs).toHaveLength((texts.length * (texts.length - 1)) / 2)
      })

    it('computes the cohesion of a cluster from them even if none of its pairs are of two long documents', async () => {
      const { pairs, clusters } = await expectSame([PART.join(' '), ...HALVES], {
        similarity: 'containment',
        threshold: 0.9,
        method: 'exact',
      })
      expect([pairs.length, clusters.length]).toEqual([2, 1])
    })
  })
}
