import { dedupe, findSimilar } from 'likewise'
import { describe, expect, it } from 'vitest'
import { checkShingleOptions } from '../../../src/text/shingle-options.js'
import { shingle } from '../../../src/text/shingles.js'
import {
  hiddenOverlap,
  narrowThreshold,
  WIDE_FROM,
  wideOverlap,
  wideShingles,
} from '../../../src/text/wide-shingles.js'
import { below, inside, left, right, truth, truthOfBelow, WORDS } from './colliding-documents.js'

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

  it('are found by the library even if their hashes are below the threshold', () => {
    for (const recall of [1, 0.99]) {
      const [pair] = findSimilar(below, { threshold: truthOfBelow, shingle: WORDS, recall }).pairs
      expect(pair).toEqual({ a: 0, b: 1, similarity: truthOfBelow })
    }
    expect(findSimilar(below, { threshold: truthOfBelow + 1e-9, shingle: WORDS }).pairs).toEqual([])
  })

  it('share at most what their hashes and the hidden overlap show', () => {
    for (const size of [WIDE_FROM, 10 * WIDE_FROM, 2 ** 22]) {
      const expected = size ** 2 / 2 ** 33
      expect(hiddenOverlap(size)).toBeGreaterThan(expected + 5 * Math.sqrt(expected))
      expect(narrowThreshold(0.8, size)).toBeLessThanOrEqual(0.8 - hiddenOverlap(size) / size)
      expect(narrowThreshold(0.8, size)).toBeGreaterThan(0.79)
    }
    expect([hiddenOverlap(WIDE_FROM - 1), narrowThreshold(0.8, WIDE_FROM - 1)]).toEqual([0, 0.8])
  })

  it('are found with their true similarity by the library', () => {
    const [pair] = findSimilar([left, right], { threshold: 0.9, shingle: WORDS }).pairs
    expect(pair).toEqual({ a: 0, b: 1, similarity: truth })
    expect(dedupe([left, right], { threshold: 0.9, shingle: WORDS }).removed[0]!.similarity).toBe(truth)
  })
})
