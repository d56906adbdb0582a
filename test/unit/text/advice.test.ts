import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { InvalidOption } from '../../../src/model/errors.js'
import { adviseShingleLength, FREQUENT_CHARACTERS, shingleSpace } from '../../../src/text/advice.js'

describe('shingleSpace', () => {
  it('is tokens^k', () => {
    expect(shingleSpace(20, 4)).toBe(160_000)
    expect(shingleSpace(27, 5)).toBe(14_348_907)
    expect(shingleSpace(1, 9)).toBe(1)
  })

  it('rejects invalid numbers of tokens and lengths', () => {
    for (const tokens of [0, 0.5, -1, Number.NaN])
      expect(() => shingleSpace(tokens, 3)).toThrow(InvalidOption)
    for (const k of [0, 1.5, Number.NaN]) expect(() => shingleSpace(20, k)).toThrow(InvalidOption)
  })
})

describe('advice on the length of shingles', () => {
  it('is 5 for mail of 3000 characters, by the rule of 20 characters', () => {
    const advice = adviseShingleLength(3000)
    expect(advice).toMatchObject({ k: 5, typicalLength: 3000, effectiveTokens: FREQUENT_CHARACTERS })
    expect(advice.table.map(({ k }) => k)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(advice.table.map(({ space }) => space)).toEqual([1, 2, 3, 4, 5, 6, 7].map((k) => 20 ** k))
  })

  it('is the smallest length at which a given shingle is rare enough', () => {
    for (const length of [1, 10, 500, 3000, 50_000, 1_000_000, 2 ** 32]) {
      for (const chance of [0.5, 0.01, 0.001, 1e-6]) {
        const { k, table } = adviseShingleLength(length, { chance })
        expect(table[k - 1]!.chance).toBeLessThanOrEqual(chance)
        if (k > 1) expect(table[k - 2]!.chance).toBeGreaterThan(chance)
      }
    }
  })

  it('gives the probability that a given shingle is among that many: 1 − (1 − 1/space)^length', () => {
    for (const { space, chance } of adviseShingleLength(3000).table) {
      expect(chance).toBeCloseTo(1 - (1 - 1 / space) ** 3000, 9)
    }
  })

  it('is never shorter for longer documents, and longer for very long ones', () => {
    const lengths = [100, 1000, 3000, 10_000, 100_000, 10_000_000].map(
      (length) => adviseShingleLength(length).k,
    )
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b))
    expect(lengths.at(-1)).toBeGreaterThan(lengths[0]!)
    expect(adviseShingleLength(2 ** 28).k).toBeGreaterThan(adviseShingleLength(3000).k)
  })

  it('is measured on a corpus: the median length, and as many tokens as would be as varied', () => {
    const random = new Random(1)
    const even = (letters: string, length: number) =>
      Array.from({ length }, () => letters[random.below(letters.length)]).join('')
    const texts = [even('abcdefgh', 100), even('abcdefgh', 3000), even('abcdefgh', 90_000), '']
    const advice = adviseShingleLength(texts, { kind: 'chars' })
    expect(advice.typicalLength).toBe(3000)
    // Eight letters equally often; with 93,100 of them the entropy is measured to well below a hundredth.
    expect(advice.effectiveTokens).toBeGreaterThan(7.99)
    expect(advice.effectiveTokens).toBeLessThanOrEqual(8)
    // 8^7 is 700 times 3000, 8^8 is 5600 times.
    expect(advice.k).toBe(8)
  })

  it('is shorter for words than for characters, because words are more varied', () => {
    const text = Array.from({ length: 2000 }, (_, i) => `w${(i * i) % 997}`).join(' ')
    const byWords = adviseShingleLength([text])
    expect(byWords.typicalLength).toBe(2000)
    expect(byWords.k).toBeLessThan(adviseShingleLength([text], { kind: 'chars' }).k)
  })

  it('sees what normalization leaves', () => {
    expect(adviseShingleLength(['aAaA'], { kind: 'chars' }).effectiveTokens).toBe(1)
    expect(adviseShingleLength(['aAaA'], { kind: 'chars', case: 'keep' }).effectiveTokens).toBe(2)
  })

  it('stops at 20 if no length is enough', () => {
    expect(adviseShingleLength(['aaaa'], { kind: 'chars' }).k).toBe(20)
  })

  it('refuses a corpus without a token, and lengths and chances out of range', () => {
    expect(() => adviseShingleLength([])).toThrow(InvalidOption)
    expect(() => adviseShingleLength(['', ' … '])).toThrow(InvalidOption)
    for (const length of [0, -5, 1.5, Number.NaN, 2 ** 33]) {
      expect(() => adviseShingleLength(length)).toThrow(InvalidOption)
    }
    for (const chance of [0, -1, 1.5, Number.NaN]) {
      expect(() => adviseShingleLength(3000, { chance })).toThrow(InvalidOption)
    }
    expect(() => adviseShingleLength([5 as unknown as string])).toThrow(InvalidOption)
    // How varied words are cannot be told from a length.
    expect(() => adviseShingleLength(3000, { kind: 'words' })).toThrow(InvalidOption)
  })
})
