import { describe, expect, it } from 'vitest'
import {
  editDistance,
  editDistanceWithin,
  lcsLength,
  longestCommonSubsequence,
} from '../../../src/distance/edit.js'
import { InvalidOption, InvalidValue, TooLarge } from '../../../src/model/errors.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

/** Few characters, so that texts have much in common; long enough for several strips of 30 columns. */
const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', '😀'), { maxLength: 100, size: 'max' })
  .map((characters) => characters.join(''))
/** Without surrogate pairs. */
const plainTexts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ß', '語'), maxLength: 100, size: 'max' })
const anyTexts = fc.string({ unit: 'grapheme', maxLength: 20 })
const someText = fc.oneof(texts, plainTexts, anyTexts)

describe('the edit distance with insertions and deletions', () => {
  it('has the values of examples 3.14 and 3.15', () => {
    expect(editDistance('abcde', 'acfdeg')).toBe(3)
    expect(longestCommonSubsequence('abcde', 'acfdeg')).toBe('acde')
    expect(editDistance('aba', 'bab')).toBe(2)
    expect(['ab', 'ba']).toContain(longestCommonSubsequence('aba', 'bab'))
  })

  it('is the distance of the plain table', () => {
    const law = fc.property(someText, someText, (a, b) => {
      expect(editDistance(a, b)).toBe(plainDistance(a, b))
    })
    fc.assert(law, { numRuns: cases(500) })
  })

  it('is |a| + |b| − 2 · LCS', () => {
    const law = fc.property(texts, texts, (a, b) => {
      expect(editDistance(a, b)).toBe(sizeOf(a) + sizeOf(b) - 2 * lcsLength(a, b))
    })
    fc.assert(law, { numRuns: cases(200) })
  })

  it('within a bound is the distance, and undefined beyond it', () => {
    const law = fc.property(texts, texts, (a, b) => {
      const distance = plainDistance(a, b)
      for (const bound of [0, 1, 2, distance - 1, distance, distance + 1, 500, Number.MAX_SAFE_INTEGER]) {
        if (bound < 0) continue
        expect(editDistanceWithin(a, b, bound)).toBe(distance <= bound ? distance : undefined)
      }
    })
    fc.assert(law, { numRuns: cases(400) })
  })

  it('within a small bound is quick for long texts', () => {
    const text = 'the quick brown fox '.repeat(50_000)
    const edited = `${text.slice(0, 10)}!${text.slice(10, 600_000)}${text.slice(600_002)}`
    expect(editDistanceWithin(text, edited, 5)).toBe(3)
    expect(editDistanceWithin(text, edited, 2)).toBeUndefined()
  })
})

describe('the longest common subsequence', () => {
  it('is a subsequence of both, as long as any', () => {
    const law = fc.property(texts, texts, (a, b) => {
      const common = longestCommonSubsequence(a, b)
      expect(isSubsequence(common, a)).toBe(true)
      expect(isSubsequence(common, b)).toBe(true)
      expect(sizeOf(common)).toBe((sizeOf(a) + sizeOf(b) - plainDistance(a, b)) / 2)
      expect(lcsLength(a, b)).toBe(sizeOf(common))
    })
    fc.assert(law, { numRuns: cases(400) })
  })

  it('of a text and a subsequence of it is the subsequence', () => {
    const law = fc.property(
      texts,
      fc.array(fc.boolean(), { minLength: 100, maxLength: 100 }),
      (text, keep) => {
        const part = Array.from(text)
          .filter((_, i) => keep[i])
          .join('')
        expect(longestCommonSubsequence(text, part)).toBe(part)
        expect(longestCommonSubsequence(part, text)).toBe(part)
      },
    )
    fc.assert(law, { numRuns: cases(100) })
  })

  it('is the one with the leftmost cut, if there are several', () => {
    expect(longestCommonSubsequence('abcd', 'cdab')).toBe('cd')
    expect(longestCommonSubsequence('aba', 'bab')).toBe('ba')
  })

  it('does not divide a surrogate pair whose halves the other text has', () => {
    expect(editDistance('\u{1F600}', '\uD83Dx\uDE00')).toBe(4)
    expect(editDistance('\uD83Dx\uDE00', '\u{1F600}')).toBe(4)
    expect(editDistance('a\u{1F600}', 'a\uD83D')).toBe(2)
  })

  it('counts code points: a surrogate pair is one character', () => {
    expect(lcsLength('😀', '😀')).toBe(1)
    expect(lcsLength('😀', '😁')).toBe(0)
    expect(editDistance('a😀', 'a😁')).toBe(2)
    expect(longestCommonSubsequence('x😀y', '😀')).toBe('😀')
  })

  it('of an empty text is empty', () => {
    expect(longestCommonSubsequence('', 'abc')).toBe('')
    expect(lcsLength('', '')).toBe(0)
    expect(editDistance('', 'abc')).toBe(3)
    expect(editDistanceWithin('', '', 0)).toBe(0)
  })
})

describe('the limits of edit distances', () => {
  const [long, other] = ['a'.repeat(2 ** 18), 'b'.repeat(2 ** 18)]

  it('refuse texts that would take too long, with the numbers', () => {
    for (const measure of [longestCommonSubsequence, lcsLength, editDistance]) {
      expect(() => measure(long, other)).toThrow(TooLarge)
      expect(() => measure(long, other)).toThrow(`${2 ** 36} exceeds the limit of ${2 ** 34}`)
    }
    expect(() => editDistanceWithin(long, other, 2 ** 19)).toThrow(TooLarge)
  })

  it('are on what differs, not on what is common at both ends', () => {
    expect(editDistance(`${long}x${long}`, `${long}yz${long}`)).toBe(3)
    expect(lcsLength(`${long}x${long}`, `${long}yz${long}`)).toBe(2 ** 19)
    expect(longestCommonSubsequence(`${long}x${long}`, `${long}yz${long}`)).toBe(long + long)
    expect(editDistanceWithin(long, other, 3)).toBeUndefined()
  })

  it('reject a bound that is not an integer, and values that are not text', () => {
    for (const bound of [-1, 0.5, Number.NaN, Infinity]) {
      expect(() => editDistanceWithin('a', 'b', bound)).toThrow(InvalidOption)
    }
    for (const measure of [longestCommonSubsequence, lcsLength, editDistance]) {
      expect(() => measure('a', 7 as unknown as string)).toThrow(InvalidValue)
      expect(() => measure(undefined as unknown as string, 'a')).toThrow(InvalidValue)
    }
  })
})

/** By the definition: an empty text costs the length of the other; equal ends cost nothing; else delete or insert. */
function plainDistance(a: string, b: string): number {
  const [x, y] = [Array.from(a), Array.from(b)]
  const table = Array.from({ length: x.length + 1 }, (_, i) =>
    Array.from({ length: y.length + 1 }, (_, j) => i + j),
  )
  for (let i = 1; i <= x.length; i++) {
    for (let j = 1; j <= y.length; j++) {
      table[i]![j] =
        x[i - 1] === y[j - 1] ? table[i - 1]![j - 1]! : 1 + Math.min(table[i - 1]![j]!, table[i]![j - 1]!)
    }
  }
  return table[x.length]![y.length]!
}

function isSubsequence(part: string, whole: string): boolean {
  const rest = Array.from(whole)[Symbol.iterator]()
  return Array.from(part).every((character) => {
    for (let next = rest.next(); !next.done; next = rest.next()) if (next.value === character) return true
    return false
  })
}

function sizeOf(text: string): number {
  return Array.from(text).length
}
