import { expect, it } from 'vitest'
import { TokenNumbers } from '../../../../src/read/sets/token-numbers.js'
import { cases } from '../../../depth.js'
import fc from '../../../property.js'

const token = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 21 }).map(String),
  fc.constantFrom(
    '0',
    '00',
    '01',
    '-1',
    '1048575',
    '1048576',
    '9999999',
    '99999999',
    '1.0',
    'é',
    '東京',
    ' ',
    'a b',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
)

it('gives numbers in the order of first appearance, equal for equal tokens only', () => {
  fc.assert(
    fc.property(fc.array(token, { maxLength: 300, size: 'max' }), (tokens) => {
      const numbers = new TokenNumbers()
      // By bytes, as the numbers have it: a lone surrogate and its replacement are one.
      const known = new Map<string, number>()
      for (const text of tokens) {
        const key = Buffer.from(text).toString('hex')
        const number = numbers.numberOfText(text)
        expect(number).toBe(known.get(key) ?? known.size)
        known.set(key, number)
      }
      expect(numbers.count).toBe(known.size)
    }),
    { numRuns: cases(100) },
  )
})

it('keeps thousands of tokens apart', () => {
  const numbers = new TokenNumbers()
  const list = Array.from({ length: 20_000 }, (_, i) => `token-${i}`)
  expect(list.map((text) => numbers.numberOfText(text))).toEqual(list.map((_, i) => i))
  expect(list.map((text) => numbers.numberOfText(text))).toEqual(list.map((_, i) => i))
})

it('numbers the copies of an element, the same ones every time', () => {
  const numbers = new TokenNumbers()
  const [a, b] = [numbers.numberOfText('a'), numbers.numberOfText('77')]
  const second = numbers.nextCopy(a)
  const third = numbers.nextCopy(second)
  expect(new Set([a, b, second, third, numbers.nextCopy(b)]).size).toBe(5)
  expect([numbers.nextCopy(a), numbers.nextCopy(second)]).toEqual([second, third])
})
