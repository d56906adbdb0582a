// Candidates and pairs predicted for groups around the limit, against runs of the local engine: it recognizes oversized documents only
// where their groups are larger than the limit beyond doubt, and compares all others.

import { nodeEngine } from 'likewise/node'
import { Random } from 'likewise/text'
import { expect, it } from 'vitest'
import { byDepth } from '../depth.js'

const LIMIT = 600

/** Groups of texts that differ in a word or two at their ends, and texts that are similar to none. */
function makeTexts(sizes: readonly number[], strangers: number): { text: string }[] {
  const random = new Random(40 + sizes[0]!)
  const word = () => `w${random.below(40_000)}`
  const groups = sizes.map((size) => {
    const base = Array.from({ length: 100 }, word)
    return Array.from({ length: size }, () => [...base, word(), word()])
  })
  const others = Array.from({ length: strangers }, () => Array.from({ length: 100 }, word))
  const all = [...groups.flat(), ...others].map((words) => ({ text: words.join(' ') }))
  for (let i = all.length - 1; i > 0; i--) {
    const other = random.below(i + 1)
    ;[all[i], all[other]] = [all[other]!, all[i]!]
  }
  return all
}

interface Kind {
  readonly sizes: readonly number[]
  readonly strangers: number
  readonly method: 'bands' | 'exact'
}

const SOME: readonly Kind[] = [
  { sizes: [620], strangers: 0, method: 'exact' },
  { sizes: [1200], strangers: 500, method: 'exact' },
  { sizes: [1500, 640], strangers: 0, method: 'bands' },
]
const ALL: readonly Kind[] = [
  ...SOME,
  { sizes: [1200], strangers: 0, method: 'bands' },
  { sizes: [700, 700, 700], strangers: 0, method: 'exact' },
  { sizes: [1500, 640], strangers: 0, method: 'exact' },
]

it.each(byDepth({ short: SOME, long: ALL }))(
  'within a factor of 2: groups of $sizes and $strangers strangers, $method',
  async ({ sizes, strangers, method }) => {
    const documents = makeTexts(sizes, strangers)
    const request = { method, threshold: 0.8, recall: 0.95, maxGroup: LIMIT }
    const engine = nodeEngine({ workers: 1 })
    const { predicted } = await engine.plan(documents, request)
    const found = await engine.find(documents, request)
    const { compared, pairs } = found.summary
    await found[Symbol.asyncDispose]()
    expect(predicted!.candidates / compared).toBeGreaterThan(0.5)
    expect(predicted!.candidates / compared).toBeLessThan(2)
    expect(predicted!.pairs / pairs).toBeGreaterThan(0.5)
    expect(predicted!.pairs / pairs).toBeLessThan(2)
  },
)
