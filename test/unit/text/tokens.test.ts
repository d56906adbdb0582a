import { describe, expect, it } from 'vitest'
import { InvalidOption } from '../../../src/model/errors.js'
import { characters, eachWord, type WordOptions, words } from '../../../src/text/tokens.js'

const CHINESE = '我们今天去北京大学看书'
const JAPANESE = '私は昨日東京でラーメンを食べました'
const THAI = 'เราจะไปตลาดวาง'

describe('words', () => {
  it('are maximal runs of letters and digits of any script', () => {
    expect(words('The plane, no. 747-400, wasn’t “ready”')).toEqual([
      ...['The', 'plane', 'no', '747', '400', 'wasn', 't', 'ready'],
    ])
    expect(words('Über naïve Ωmega жук 𝒜𝒷 ٣٤ Ⅻ')).toEqual(['Über', 'naïve', 'Ωmega', 'жук', '𝒜𝒷', '٣٤', 'Ⅻ'])
  })

  it('keep their marks and joiners', () => {
    expect(words('मेरा बेटा बड़ा है')).toEqual(['मेरा', 'बेटा', 'बड़ा', 'है'])
    expect(words('résumé'.normalize('NFD'))).toEqual(['résumé'.normalize('NFD')])
    expect(words('שָׁלוֹם עֲלֵיכֶם')).toHaveLength(2)
    expect(words('می\u200cخواهم')).toEqual(['می\u200cخواهم'])
    expect(words('ক্\u200dষ a\u0301b')).toHaveLength(2)
  })

  it('do not begin with a mark or a joiner', () => {
    expect(words('\u0301a \u0301 ❤\ufe0f 👨\u200d👩 x')).toEqual(['a', 'x'])
  })

  it('of a text without letters and digits are none', () => {
    expect(words('')).toEqual([])
    expect(words(' … — !?\n')).toEqual([])
  })

  it('come one at a time, and are the same', () => {
    const text = 'one two, three'
    expect([...eachWord(text)]).toEqual(words(text))
    expect(eachWord(text)[Symbol.iterator]().next().value).toBe('one')
  })

  it('reject an unknown way of splitting', () => {
    const wrong = { segment: 'icu' } as unknown as WordOptions
    expect(() => words('a', wrong)).toThrow(InvalidOption)
    expect(() => words('', wrong)).toThrow(InvalidOption)
  })
})

describe('scripts without spaces', () => {
  it('give overlapping pairs of characters, a letter with its marks being one', () => {
    expect(words('東京都 は、a東b')).toEqual(['東京', '京都', 'は', 'a', '東', 'b'])
    expect(words('ที่นี่')).toEqual(['ที่นี่'])
    expect(words('กี่คน')).toEqual(['กี่ค', 'คน'])
    expect(words('ភាសាខ្មែរ')).toEqual(['ភាសា', 'សាខ្', 'ខ្មែ', 'មែរ'])
    expect(words('ラーメン𠮷')).toEqual(['ラー', 'ーメ', 'メン', 'ン𠮷'])
    expect(words('葛\u{e0100}城')).toEqual(['葛\u{e0100}城'])
  })

  it('are split with a dictionary if requested', () => {
    for (const sentence of [CHINESE, JAPANESE, THAI]) {
      const cut = words(sentence, { segment: 'dictionary' })
      expect(cut.length).toBeGreaterThan(2)
      expect(cut.join('')).toBe(sentence)
    }
  })

  it('are cut into the words of the language', () => {
    expect(words(CHINESE, { segment: 'dictionary' })).toEqual(expect.arrayContaining(['我们', '今天']))
    expect(words(JAPANESE, { segment: 'dictionary' })).toEqual(expect.arrayContaining(['東京', 'ラーメン']))
    expect(words(THAI, { segment: 'dictionary' })).toContain('ตลาด')
  })

  it('leave other scripts as they are, also in the same text', () => {
    const english = 'The plane, no. 747, was ready'
    expect(words(english, { segment: 'dictionary' })).toEqual(words(english))
    const mixed = words(`abc12${CHINESE}def, ghi`, { segment: 'dictionary' })
    expect(mixed[0]).toBe('abc12')
    expect(mixed.slice(-2)).toEqual(['def', 'ghi'])
    expect(mixed.slice(1, -2)).toEqual(words(CHINESE, { segment: 'dictionary' }))
    expect(words(`${CHINESE}。${CHINESE}！`, { segment: 'dictionary' }).join('')).toBe(CHINESE + CHINESE)
  })

  it('are split without quadratic time, without loss, and never inside a character', () => {
    const long = CHINESE.repeat(5000).slice(0, 50_000)
    const cut = words(long, { segment: 'dictionary' })
    expect(cut.join('')).toBe(long)
    expect(cut.length).toBeGreaterThan(10_000)
    // Characters of two units, at odd places.
    const astral = `我${'𠀋𠮟'.repeat(2000)}`
    expect(words(astral, { segment: 'dictionary' }).join('')).toBe(astral)
    expect(words(astral, { segment: 'dictionary' }).every((word) => word.isWellFormed())).toBe(true)
  })
})

describe('characters', () => {
  it('are code points, not UTF-16 units', () => {
    expect(characters('a😀é𝒜')).toEqual(['a', '😀', 'é', '𝒜'])
    expect(characters('e\u0301')).toEqual(['e', '\u0301'])
    expect(characters('')).toEqual([])
  })
})
