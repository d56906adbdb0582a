import { describe, expect, it } from 'vitest'
import { tokenHash } from '../../../src/hash/shingle-hash.js'
import { stopWords } from '../../../src/text/stop-words.js'
import { proseTokens } from '../../../src/text/token-sequence.js'

const spans = (text: string) => {
  const { starts, ends } = proseTokens(text)
  return Array.from(starts, (start, i) => text.slice(start, ends[i]))
}

describe('the tokens of prose', () => {
  it('are words with their positions in the original text', () => {
    expect(spans('«The plane»,\n\tready: été 2024 – don’t')).toEqual([
      'The',
      'plane',
      'ready',
      'été',
      '2024',
      'don',
      't',
    ])
    expect([...proseTokens('The plane').starts]).toEqual([0, 4])
  })

  it('do not differ by case or by the form of their letters', () => {
    expect(proseTokens('ﬁnd É').hashes).toEqual(proseTokens('FIND é').hashes)
    expect(proseTokens('find').hashes[0]).toBe(tokenHash('find'))
  })

  it('are content unless they are stop words', () => {
    expect([...proseTokens('The plane was ready').content]).toEqual([0, 1, 0, 1])
    expect([...proseTokens('der Hund', { stopWords: stopWords('de') }).content]).toEqual([0, 1])
    expect(() => proseTokens('x', { stopWords: 'xx' as 'en' })).toThrow('stopWords')
  })

  it('split scripts without spaces with a dictionary', () => {
    expect(spans('今日は東京へ行きます').length).toBeGreaterThan(3)
  })

  it('may be many, or none', () => {
    const long = proseTokens('word '.repeat(1000))
    expect([long.hashes.length, long.starts[999], long.ends[999]]).toEqual([1000, 4995, 4999])
    expect(proseTokens(' … ').hashes.length).toBe(0)
  })
})
