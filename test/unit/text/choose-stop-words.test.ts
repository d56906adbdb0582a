import { describe, expect, it } from 'vitest'
import { InvalidOption } from '../../../src/model/errors.js'
import { chooseStopWords, type StopWordChoice } from '../../../src/text/choose-stop-words.js'
import { stopWords } from '../../../src/text/stop-words.js'

describe('the stop words of an option', () => {
  it('are English by default', () => {
    expect(chooseStopWords()).toBe(chooseStopWords('en'))
    expect(chooseStopWords()).toEqual(stopWords('en'))
  })

  it('may be of another language, or the caller’s own, in any case', () => {
    expect(chooseStopWords(stopWords('de'))).toEqual(stopWords('de'))
    expect([...chooseStopWords(['The', 'OF', 'the'])]).toEqual(['the', 'of'])
    expect([...chooseStopWords(new Set(['Und']))]).toEqual(['und'])
  })

  it('are refused when empty or of an unknown name, with where to find the lists', () => {
    for (const wrong of [[], new Set(), [5], 'xx', '', 'EN', 'toString', null]) {
      expect(() => chooseStopWords(wrong as StopWordChoice)).toThrow(InvalidOption)
    }
    expect(() => chooseStopWords('de' as 'en')).toThrow("stopWords('de') of likewise/stop-words")
  })
})
