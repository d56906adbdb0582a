import { describe, expect, it } from 'vitest'
import { shingleHash, tokenHash } from '../../../src/hash/shingle-hash.js'
import { InvalidOption, TooLarge } from '../../../src/model/errors.js'
import { setAt } from '../../../src/model/set-collection.js'
import { checkShingleOptions, type ShingleOptions } from '../../../src/text/shingle-options.js'
import { shingle, shingleCollection, shingleSequence, shingleStrings } from '../../../src/text/shingles.js'
import { stopWords } from '../../../src/text/stop-words.js'

const KINDS = ['words', 'chars', 'stopwords'] as const

describe('shingles of words', () => {
  it('are k words in a row, 5 by default', () => {
    const text = 'The plane was ready for touch down'
    expect(shingleStrings(text)).toEqual([
      'the plane was ready for',
      'plane was ready for touch',
      'was ready for touch down',
    ])
    expect(shingle(text).length).toBe(3)
    expect(shingleStrings('a b c', { k: 1 })).toEqual(['a', 'b', 'c'])
  })

  it('do not run words together', () => {
    const hashes = (text: string) => [...shingle(text, { k: 2 })]
    expect(hashes('ab c')).not.toEqual(hashes('a bc'))
  })
})

describe('shingles of characters', () => {
  it('are k code points in a row, 9 by default, blanks among them', () => {
    expect(shingleStrings('abcab', { kind: 'chars', k: 2 })).toEqual(['ab', 'bc', 'ca'])
    expect(shingleStrings('touch down', { kind: 'chars' })).toEqual(['touch dow', 'ouch down'])
  })

  it('count a character beyond 16 bits once', () => {
    expect(shingleStrings('😀𝒷𝒸a', { kind: 'chars', k: 2 })).toEqual(['😀𝒷', '𝒷𝒸', '𝒸a'])
    expect(shingle('😀𝒷𝒸a', { kind: 'chars', k: 3 }).length).toBe(2)
    expect(shingle('😀𝒷𝒸a', { kind: 'chars', k: 4 }).length).toBe(1)
  })
})

describe('shingles at stop words', () => {
  const text = 'A spokesperson for the Sudzo Corporation revealed today that studies have shown'

  it('are a stop word and the next two words', () => {
    expect(shingleStrings(text, { kind: 'stopwords' })).toEqual([
      'a spokesperson for',
      'for the sudzo',
      'the sudzo corporation',
      'that studies have',
    ])
    expect(shingle(text, { kind: 'stopwords' }).length).toBe(4)
  })

  it('are none without a stop word, or without followers', () => {
    expect(shingle('Sudzo Corporation revealed studies', { kind: 'stopwords' }).length).toBe(0)
    expect(shingleStrings('Sudzo the Corporation', { kind: 'stopwords' })).toEqual([])
    expect(shingleStrings('Sudzo the Corporation', { kind: 'stopwords', k: 2 })).toEqual(['the corporation'])
    expect(shingleStrings('the', { kind: 'stopwords' })).toEqual([])
  })

  it('take the words of the language or the caller’s own, whatever their case', () => {
    const own = { kind: 'stopwords', k: 2, stopWords: ['SUDZO'] } as const
    expect(shingleStrings(text, own)).toEqual(['sudzo corporation'])
    expect(shingleStrings(text, { ...own, case: 'keep' })).toEqual(['Sudzo Corporation'])
    expect(shingleStrings(text, { ...own, stopWords: new Set(['Today']) })).toEqual(['today that'])
    const german = { kind: 'stopwords', k: 2, stopWords: stopWords('de') } as const
    expect(shingleStrings('Hunde und Katzen', german)).toEqual(['und katzen'])
    expect(shingleStrings('Hunde und Katzen', { ...german, stopWords: 'en' })).toEqual([])
  })
})

