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

  it('are refused in a language without a list', () => {
    for (const wrong of ['xx', '', 'EN', '__proto__', 'toString', undefined]) {
      expect(() => stopWords(wrong as StopWordLanguage)).toThrow(InvalidOption)
      expect(() => stopWords(wrong as StopWordLanguage)).toThrow(expect.objectContaining({ value: wrong }))
    }
  })
})
