import { describe, expect, it } from 'vitest'
import { checkShingleOptions, planShingles, type ShingleOptions } from '../../../src/text/shingle-options.js'
import { shingle, shingleStrings } from '../../../src/text/shingles.js'
import { wideShingles } from '../../../src/text/wide-shingles.js'

const FOOTER = 'All rights reserved by the publisher'
const TEXT = `A storm closed the harbor. ${FOOTER}. A storm closed the harbor again.`

describe('phrases to ignore', () => {
  it.each<ShingleOptions>([
    { k: 2 },
    { k: 4, bag: true },
    { kind: 'chars', k: 5 },
    { kind: 'stopwords', k: 2 },
    { k: 3, case: 'keep' },
    { k: 9 },
  ])('take their shingles from a document, and no others: %o', (options) => {
    const ignoring = { ...options, ignorePhrases: [FOOTER, 'not in the text'] }
    const ignored = new Set(shingleStrings(FOOTER, options))
    const left = shingleStrings(TEXT, options).filter((one) => !ignored.has(one))
    expect(shingleStrings(TEXT, ignoring)).toEqual(left)
    const sizes = [shingle(TEXT, ignoring).length, wideShingles(TEXT, checkShingleOptions(ignoring)).length]
    expect(sizes).toEqual([left.length, left.length])
    const all = new Set(shingle(TEXT, options))
    if (options.bag !== true) expect([...shingle(TEXT, ignoring)].every((one) => all.has(one))).toBe(true)
  })

  it('leave a document of nothing else empty', () => {
    expect(shingle(FOOTER.toUpperCase(), { ignorePhrases: [FOOTER] }).length).toBe(0)
  })

  it('are part of a plan only where there are some', () => {
    expect(planShingles(checkShingleOptions({ ignorePhrases: [] }))).not.toHaveProperty('ignorePhrases')
    expect(planShingles(checkShingleOptions({ ignorePhrases: ['a'] })).ignorePhrases).toEqual(['a'])
  })

  it('must be a list of texts', () => {
    for (const wrong of ['a', [1], 5]) {
      expect(() => checkShingleOptions({ ignorePhrases: wrong as never })).toThrow(/ignorePhrases/)
    }
  })
})