describe('every shingling', () => {
  it('of fewer than k tokens is one shingle of them all', () => {
    expect(shingleStrings('Two words')).toEqual(['two words'])
    expect([...shingle('Two words')]).toEqual([shingleHash([tokenHash('two'), tokenHash('words')])])
    expect(shingleStrings('abc', { kind: 'chars', k: 1_000_000 })).toEqual(['abc'])
    expect(shingle('abc', { kind: 'chars', k: 1_000_000 }).length).toBe(1)
  })

  it('of exactly k tokens is one shingle', () => {
    expect(shingleStrings('a b c d e')).toEqual(['a b c d e'])
    expect(shingle('a b c d e').length).toBe(1)
  })

  it('of nothing is empty', () => {
    for (const kind of KINDS) {
      for (const bag of [false, true]) {
        for (const text of ['', ' \n']) {
          expect(shingle(text, { kind, bag }).length).toBe(0)
          expect(shingleStrings(text, { kind, bag })).toEqual([])
        }
      }
    }
  })

  it('of nothing but punctuation keeps it, even where punctuation is removed', () => {
    for (const kind of ['words', 'chars'] as const)
      expect(shingle('…!', { kind, punctuation: 'remove' }).length).toBe(1)
  })

  it('of a text without a word is one shingle of the whole text', () => {
    for (const k of [1, 5]) {
      expect(shingleStrings(' 😀  👨‍👩‍👧\n', { k })).toEqual(['😀 👨‍👩‍👧'])
      expect(shingleStrings(' 😀  👨‍👩‍👧\n', { k, whitespace: 'keep' })).toEqual(['😀 👨‍👩‍👧'])
      expect([...shingle('?!  …', { k })]).toEqual([shingleHash([tokenHash('?! …')])])
    }
    expect(shingle('😀')).not.toEqual(shingle('😎'))
    expect(shingle('…!', { kind: 'chars' }).length).toBe(1)
  })

  it('as a set has each once, as a bag as often as it occurs', () => {
    const text = 'to be or not to be or to be'
    const options = { kind: 'words', k: 2 } as const
    expect(shingleStrings(text, options)).toEqual(['to be', 'be or', 'or not', 'not to', 'or to'])
    expect(shingle(text, options).length).toBe(5)
    expect(shingleStrings(text, { ...options, bag: true })).toHaveLength(8)
    expect(shingle(text, { ...options, bag: true }).length).toBe(8)
    expect(shingle('aaaaaaa', { kind: 'chars', k: 2, bag: true }).length).toBe(6)
  })

  it('without repeats is the same as a set and as a bag', () => {
    const text = 'the plane was ready for touch down'
    for (const kind of KINDS) {
      expect(shingle(text, { kind, k: 3, bag: true })).toEqual(shingle(text, { kind, k: 3 }))
    }
  })

  it('is in ascending order and without repeats', () => {
    const text = 'the cat and the dog and the cat and the dog '.repeat(20)
    for (const kind of KINDS) {
      for (const bag of [false, true]) {
        const set = shingle(text, { kind, k: 3, bag })
        expect(set.length).toBeGreaterThan(0)
        expect(set.every((element, i) => i === 0 || element > set[i - 1]!)).toBe(true)
      }
    }
  })

  it('takes a lone surrogate as U+FFFD', () => {
    for (const bag of [false, true]) {
      const options = { kind: 'chars', k: 2, bag } as const
      expect(shingle('ab\ud800cd', options)).toEqual(shingle('ab\ufffdcd', options))
      expect(shingleStrings('ab\udfffcd', options)).toEqual(shingleStrings('ab\ufffdcd', options))
    }
  })

  it('does not depend on how many tokens there are', () => {
    const tokens = Array.from({ length: 3000 }, (_, i) => `w${i}`)
    const hashes = tokens.map(tokenHash)
    const expected = hashes.slice(4).map((_, i) => shingleHash(hashes, i, i + 5))
    expect([...shingle(tokens.join(' '))]).toEqual(expected.sort((a, b) => a - b))
  })

  it('splits scripts without spaces if requested', () => {
    expect(shingleStrings('我们今天去北京大学看书', { k: 1 })).toHaveLength(10)
    expect(shingleStrings('我们今天去北京大学看书', { k: 1, segment: 'dictionary' }).length).toBeGreaterThan(
      3,
    )
    const cut = shingle('我们今天去北京大学看书', { k: 1, segment: 'dictionary' })
    expect(cut.length).toBeGreaterThan(3)
  })
})

