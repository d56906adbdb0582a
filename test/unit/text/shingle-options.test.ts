import { describe, expect, it } from 'vitest'
import { checkShingleOptions, planShingles, type ShingleOptions } from '../../../src/text/shingle-options.js'
import { stopWords } from '../../../src/text/stop-words.js'

describe('checkShingleOptions', () => {
  it('fills in 5 words, as a set, in bigrams, with English stop words', () => {
    expect(checkShingleOptions({})).toMatchObject({ kind: 'words', k: 5, bag: false, segment: 'bigrams' })
    expect(checkShingleOptions({}).stopWords).toEqual(stopWords('en'))
  })

  it('knows the usual length of each kind', () => {
    const lengths = (['words', 'chars', 'stopwords'] as const).map((kind) => checkShingleOptions({ kind }).k)
    expect(lengths).toEqual([5, 9, 3])
    expect(checkShingleOptions({ kind: 'chars', k: 1_000_000 }).k).toBe(1_000_000)
  })

  it('passes on the steps of normalization', () => {
    const steps = { nfkc: true, case: 'keep', punctuation: 'remove', whitespace: 'keep' } as const
    expect(checkShingleOptions(steps).normalize).toEqual(steps)
    const defaults = { nfkc: false, case: 'fold', punctuation: 'keep', whitespace: 'collapse' }
    expect(checkShingleOptions({}).normalize).toEqual(defaults)
  })

  it('become plain data from which the same options come again', () => {
    for (const options of [
      {},
      { kind: 'stopwords', stopWords: ['Of'] },
      { kind: 'chars', k: 3, bag: true },
    ] as const) {
      const checked = checkShingleOptions(options)
      const plan = JSON.parse(JSON.stringify(planShingles(checked))) as ShingleOptions
      expect(checkShingleOptions(plan)).toEqual(checked)
    }
  })
})
