import { describe, expect, it } from 'vitest'
import { identicalTexts } from '../../../src/join/identical.js'
import { identicalBySampling } from '../../../src/join/identical-sampling.js'
import { InvalidOption } from '../../../src/model/errors.js'

describe('identicalBySampling', () => {
  const header = '<!doctype html><html><head>'.repeat(20)
  const texts = [
    ...['', 'x', '', 'x', 'y', 'xx'],
    ...Array.from({ length: 200 }, (_, i) => header + (i % 150)),
    'long '.repeat(10_000),
    `${'long '.repeat(9999)}lone `,
    'long '.repeat(10_000),
  ]

  it('finds the groups of identicalTexts, whatever the positions and the seed', () => {
    for (const positions of [1, 2, 32, 1024]) {
      for (const seed of [0, 1, 99]) {
        expect(identicalBySampling(texts, { positions, seed })).toEqual(identicalTexts(texts))
      }
    }
  })

  it('distinguishes texts that differ only where no position was chosen', () => {
    expect(identicalBySampling(['abcdefgh', 'abcdefgx', 'abcdefgh'], { positions: 1 })).toEqual([[0, 2]])
  })

  it('works with its defaults, also on nothing and on empty texts alone', () => {
    expect(identicalBySampling(['x', 'y', 'x'])).toEqual([[0, 2]])
    expect(identicalBySampling([])).toEqual([])
    expect(identicalBySampling(['', ''])).toEqual([])
  })

  it('refuses options out of range', () => {
    expect(() => identicalBySampling([], { positions: 0 })).toThrow(InvalidOption)
    expect(() => identicalBySampling([], { positions: 1.5 })).toThrow(InvalidOption)
    expect(() => identicalBySampling([], { seed: -1 })).toThrow(InvalidOption)
  })
})
