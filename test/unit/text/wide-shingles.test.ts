import { dedupe, findSimilar } from 'likewise'
import { describe, expect, it } from 'vitest'
import { checkShingleOptions } from '../../../src/text/shingle-options.js'
import { shingle } from '../../../src/text/shingles.js'
import { WIDE_FROM, wideOverlap, wideShingles } from '../../../src/text/wide-shingles.js'
import { inside, left, right, truth, WORDS } from './colliding-documents.js'

describe('long documents', () => {
  it('have narrow hashes that collide, which the test rests on', () => {
    expect(shingle(left, WORDS).length).toBeLessThan(WIDE_FROM + 4)
    expect(shingle(inside.join(' '), WORDS)).toHaveLength(1)
  })

  it('keep every shingle by wide hashes', () => {
    const options = checkShingleOptions(WORDS)
    expect(wideShingles(left, options)).toHaveLength(WIDE_FROM + 4)
    const [one, other] = [wideShingles(left, options), wideShingles(right, options)]
    const shared = wideOverlap(one, other)
    expect(shared / (one.length + other.length - shared)).toBe(truth)
  })

  it('number the copies in bags as narrow hashes do', () => {
    const options = checkShingleOptions({ ...WORDS, bag: true })
    const wide = wideShingles(`${inside[0]} ${inside[0]} ${inside[1]}`, options)
    expect(wide).toHaveLength(3)
    expect(wideOverlap(wide, wideShingles(inside.join(' '), options))).toBe(2)
  })

  it('are found with their true similarity by the library', () => {
    const [pair] = findSimilar([left, right], { threshold: 0.9, shingle: WORDS }).pairs
    expect(pair).toEqual({ a: 0, b: 1, similarity: truth })
    expect(dedupe([left, right], { threshold: 0.9, shingle: WORDS }).removed[0]!.similarity).toBe(truth)
  })
})
