import { describe, expect, it } from 'vitest'
import { fingerIn, minutiaeOf, parseXyt, scaledMinutiae } from '../../../../src/apps/fingerprints/print.js'
import { BadRecord, InvalidOption } from '../../../../src/model/errors.js'

describe('.xyt', () => {
  it('has x, y, angle and perhaps quality on each line', () => {
    expect(parseXyt('95 230 39 50\r\n\n  97\t225 60\n', 'a.xyt')).toEqual([
      { x: 95, y: 230, angle: 39, quality: 50 },
      { x: 97, y: 225, angle: 60 },
    ])
    expect(parseXyt('', 'a.xyt')).toEqual([])
  })

  it.each([
    ['1 2 3\n4 5\n', 'a.xyt, line 2: 2 fields'],
    ['1 2 3 4 5\n', 'line 1: 5 fields'],
    ['1 2 3\n\n1 two 3\n', 'line 3: "two" is not a number'],
    ['1 2 NaN', 'line 1: "NaN" is not a number'],
  ])('of %j names the line', (text, message) => {
    expect(() => parseXyt(text, 'a.xyt')).toThrow(BadRecord)
    expect(() => parseXyt(text, 'a.xyt')).toThrow(message)
  })
})

describe('minutiae in JSON', () => {
  it('are objects or lists', () => {
    const expected = [{ x: 1, y: 2, angle: 3 }]
    for (const form of [
      { x: 1, y: 2, angle: 3 },
      { x: 1, y: 2, theta: 3 },
      { x: 1, y: 2, direction: 3 },
      [1, 2, 3],
    ])
      expect(minutiaeOf([form])).toEqual(expected)
    expect(minutiaeOf([[1, 2, 3, 40]])).toEqual([{ x: 1, y: 2, angle: 3, quality: 40 }])
  })

  it('say what is wrong with them', () => {
    expect(minutiaeOf({})).toEqual({ problem: 'no list of minutiae' })
    expect(minutiaeOf([[1, 2, 3], { x: 1, y: 2 }])).toEqual({
      problem: 'the angle of minutia 2 is not a number',
    })
    expect(minutiaeOf([null])).toEqual({ problem: 'the x of minutia 1 is not a number' })
  })
})

describe('a print', () => {
  it('is brought to 500 pixels to the inch, without minutiae of lesser quality', () => {
    const minutiae = [
      { x: 100, y: 40, angle: 7, quality: 60 },
      { x: 1, y: 2, angle: 3, quality: 20 },
    ]
    expect(scaledMinutiae({ id: 'a', minutiae, resolution: 1000 }, 30)).toEqual([{ x: 50, y: 20, angle: 7 }])
    expect(() => scaledMinutiae({ id: 'a', minutiae, resolution: 0 })).toThrow(InvalidOption)
  })

  it('takes its finger from its name', () => {
    expect(['101_1', 'ann-left-2', 'a_b_3', 'print', '_1'].map(fingerIn)).toEqual([
      '101',
      'ann-left',
      'a_b',
      undefined,
      undefined,
    ])
  })
})
