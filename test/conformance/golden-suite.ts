import { expect, it } from 'vitest'
import type { Engine } from '../../src/engine/engine.js'
import type { SimilarityReport } from '../../src/index.js'
import { readGoldenCases } from '../golden/cases.js'
import { contentOf, rounded } from './found-content.js'

const CASES = readGoldenCases().flatMap(({ name, input, expected }) =>
  input.kind === 'find' ? [{ name, ...input, expected: expected as SimilarityReport }] : [],
)

/** The searches of test/golden, whose results are the same in every engine. */
export function goldenTests(engine: Engine): void {
  it.each(CASES)('gives the golden result: $name', async ({ documents, options, expected }) => {
    const { pairs, clusters, recall, candidates, compared, ...counts } = expected
    const content = await contentOf(await engine.find(documents, options))
    expect(rounded(content)).toMatchObject(rounded({ pairs, clusters, recall, candidates, counts }) as object)
    // What an exact search compares is up to the engine.
    if (counts.plan.method === 'bands') expect(content.compared).toBe(compared)
  })
}
