import { expect, it } from 'vitest'
import { findFiles } from '../../src/node/find.js'
import type { SearchHooks } from '../../src/node/search.js'
import { splitOptions } from '../../src/node/search-options.js'

const ARTICLES = new URL('../../examples/data/articles.jsonl', import.meta.url).pathname

it('examines the similarities of few documents only if the sample is shown', async () => {
  const search = async (hooks: SearchHooks) => {
    const found = await findFiles(ARTICLES, splitOptions({ threshold: 0.8 }), hooks)
    await found.close()
    return found
  }
  const [full, brief] = [await search({}), await search({ showsSample: false })]
  expect(full.explained.sample!.histogram).not.toEqual([])
  expect(brief.explained.sample!.histogram).toEqual([])
  expect(brief.explained.plan).toEqual(full.explained.plan)
  expect(brief.summary).toEqual(full.summary)
  const { pairs, candidates } = brief.explained.predicted!
  expect(candidates).toBe(full.explained.predicted!.candidates)
  expect(pairs).toBeLessThanOrEqual(candidates)
  expect(pairs).toBeGreaterThan(0)
})
