import { describe, expect, it } from 'vitest'
import { checkChoice, checkNames, checkShare, checkUnit, checkWhole } from '../../../src/model/check.js'
import { InvalidOption } from '../../../src/model/errors.js'

const text = (value: string) => value as unknown as number

describe('checks return the value, or reject it with the name of the option', () => {
  it('whole numbers in a range', () => {
    expect([2, 5].map((value) => checkWhole('k', value, 2, 5))).toEqual([2, 5])
    for (const wrong of [1, 6, 2.5, Number.NaN, Number.POSITIVE_INFINITY, text('3')]) {
      expect(() => checkWhole('k', wrong, 2, 5)).toThrow(InvalidOption)
      expect(() => checkWhole('k', wrong, 2, 5)).toThrow(
        expect.objectContaining({ option: 'k', value: wrong }),
      )
    }
  })

  it('shares: above 0 and at most 1', () => {
    expect([Number.MIN_VALUE, 0.5, 1].map((value) => checkShare('recall', value))).toEqual([
      Number.MIN_VALUE,
      0.5,
      1,
    ])
    for (const wrong of [0, -0.1, 1.0000001, Number.NaN, text('0.8')]) {
      expect(() => checkShare('recall', wrong)).toThrow(InvalidOption)
    }
  })

  it('probabilities: from 0 to 1', () => {
    expect([0, 1].map((value) => checkUnit('p', value))).toEqual([0, 1])
    for (const wrong of [-0.1, 1.1, Number.NaN, text('0')]) {
      expect(() => checkUnit('p', wrong)).toThrow(InvalidOption)
    }
  })

  it('one of a few words', () => {
    expect(checkChoice('case', 'fold', ['fold', 'keep'])).toBe('fold')
    expect(() => checkChoice<string>('case', 'toString', ['fold', 'keep'])).toThrow('one of fold, keep')
  })

  it('options by name, so that a typo is not ignored', () => {
    expect(() => checkNames({ threshold: 1 }, ['threshold', 'recall'])).not.toThrow()
    expect(() => checkNames({}, [])).not.toThrow()
    expect(() => checkNames({ treshold: 1 }, ['threshold', 'recall'])).toThrow(
      expect.objectContaining({ code: 'invalid-option', option: 'treshold', value: 1 }),
    )
    expect(() => checkNames({ treshold: 1 }, ['threshold', 'recall'])).toThrow('threshold, recall')
    for (const wrong of [null, 5, 'threshold']) {
      expect(() => checkNames(wrong as unknown as object, [])).toThrow(InvalidOption)
    }
  })
})
