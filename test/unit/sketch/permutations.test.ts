import { describe, expect, it } from 'vitest'
import { InvalidOption, InvalidValue, TooLarge } from '../../../src/model/errors.js'
import { firstInOrder, PermutationSketcher, signatureByOrders } from '../../../src/sketch/permutations.js'
import { describeSetSketch, signatureOf } from '../../conformance/sketch-suite.js'

const ROWS = 200

describeSetSketch({
  name: 'explicit permutations',
  elements: ROWS,
  make: (options) => new PermutationSketcher({ rows: ROWS, ...options }),
})

describe('minhash by explicit orders', () => {
  const order = ['b', 'e', 'a', 'd', 'c']

  it('is the first row in the order that the set has', () => {
    expect(firstInOrder(order, new Set(['a', 'd']))).toBe('a')
    expect(firstInOrder(order, new Set(['c']))).toBe('c')
    expect(firstInOrder(order, new Set(['b', 'd', 'e']))).toBe('b')
    expect(firstInOrder(order, new Set<string>())).toBeUndefined()
  })

  it('has a row for each order in a signature', () => {
    const orders = [order, [...order].reverse()]
    expect(signatureByOrders(orders, new Set(['a', 'd']))).toEqual(['a', 'd'])
    expect(signatureByOrders(orders, new Set<string>())).toEqual([undefined, undefined])
  })
})

describe('a sketcher by permutations', () => {
  it('numbers all rows once in every slot', () => {
    const sketcher = new PermutationSketcher({ rows: 30, slots: 5 })
    const singletons = Array.from({ length: 30 }, (_, row) => signatureOf(sketcher, [row]))
    for (let slot = 0; slot < 5; slot++) {
      const numbers = singletons.map((signature) => signature[slot]!)
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i))
    }
    expect([
      ...signatureOf(
        sketcher,
        Array.from({ length: 30 }, (_, i) => i),
      ),
    ]).toEqual([0, 0, 0, 0, 0])
  })

  it('gives the lowest number of the rows of a set', () => {
    const sketcher = new PermutationSketcher({ rows: 30, slots: 5 })
    const [a, b] = [signatureOf(sketcher, [3]), signatureOf(sketcher, [17])]
    expect([...signatureOf(sketcher, [3, 17])]).toEqual(Array.from(a, (value, i) => Math.min(value, b[i]!)))
  })

  it('rejects elements that are not rows, and names them', () => {
    const sketcher = new PermutationSketcher({ rows: 10, slots: 2 })
    expect(() => signatureOf(sketcher, [3, 10])).toThrow(InvalidValue)
    expect(() => signatureOf(sketcher, [3, 10])).toThrow(expect.objectContaining({ value: 10, position: 1 }))
  })

  it('refuses numbers of rows out of range', () => {
    for (const rows of [0, -1, 1.5, Number.NaN]) {
      expect(() => new PermutationSketcher({ rows })).toThrow(InvalidOption)
      expect(() => new PermutationSketcher({ rows })).toThrow(expect.objectContaining({ option: 'rows' }))
    }
    expect(() => new PermutationSketcher({ rows: 2 ** 21, slots: 128 })).toThrow(TooLarge)
  })
})
