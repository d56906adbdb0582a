import { describe, expect, it } from 'vitest'
import type { Engine, FindRequest } from '../../src/engine/engine.js'
import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import type { Document } from '../../src/model/document.js'
import { below, left, right, truth, truthOfBelow, WORDS } from '../unit/text/colliding-documents.js'
import { contentOf, rounded } from './found-content.js'

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
  })
}
