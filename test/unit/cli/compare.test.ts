import { compare } from 'likewise'
import { normalize, shingleStrings } from 'likewise/text'
import { describe, expect, it, vi } from 'vitest'
import { alignText } from '../../../src/cli/compare/aligned-text.js'
import { markedText } from '../../../src/cli/compare/marked-text.js'
import { sharedSpans } from '../../../src/cli/compare/shared-spans.js'
import { printable } from '../../../src/cli/terminal.js'
import fc from '../../property.js'

const options = fc.record({
  nfkc: fc.boolean(),
  case: fc.constantFrom('fold', 'keep'),
  punctuation: fc.constantFrom('keep', 'remove'),
  whitespace: fc.constantFrom('collapse', 'remove', 'keep'),
} as const)

const piece = fc.oneof(
  fc.constantFrom(
    'a',
    'Word',
    'don’t',
    ' ',
    '  ',
    '\n',
    'İ',
    'ΟΔΟΣ',
    'é',
    'e\u0301',
    'ﬁ',
    '½',
    '´',
    '\u00a0',
    '😀',
    '한',
    'ㄱㅏ',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

describe('an aligned text', () => {
  it('is the normalized text', () => {
    fc.assert(
      fc.property(text, options, (original, how) => {
        const { normal, starts, ends } = alignText(original, how)
        expect(normal).toBe(normalize(original, how))
        expect([starts.length, ends.length]).toEqual([normal.length, normal.length])
      }),
    )
  })

  it('comes from ascending, nonempty ranges', () => {
    fc.assert(
      fc.property(text, options, (original, how) => {
        const { starts, ends } = alignText(original, how)
        starts.forEach((start, i) => {
          expect(start).toBeLessThan(ends[i]!)
          expect(start).toBeGreaterThanOrEqual(starts[i - 1] ?? 0)
        })
      }),
    )
  })
})

describe('the units of an aligned text', () => {
  const units = fc.stringMatching(/^[a-zA-Z0-9.,'\-\u00a1-\u024f\u0400-\u0482\u048a-\u052f\u4e00-\u9fff]*$/)

  it('come from their graphemes, whether these are searched for or not', () => {
    fc.assert(
      fc.property(units, options, (word, how) => {
        // A letter of a script that is always divided into graphemes, in the same run.
        const [one, other] = [alignText(word, how), alignText(`${word}ก`, how)]
        fc.pre(other.normal === `${one.normal}ก` && other.ends[0] !== word.length + 1)
        expect([...other.starts]).toEqual([...one.starts, word.length])
        expect([...other.ends]).toEqual([...one.ends, word.length + 1])
      }),
      { examples: [['İ.', { nfkc: false, case: 'fold', punctuation: 'remove', whitespace: 'collapse' }]] },
    )
  })

  it('are found without searching for graphemes in words of ordinary letters', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    try {
      alignText('Many words, “quoted”: naïve, Москва; 漢字\n'.replaceAll(/[“”]/g, '"').repeat(100))
      expect(segment).not.toHaveBeenCalled()
      alignText('e\u0301')
      expect(segment).toHaveBeenCalled()
    } finally {
      segment.mockRestore()
    }
  })
})

describe('spans of shared shingles', () => {
  const marked = (a: string, b: string, shingle: Parameters<typeof sharedSpans>[2]) => {
    const { shared } = compare(a, b, { shingle: shingle ?? {} })
    return [a, b].map((side) => markedText(side, sharedSpans(side, shared, shingle), { colors: false }))
  }

  it('mark whole graphemes: no letter without its marks', () => {
    const [son, daughter] = ['मेरा बेटा बड़ा है और वह स्कूल जाता है', 'मेरी बेटी बड़ी है और वह स्कूल जाती है']
    expect(marked(son, daughter, { k: 3 })).toEqual([
      'मेरा बेटा बड़ा [है और वह स्कूल] जाता है',
      'मेरी बेटी बड़ी [है और वह स्कूल] जाती है',
    ])
    expect(marked('xe\u0301y', 'ze\u0301w', { kind: 'chars', k: 1 })).toEqual(['x[e\u0301]y', 'z[e\u0301]w'])
    expect(marked('👨\u200d👩\u200d👧!', '👨', { kind: 'chars', k: 1 })).toEqual([
      '[👨\u200d👩\u200d👧]!',
      '[👨]',
    ])
  })

  it('mark what is shared by composed and decomposed text', () => {
    const text = 'Le café près de l’hôtel'
    expect(marked(text, text.normalize('NFD'), { k: 2 })).toEqual([`[${text}]`, `[${text.normalize('NFD')}]`])
  })

  it('mark pairs of characters in scripts without spaces, and texts without a word', () => {
    expect(marked('我们今天去北京', '他们今天去上海', { k: 2 })).toEqual([
      '我[们今天去]北京',
      '他[们今天去]上海',
    ])
    expect(marked(' 😀  😀 ', '😀 😀', {})).toEqual([' [😀  😀] ', '[😀 😀]'])
  })

  it('mark words with what is between them', () => {
    expect(marked('One, two; three four', 'zero ONE two THREE', { k: 2 })).toEqual([
      '[One, two; three] four',
      'zero [ONE two THREE]',
    ])
  })

  it('mark characters, also where case or width change their number', () => {
    expect(marked('xİstanbul', 'i̇STAN', { kind: 'chars', k: 3 })).toEqual(['x[İstan]bul', '[i̇STAN]'])
    expect(marked('a ﬁne day', 'FINE', { kind: 'chars', k: 4, nfkc: true })).toEqual([
      'a [ﬁne] day',
      '[FINE]',
    ])
  })

  it('mark a shingle of a bag as often as both have it', () => {
    expect(marked('ab ab ab', 'ab cd', { k: 1, bag: true })).toEqual(['[ab] ab ab', '[ab] cd'])
    expect(marked('ab ab ab', 'ab cd', { k: 1 })).toEqual(['[ab] [ab] [ab]', '[ab] cd'])
  })

  it('mark stop-word shingles and texts shorter than a shingle', () => {
    expect(marked('spoke of the tall man', 'the tall man', { kind: 'stopwords', k: 3 })).toEqual([
      'spoke of [the tall man]',
      '[the tall man]',
    ])
    expect(marked('Too short', 'too SHORT', {})).toEqual(['[Too short]', '[too SHORT]'])
    expect(marked('', 'x', {})).toEqual(['', 'x'])
  })

  it('cover every letter of a text that is compared with itself', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('words', 'chars'),
        fc.integer({ min: 1, max: 4 }),
        (original, kind, k) => {
          const spans = sharedSpans(original, shingleStrings(original, { kind, k }), { kind, k })
          for (const { index } of original.toWellFormed().matchAll(/[\p{L}\p{N}]/gu)) {
            expect(spans.some(([start, end]) => start <= index && index < end)).toBe(true)
          }
        },
      ),
    )
  })

  it('are painted on a terminal, each line by itself', () => {
    expect(printable(markedText('ab\ncd', [[0, 5]], { colors: true }))).toBe(
      '\x1b[32mab\x1b[39m\n\x1b[32mcd\x1b[39m',
    )
  })
})
