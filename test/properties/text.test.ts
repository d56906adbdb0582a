import { describe, expect, it } from 'vitest'
import { bagElement, shingleHash, tokenHash } from '../../src/hash/shingle-hash.js'
import { chooseStopWords } from '../../src/text/choose-stop-words.js'
import { normalize } from '../../src/text/normalize.js'
import type { ShingleOptions } from '../../src/text/shingle-options.js'
import { shingle, shingleStrings } from '../../src/text/shingles.js'
import { characters, words } from '../../src/text/tokens.js'
import { cases } from '../depth.js'
import fc from '../property.js'
import { anyScript } from './any-script.js'

/** Letters with one upper and one lower form, wherever they stand; so without ß, ς and the dotless i. */
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyzäöüéñçøåæœžабвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθ')
const WHITE_SPACE = [' ', '\n', '\t', '\r\n', '\u00a0', '\u2003', '\u3000', '\ufeff']
const PUNCTUATION = Array.from('.,;:!?-–—_()[]{}«»„“”‘’¿¡·#%&*@/\\…。、')

const letter = fc.constantFrom(...LETTERS)
const word = fc.array(letter, { minLength: 1, maxLength: 6 }).map((letters) => letters.join(''))
const wordList = fc.array(word, { maxLength: 15, size: 'max' })
const whiteSpace = fc
  .array(fc.constantFrom(...WHITE_SPACE), { minLength: 1, maxLength: 3 })
  .map((s) => s.join(''))

/** Prose from few words, some of them stop words, so that shingles repeat. */
const prose = fc
  .array(fc.constantFrom('the', 'and', 'of', 'cat', 'Dog', '12', 'é', '猫', '😀', '…'), {
    maxLength: 40,
    size: 'max',
  })
  .map((tokens) => tokens.join(' '))

/** Any text at all: code points of all planes, lone surrogates, letters of several scripts, or prose. */
const anyText = fc.oneof(
  anyScript,
  fc.string({ unit: 'binary', maxLength: 60, size: 'max' }),
  fc.string({ unit: 'grapheme', maxLength: 60, size: 'max' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40, size: 'max' })
    .map((units) => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'É', '\ud83d', '\ude00'), maxLength: 60, size: 'max' }),
  prose,
)

const ways = fc.record({
  kind: fc.constantFrom('words', 'chars', 'stopwords'),
  k: fc.integer({ min: 1, max: 6 }),
  bag: fc.boolean(),
  nfkc: fc.boolean(),
  case: fc.constantFrom('fold', 'keep'),
  punctuation: fc.constantFrom('keep', 'remove'),
  segment: fc.constantFrom('bigrams', 'dictionary'),
} as const)

/** The shingles by their definition. */
function plainShingles(
  text: string,
  { kind, k, bag, segment, ...steps }: ShingleOptions & { k: number },
): string[] {
  const normal = normalize(text, steps)
  let tokens = kind === 'chars' ? characters(normal) : words(normal, segment === undefined ? {} : { segment })
  if (kind === 'words' && tokens.length === 0 && normal.trim() !== '') tokens = [normal]
  const found: string[] = []
  for (let i = 0; i + k <= tokens.length; i++) {
    if (kind !== 'stopwords' || chooseStopWords().has(tokens[i]!.toLowerCase())) {
      found.push(tokens.slice(i, i + k).join(kind === 'chars' ? '' : ' '))
    }
  }
  if (kind !== 'stopwords' && tokens.length > 0 && tokens.length < k) {
    found.push(tokens.join(kind === 'chars' ? '' : ' '))
  }
  return bag ? found : found.filter((one, i) => found.indexOf(one) === i)
}

/** The elements that stand for shingles given as strings; copies are numbered. */
function plainElements(shingles: readonly string[], kind: ShingleOptions['kind']): number[] {
  const copies = new Map<string, number>()
  const elements = shingles.map((one) => {
    const copy = copies.get(one) ?? 0
    copies.set(one, copy + 1)
    // A text without a word is one token, blanks and all.
    const isWhole = kind !== 'chars' && words(one).length === 0
    const tokens = kind === 'chars' ? Array.from(one) : isWhole ? [one] : one.split(' ')
    return bagElement(shingleHash(tokens.map(tokenHash)), copy)
  })
  return elements.sort((a, b) => a - b)
}

describe('shingles', () => {
  it('as strings are those of the definition', () => {
    fc.assert(
      fc.property(anyText, ways, (text, options) => {
        expect(shingleStrings(text, options)).toEqual(plainShingles(text, options))
      }),
      { numRuns: cases(1500) },
    )
  })

  it('as elements are the hashes of the strings, as sets and as bags', () => {
    fc.assert(
      fc.property(anyText, ways, (text, options) => {
        expect([...shingle(text, options)]).toEqual(
          plainElements(shingleStrings(text, options), options.kind),
        )
      }),
      { numRuns: cases(1500) },
    )
  })

  it('as a bag are as many as there are positions for a shingle', () => {
    fc.assert(
      fc.property(prose, fc.integer({ min: 1, max: 6 }), (text, k) => {
        const count = characters(normalize(text)).length
        const locations = count === 0 ? 0 : Math.max(1, count - k + 1)
        expect(shingle(text, { kind: 'chars', k, bag: true }).length).toBe(locations)
      }),
      { numRuns: cases(300) },
    )
  })
})

