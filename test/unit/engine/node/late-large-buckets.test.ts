import { expect, it } from 'vitest'
import type { NodeFindOptions } from '../../../../src/engine/node/node-engine-options.js'
import { nodeFind } from '../../../../src/engine/node/node-find.js'
import { collectPairs } from './collect-pairs.js'
import { linesOf, sourceOf } from './source-of.js'

/** Documents of which every other is a near-copy of the one before, and whose shared words fill a large bucket of some bands only. */
function texts(): string[] {
  const shared = Array.from({ length: 30 }, (_, i) => `shared11x${i}`)
  return Array.from({ length: 1200 }, (_, i) => {
    const own = Array.from({ length: 13 }, (_, j) => `own${j === 0 ? i : i - (i % 2)}x${j}`)
    return [...shared, ...own].join(' ')
  })
}

async function search(options: NodeFindOptions) {
  const names: string[] = []
  const source = sourceOf([linesOf(texts())])
  const result = await nodeFind(source, {
    threshold: 0.8,
    shingle: { k: 1 },
    workers: 1,
    onBlock: (name) => names.push(name),
    ...options,
  })
  const pairs = collectPairs(result.pairs)
  await result.close()
  return { pairs, names }
}

it('a large bucket in another band than the first makes the search begin again', async () => {
  const { pairs, names } = await search({ recall: 0.95 })
  expect(names).toContain('candidates-0-0-of-1')
  expect(names).toContain('candidates-beside-large-0-0-of-1')
  expect(pairs.count).toBe(600)
  const exact = await search({ method: 'exact' })
  expect(pairs).toEqual(exact.pairs)
})
