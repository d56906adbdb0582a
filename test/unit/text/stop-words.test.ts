import { describe, expect, it } from 'vitest'
import { InvalidOption } from '../../../src/model/errors.js'
import { STOP_WORD_LANGUAGES, type StopWordLanguage, stopWords } from '../../../src/text/stop-words.js'

/** A word that nobody would leave out, for each language. */
const WITNESSES: Record<StopWordLanguage, string> = {
  ...{ cs: 'že', da: 'ikke', de: 'und', en: 'the', es: 'que', fi: 'että', fr: 'les', hu: 'hogy', it: 'che' },
  ...{ nl: 'het', no: 'ikke', pl: 'się', pt: 'não', ro: 'este', ru: 'что', sv: 'inte', tr: 'için' },
}

describe('stop words', () => {
  it('are known in seventeen languages, each with its commonest words', () => {
    expect([...STOP_WORD_LANGUAGES].sort()).toEqual(Object.keys(WITNESSES).sort())
    for (const language of STOP_WORD_LANGUAGES) {
      expect(stopWords(language)).toContain(WITNESSES[language])
      expect(stopWords(language).size).toBeGreaterThan(50)
    }
  })

  it('are English by default', () => {
    expect(stopWords()).toBe(stopWords('en'))
    expect(stopWords()).not.toContain('und')
  })

  it('may be the caller’s own, in any case', () => {
    expect([...stopWords(['The', 'OF', 'the'])]).toEqual(['the', 'of'])
    expect([...stopWords(new Set(['Und']))]).toEqual(['und'])
  })

  it('are refused when empty or of a language without a list', () => {
    expect(() => stopWords([])).toThrow(InvalidOption)
    expect(() => stopWords(new Set())).toThrow(InvalidOption)
    for (const wrong of ['xx', '', 'EN', '__proto__', 'toString']) {
      expect(() => stopWords(wrong as StopWordLanguage)).toThrow(InvalidOption)
      expect(() => stopWords(wrong as StopWordLanguage)).toThrow(expect.objectContaining({ value: wrong }))
    }
  })
})
