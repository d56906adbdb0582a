import { bagCounts, overlap } from 'likewise/distance'
import { stopWords } from 'likewise/stop-words'
import { shingle, shingleStrings } from 'likewise/text'
import { FREQUENT_CHARACTERS, oneHot, shingleSpace, vocabulary } from 'likewise/textbook'
import { describe, expect, it } from 'vitest'

describe('shingles of characters', () => {
  it('ex-3.3: abcdabd has five 2-shingles; as a bag, ab counts 2', () => {
    expect(shingleStrings('abcdabd', { kind: 'chars', k: 2 })).toEqual(['ab', 'bc', 'cd', 'da', 'bd'])
    expect(shingle('abcdabd', { kind: 'chars', k: 2 })).toHaveLength(5)

    const bag = shingleStrings('abcdabd', { kind: 'chars', k: 2, bag: true })
    expect(Object.fromEntries(bagCounts(bag))).toEqual({ ab: 2, bc: 1, cd: 1, da: 1, bd: 1 })
    expect(shingle('abcdabd', { kind: 'chars', k: 2, bag: true })).toHaveLength(6)
  })

  it('slide-2-shingles: abcab is the set {ab, bc, ca} and a bag with ab twice', () => {
    expect(shingleStrings('abcab', { kind: 'chars', k: 2 })).toEqual(['ab', 'bc', 'ca'])
    const bag = shingleStrings('abcab', { kind: 'chars', k: 2, bag: true })
    expect(Object.fromEntries(bagCounts(bag))).toEqual({ ab: 2, bc: 1, ca: 1 })
  })

  it('slide-typo: abcaab also has the 2-shingle aa, which the slide omits', () => {
    const shingles = shingleStrings('abcaab', { kind: 'chars', k: 2 })
    expect(shingles).toEqual(['ab', 'bc', 'ca', 'aa'])
    // The slide prints {ab, bc, ca}, the answer for abcab of an earlier slide; aa is the fourth in abcaab.
    expect(shingles).not.toEqual(['ab', 'bc', 'ca'])
    expect(shingle('abcaab', { kind: 'chars', k: 2 })).toHaveLength(4)
  })

  it('ex-3.4: touch down and touchdown share a 9-shingle only when white space is removed', () => {
    const [plane, quarterback] = ['The plane was ready for touch down', 'The quarterback scored a touchdown']

    const collapsed = { kind: 'chars', k: 9, whitespace: 'collapse' } as const
    expect(shingleStrings(plane, collapsed)).toEqual(expect.arrayContaining(['touch dow', 'ouch down']))
    expect(shingleStrings(plane, collapsed)).not.toContain('touchdown')
    expect(shingleStrings(quarterback, collapsed)).toContain('touchdown')
    expect(overlap(shingle(plane, collapsed), shingle(quarterback, collapsed))).toBe(0)

    const removed = { kind: 'chars', k: 9, whitespace: 'remove' } as const
    expect(shingleStrings(plane, removed)).toContain('touchdown')
    expect(shingleStrings(quarterback, removed)).toContain('touchdown')
    expect(overlap(shingle(plane, removed), shingle(quarterback, removed))).toBe(1)
  })

  it('note-7: the 3-shingles of a sentence begin with its first three characters, blanks included', () => {
    const shingles = shingleStrings('A boy jumped over the fence.', { kind: 'chars', k: 3, case: 'keep' })
    expect(shingles.slice(0, 3)).toEqual(['A b', ' bo', 'boy'])
  })

  it('one-hot: the vocabulary contains each 3-gram once, and a repeated 3-gram still gives 1', () => {
    const text = 'learning data science is fascinating'
    const occurrences = shingleStrings(text, { kind: 'chars', k: 3, bag: true })
    const rows = vocabulary([occurrences])
    // 36 characters have 34 3-grams; ing and sci come twice: learning, science, and both in fascinating.
    const counts = bagCounts(occurrences)
    expect(occurrences).toHaveLength(34)
    expect(rows.filter((row) => counts.get(row)! > 1)).toEqual(['ing', 'sci'])
    expect(rows).toHaveLength(32)
    expect(new Set(rows).size).toBe(32)

    expect(oneHot(rows, occurrences)).toEqual(new Uint8Array(32).fill(1))
    const other = oneHot(rows, shingleStrings('ringing', { kind: 'chars', k: 3, bag: true }))
    expect(rows.filter((_, row) => other[row] === 1)).toEqual(['ing'])
    expect(Math.max(...other)).toBe(1)
  })
})

describe('shingles of stop words', () => {
  it('ex-3.23: an advertisement has no shingles; the same thought in prose has five', () => {
    const options = { kind: 'stopwords', k: 3, case: 'keep' } as const
    expect(shingleStrings('Buy Sudzo', options)).toEqual([])
    expect(shingle('Buy Sudzo', options)).toHaveLength(0)

    const prose = 'I recommend that you buy Sudzo for your laundry x'
    expect(shingleStrings(prose, options)).toEqual([
      'I recommend that',
      'that you buy',
      'you buy Sudzo',
      'for your laundry',
      'your laundry x',
    ])
    expect(shingle(prose, options)).toHaveLength(5)
  })

  it('ex-3.23: I, that, you, for and your are the stop words of the sentence', () => {
    const sentence = ['i', 'recommend', 'that', 'you', 'buy', 'sudzo', 'for', 'your', 'laundry']
    expect(sentence.filter((word) => stopWords('en').has(word))).toEqual(['i', 'that', 'you', 'for', 'your'])
  })
})

describe('the number of likely shingles', () => {
  it('space: 20 frequent characters make 160,000 4-shingles and 512,000,000,000 9-shingles', () => {
    expect(FREQUENT_CHARACTERS).toBe(20)
    expect(shingleSpace(FREQUENT_CHARACTERS, 4)).toBe(160_000)
    expect(shingleSpace(FREQUENT_CHARACTERS, 9)).toBe(512_000_000_000)
  })

  it('space: 27 letters and blanks make 14,348,907 5-shingles', () => {
    expect(shingleSpace(27, 5)).toBe(14_348_907)
  })
})
