// Near-copies whose pairs are around the threshold: prefixes find nearly all pairs, many times, and few of them are similar.

import { findSimilar } from 'likewise'
import { nodeEngine } from 'likewise/node'
import { Random } from 'likewise/text'
import { describe, expect, it } from 'vitest'

const COUNT = 1500
const random = new Random(7)
const word = () => `w${random.below(50_000)}`
const base = Array.from({ length: 100 }, word)
const documents = Array.from({ length: COUNT }, (_, id) => {
  const words = [...base]
  for (let i = 0; i < 2; i++) words[random.below(words.length)] = word()
  return { id, text: words.join(' ') }
})
const options = { threshold: 0.84, recall: 1, maxGroup: 'all' } as const

async function search(...[input, more]: [typeof documents, { against?: typeof documents; memory?: number }]) {
  const engine = nodeEngine({ workers: 1, ...(more.memory !== undefined && { memory: more.memory }) })
  const request = { ...options, ...(more.against && { against: more.against }) }
  const found = await engine.find(input, request)
  const pairs: string[] = []
  for await (const { a, b, similarity } of found.pairs()) pairs.push(`${a} ${b} ${similarity}`)
  const { compared } = found.summary
  await found[Symbol.asyncDispose]()
  return { pairs: pairs.sort(), compared }
}

describe('near-copies around the threshold', () => {
  const expected = findSimilar(documents, options)
    .pairs.map(({ a, b, similarity }) => `${a} ${b} ${similarity}`)
    .sort()

  it.each([undefined, 200e6])('are joined, with a budget of %s bytes', async (memory) => {
    const { pairs, compared } = await search(documents, { ...(memory !== undefined && { memory }) })
    expect(pairs).toEqual(expected)
    expect(pairs.length).toBeGreaterThan(500)
    // Of more than a million pairs.
    expect(compared).toBeLessThan(100_000)
  })

  it('are joined across two sides', async () => {
    const [own, others] = [documents.slice(0, 750), documents.slice(750)]
    const { pairs, compared } = await search(own, { against: others })
    const across = expected.filter((pair) => {
      const [a, b] = pair.split(' ').map(Number)
      return a! < 750 && b! >= 750
    })
    expect(pairs).toEqual(across)
    expect(compared).toBeLessThan(100_000)
  })
})
