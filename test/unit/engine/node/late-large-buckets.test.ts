import { describe, expect, it } from 'vitest'
import type { NodeFindOptions } from '../../../../src/engine/node/node-engine-options.js'
import { nodeFind } from '../../../../src/engine/node/node-find.js'
import { joinSides } from '../../../../src/read/sides.js'
import { collectPairs } from './collect-pairs.js'
import { linesOf, sourceOf } from './source-of.js'

const words = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}x${i}`)

/** Documents of which every other is a near-copy of the one before, and whose shared words fill a large bucket of some bands only. */
const twins = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    [...words('shared11', 30), `own${i}`, ...words(`twin${i - (i % 2)}`, 12)].join(' '),
  )
const isEven = (_: string, i: number) => i % 2 === 0
const isOdd = (_: string, i: number) => i % 2 === 1

async function search(
  texts: readonly string[],
  { others, ...options }: NodeFindOptions & { readonly others?: readonly string[] },
) {
  const names: string[] = []
  const source = sourceOf([linesOf(texts)])
  const result = await nodeFind(
    others === undefined ? source : joinSides(source, sourceOf([linesOf(others)])),
    {
      threshold: 0.8,
      shingle: { k: 1 },
      workers: 1,
      onBlock: (name) => names.push(name),
      ...options,
    },
  )
  const pairs = collectPairs(result.pairs)
  await result.close()
  return { pairs, names }
}

describe('a large bucket in another band than the first makes the search begin again', () => {
  it.each([{}, { workers: 2 }, { memory: 200e6 }])('with %o', async (options) => {
    const texts = twins(1200)
    const { pairs, names } = await search(texts, { recall: 0.95, ...options })
    expect(names).toContain('candidates-0-0-of-1')
    expect(names).toContain('candidates-without-large-0-0-of-1')
    expect(pairs.count).toBe(600)
    const exact = await search(texts, { method: 'exact' })
    expect(pairs).toEqual(exact.pairs)
  })

  it('across two sides', async () => {
    const texts = twins(1700)
    const [own, others] = [texts.filter(isEven), texts.filter(isOdd)]
    const { pairs, names } = await search(own, { others, method: 'bands', recall: 0.95 })
    expect(names).toContain('between-candidates-0-0-of-1')
    expect(names).toContain('between-candidates-without-large-0-0-of-1')
    expect(pairs.count).toBe(850)
    const exact = await search(own, { others, method: 'exact' })
    expect(pairs).toEqual(exact.pairs)
  })
})

it('near-copies on one side make no large bucket across two', async () => {
  // Some keys of the other side fall into the same cells of a filter as theirs.
  const own = Array.from({ length: 5600 }, (_, i) => [...words(`page${i % 8}`, 100), `own${i}`].join(' '))
  const others = Array.from({ length: 15_000 }, (_, i) => words(`other${i}`, 3).join(' '))
  const { pairs, names } = await search(own, { others, method: 'bands', recall: 0.95 })
  expect(pairs.count).toBe(0)
  expect(names.join(' ')).not.toContain('without-large')
})
