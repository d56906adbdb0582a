import { describe, expect, it } from 'vitest'
import { InvalidOption, TooLarge } from '../../../src/model/errors.js'
import { LONGEST_TEXT, type NormalizeOptions, normalize } from '../../../src/text/normalize.js'

/** Every step switched off. */
const OFF = { nfkc: false, case: 'keep', punctuation: 'keep', whitespace: 'keep' } as const

describe('normalize', () => {
  const text = '  The ﬁne\u00a0\tPlane,\r\n“ready”!  '

  it('folds case and collapses white space by default, and nothing else', () => {
    expect(normalize(text)).toBe('the ﬁne plane, “ready”!')
    expect(normalize('The  Plane\n')).toBe('the plane')
  })

  it('changes nothing when every step is off', () => {
    expect(normalize(text, OFF)).toBe(text)
  })

  it('can apply each step alone', () => {
    expect(normalize(text, { ...OFF, nfkc: true })).toBe('  The fine \tPlane,\r\n“ready”!  ')
    expect(normalize(text, { ...OFF, case: 'fold' })).toBe('  the ﬁne\u00a0\tplane,\r\n“ready”!  ')
    expect(normalize(text, { ...OFF, punctuation: 'remove' })).toBe('  The ﬁne\u00a0\tPlane\r\nready  ')
    expect(normalize(text, { ...OFF, whitespace: 'collapse' })).toBe('The ﬁne Plane, “ready”!')
    expect(normalize(text, { ...OFF, whitespace: 'remove' })).toBe('TheﬁnePlane,“ready”!')
  })

  it('keeps the punctuation of a text that is nothing else', () => {
    expect(normalize('!!!', { punctuation: 'remove' })).toBe('!!!')
    expect(normalize(' ! ?\n', { punctuation: 'remove' })).toBe('! ?')
    expect(normalize(' \n', { punctuation: 'remove' })).toBe('')
    expect(normalize('!a!', { punctuation: 'remove' })).toBe('a')
  })

  it('takes them in order: what punctuation leaves at the ends is white space to collapse', () => {
    expect(normalize('— a — b —', { punctuation: 'remove' })).toBe('a b')
    expect(normalize('Ａ！Ｂ', { nfkc: true, punctuation: 'remove' })).toBe('ab')
  })

  it('recognizes letters and white space of all scripts', () => {
    expect(normalize('ÄÖÜ ÇÑ ΑΒΓ ЖЯ')).toBe('äöü çñ αβγ жя')
    expect(normalize('a\u2003\u3000\u2028\ufeffb')).toBe('a b')
    expect(normalize('e\u0301', { nfkc: true })).toBe('\u00e9')
  })

  it('drops punctuation, not symbols', () => {
    expect(normalize('a.,;:!?-–—_()[]{}«»„“”‘’¿¡·#%&*@/\\…', { punctuation: 'remove' })).toBe('a')
    expect(normalize('$+<=>^`|~€°', { punctuation: 'remove' })).toBe('$+<=>^`|~€°')
  })

  it('replaces a lone surrogate with U+FFFD and leaves pairs alone', () => {
    expect(normalize('a\ud800b\udc00c😀', OFF)).toBe('a\ufffdb\ufffdc😀')
  })

  it('of an empty or blank text is empty', () => {
    expect(normalize('')).toBe('')
    expect(normalize(' \n\t ')).toBe('')
  })

  it('refuses what is not a text', () => {
    for (const wrong of [undefined, null, 5, {}, ['a']]) {
      expect(() => normalize(wrong as unknown as string)).toThrow(InvalidOption)
    }
  })

  it('refuses options that it does not know', () => {
    for (const wrong of [{ nfkc: 1 }, { case: 'lower' }, { punctuation: true }, { whitespace: 'none' }]) {
      const attempt = () => normalize('a', wrong as unknown as NormalizeOptions)
      expect(attempt).toThrow(InvalidOption)
      expect(attempt).toThrow(expect.objectContaining({ option: Object.keys(wrong)[0] }))
    }
  })

  it('refuses a text beyond 2^28 units before any work', () => {
    // The text is a rope of 29 joints until someone reads it; reading it would take the memory of its letters.
    const attempt = () => normalize('a'.repeat(2 ** 28 + 1))
    expect(attempt).toThrow(TooLarge)
    expect(attempt).toThrow(expect.objectContaining({ size: 2 ** 28 + 1, limit: 2 ** 28 }))
    expect(LONGEST_TEXT).toBe(2 ** 28)
  })
})
