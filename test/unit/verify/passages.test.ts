import { describe, expect, it } from 'vitest'
import { tokenHash } from '../../../src/hash/shingle-hash.js'
import { findPassages, type PassageOptions } from '../../../src/verify/passages.js'

const tokens = (text: string) => Uint32Array.from(text.split(' '), tokenHash)
const passages = (a: string, b: string, options?: PassageOptions) =>
  findPassages(tokens(a), tokens(b), options).map(({ a, b, matched }) => [
    a.start,
    a.end,
    b.start,
    b.end,
    matched,
  ])

describe('passages', () => {
  it('are stretches of one sequence that are also in the other', () => {
    expect(passages('x the cat sat on the mat y', 'p q the cat sat on the mat', { minTokens: 6 })).toEqual([
      [1, 7, 2, 8, 6],
    ])
  })

  it('continue across small differences, in either sequence', () => {
    const a = 'the old cat sat on the red mat by the door'
    const b = 'the old cat sat on a mat by the door'
    expect(passages(a, b, { maxGap: 4 })).toEqual([[0, 11, 0, 10, 9]])
    expect(passages(a, b, { maxGap: 1, minTokens: 4 })).toEqual([
      [0, 5, 0, 5, 5],
      [7, 11, 6, 10, 4],
    ])
  })

  it('say how long their longest run is', () => {
    const [passage] = findPassages(tokens('a b c d e x f g h'), tokens('a b c d e y f g h'))
    expect(passage).toMatchObject({ matched: 8, longestRun: 5 })
  })

  it('are found in another order', () => {
    const [one, two] = ['a b c d e f g h', 'k l m n o p q r']
    expect(passages(`${one} ${two}`, `${two} x y ${one}`)).toEqual([
      [0, 8, 10, 18, 8],
      [8, 16, 0, 8, 8],
    ])
  })

  it('use no token twice: the longest match comes first', () => {
    expect(passages('a b c d e f', 'a b c x a b c d e f', { minTokens: 3 })).toEqual([[0, 6, 4, 10, 6]])
    expect(passages('a b c a b c', 'a b c', { minTokens: 3 })).toEqual([[0, 3, 0, 3, 3]])
  })

  it('have at least the required number of equal tokens', () => {
    expect(passages('a b c d e f g', 'a b c d e f g')).toEqual([])
    expect(passages('a b c d e f g h', 'a b c d e f g h')).toHaveLength(1)
  })

  it('do not contain ignored tokens', () => {
    const text = tokens('a b c d e f g h i j')
    const ignored = Uint8Array.from(text, (_, i) => (i < 4 ? 1 : 0))
    const found = findPassages(text, text, { minTokens: 3 }, { a: ignored })
    expect(found).toEqual([{ a: { start: 4, end: 10 }, b: { start: 4, end: 10 }, matched: 6, longestRun: 6 }])
  })

  it('are found in a text that repeats itself more often than places are looked at', () => {
    const song = Array.from({ length: 600 }, () => 'la').join(' ')
    expect(passages(song, song)).toEqual([[0, 600, 0, 600, 600]])
    // Its first run stands at too many places, a later one leads to it.
    const verse = `${song} and then we went home again`
    expect(passages(verse, `so ${verse}`)).toEqual([[0, 606, 1, 607, 606]])
  })

  it('of an empty sequence are none', () => {
    expect(findPassages(new Uint32Array(0), tokens('a b c'))).toEqual([])
  })

  it('reject meaningless options', () => {
    for (const bad of [{ minRun: 0 }, { maxGap: -1 }, { minTokens: 0.5 }, { least: 3 }])
      expect(() => passages('a', 'b', bad as PassageOptions)).toThrow()
  })
})