describe('options that are off do not matter', () => {
  const both = (options: ShingleOptions, one: string, other: string) => {
    for (const bag of [false, true]) {
      expect(shingle(other, { ...options, bag })).toEqual(shingle(one, { ...options, bag }))
      expect(shingleStrings(other, { ...options, bag })).toEqual(shingleStrings(one, { ...options, bag }))
    }
  }
  const differ = (options: ShingleOptions, one: string, other: string) => {
    expect(shingle(other, options)).not.toEqual(shingle(one, options))
  }

  it('case', () => {
    fc.assert(
      fc.property(wordList, fc.infiniteStream(fc.boolean()), (list, flips) => {
        const text = list.join(' ')
        const flipped = Array.from(text, (c) => (flips.next().value ? c.toUpperCase() : c)).join('')
        for (const kind of ['words', 'chars', 'stopwords'] as const) both({ kind, k: 3 }, text, flipped)
      }),
      { numRuns: cases(300) },
    )
    for (const kind of ['words', 'chars'] as const) differ({ kind, case: 'keep' }, 'one two', 'One two')
  })

  it('whether letters and marks are composed', () => {
    fc.assert(
      fc.property(anyScript, ways, (text, options) => {
        const forms = (['NFC', 'NFD'] as const).map((form) => shingle(text.normalize(form), options))
        expect(forms).toEqual([shingle(text, options), shingle(text, options)])
      }),
      { numRuns: cases(500) },
    )
  })

  it('white space', () => {
    fc.assert(
      fc.property(wordList, fc.infiniteStream(whiteSpace), fc.boolean(), (list, spaces, ends) => {
        const text = list.join(' ')
        const space = () => spaces.next().value
        const spaced = list.map((one, i) => (i === 0 ? one : space() + one)).join('')
        const changed = ends ? space() + spaced + space() : spaced
        for (const kind of ['words', 'chars', 'stopwords'] as const) both({ kind, k: 3 }, text, changed)
        const tight = list.join('')
        const loose = Array.from(tight, (c) => (c.charCodeAt(0) % 3 === 0 ? c + space() : c)).join('')
        both({ kind: 'chars', k: 3, whitespace: 'remove' }, tight, loose)
        both({ kind: 'words', k: 2, whitespace: 'keep' }, text, changed)
      }),
      { numRuns: cases(300) },
    )
    differ({ kind: 'chars', k: 3, whitespace: 'keep' }, 'one two', 'one  two')
    differ({ kind: 'chars', k: 3, whitespace: 'collapse' }, 'onetwo', 'one two')
  })

  it('punctuation', () => {
    const mark = fc.constantFrom('', '', '', ...PUNCTUATION)
    fc.assert(
      fc.property(wordList, fc.infiniteStream(mark), (list, marks) => {
        const text = list.join(' ')
        // A text of nothing but punctuation keeps it.
        fc.pre(text.trim() !== '')
        const marked = marks.next().value + Array.from(text, (c) => c + marks.next().value).join('')
        for (const kind of ['words', 'chars', 'stopwords'] as const) {
          both({ kind, k: 3, punctuation: 'remove' }, text, marked)
        }
      }),
      { numRuns: cases(300) },
    )
    differ({ kind: 'chars', k: 3 }, 'one two', 'one, two')
    differ({ kind: 'words', k: 2 }, 'one two', 'o-ne two')
  })

  it('compatibility forms', () => {
    const forms = [
      ['fi', 'ﬁ'],
      ['fl', 'ﬂ'],
      ['\u00e9', 'e\u0301'],
      ['a', 'ａ'],
      ['1', '①'],
      ['2', '²'],
      ['カ', 'ｶ'],
      ['kg', '㎏'],
      ['h', 'ℎ'],
      ['x', '𝐱'],
      [' ', '\u3000'],
      ['한', '한'],
    ] as const
    const piece = fc.tuple(fc.constantFrom(...forms), fc.boolean())
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25, size: 'max' }), (pieces) => {
        const text = pieces.map(([[plain]]) => plain).join('')
        const changed = pieces.map(([[plain, form], change]) => (change ? form : plain)).join('')
        for (const kind of ['words', 'chars'] as const) both({ kind, k: 2, nfkc: true }, text, changed)
      }),
      { numRuns: cases(300) },
    )
    for (const kind of ['words', 'chars'] as const) {
      differ({ kind, k: 2 }, 'fine day', 'ﬁne day')
      both({ kind, k: 2 }, 'caf\u00e9 day', 'cafe\u0301 day')
    }
  })
})