describe('shingleCollection', () => {
  it('holds the shingles of document i as set i', () => {
    const texts = ['to be or not to be', '', 'to be or to be']
    const collection = shingleCollection(texts, { k: 2 })
    expect(collection.count).toBe(3)
    texts.forEach((text, i) => {
      expect([...setAt(collection, i)]).toEqual([...shingle(text, { k: 2 })])
    })
  })
})

describe('shingleSequence', () => {
  it('keeps every shingle in the order of the text', () => {
    const [to, be] = ['to', 'be'].map((word) => shingleHash([tokenHash(word)]))
    expect([...shingleSequence('to be to', checkShingleOptions({ k: 1 }))]).toEqual([to, be, to])
  })

  it('has the elements of the set, and of the bag', () => {
    for (const kind of KINDS) {
      for (const bag of [false, true]) {
        const options = { kind, k: 2, bag }
        const sequence = shingleSequence('to be or not to be or to be', checkShingleOptions(options))
        expect(new Set(sequence)).toEqual(new Set(shingle('to be or not to be or to be', options)))
      }
    }
  })
})

describe('bad input is refused', () => {
  it('a length that is not a whole number from 1 to 1,000,000', () => {
    for (const k of [0, -1, 1.5, Number.NaN, 1_000_001, Number.POSITIVE_INFINITY, '5' as unknown as number]) {
      for (const kind of KINDS) {
        for (const attempt of [() => shingle('a', { kind, k }), () => shingleStrings('a', { kind, k })]) {
          expect(attempt).toThrow(InvalidOption)
          expect(attempt).toThrow(expect.objectContaining({ option: 'k', value: k }))
        }
      }
    }
  })

  it('options that are not known', () => {
    for (const wrong of [
      { kind: 'lines' },
      { bag: 'yes' },
      { segment: 'icu' },
      { stopWords: 'xx' },
      { stopWords: [] },
      { whitespace: 'remove' },
      { case: 'upper' },
      { size: 5 },
    ] as unknown as ShingleOptions[]) {
      expect(() => shingle('a', wrong)).toThrow(InvalidOption)
      expect(() => shingleStrings('a', wrong)).toThrow(InvalidOption)
      expect(() => shingle('a', wrong)).toThrow(expect.objectContaining({ option: Object.keys(wrong)[0] }))
    }
  })

  it('white space may be removed for characters alone: without it there are no words', () => {
    expect(shingleStrings('a b c', { kind: 'chars', k: 2, whitespace: 'remove' })).toEqual(['ab', 'bc'])
    expect(() => shingle('a b', { kind: 'stopwords', whitespace: 'remove' })).toThrow(InvalidOption)
  })

  it('what is not a text', () => {
    for (const wrong of [undefined, null, 5, ['a']]) {
      expect(() => shingle(wrong as unknown as string)).toThrow(InvalidOption)
      expect(() => shingleStrings(wrong as unknown as string)).toThrow(InvalidOption)
      expect(() => shingleCollection(['a', wrong as unknown as string])).toThrow(InvalidOption)
    }
  })

  it('a text beyond 2^28 units', () => {
    const text = 'a'.repeat(2 ** 28 + 1)
    expect(() => shingle(text)).toThrow(TooLarge)
    expect(() => shingleStrings(text)).toThrow(TooLarge)
  })

  it('more shingles than can be kept as strings', () => {
    const text = 'a'.repeat(2 ** 24 + 1)
    expect(() => shingleStrings(text, { kind: 'chars', k: 1, case: 'keep' })).toThrow(TooLarge)
  })
})
