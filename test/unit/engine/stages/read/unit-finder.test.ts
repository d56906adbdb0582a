import { describe, expect, it } from 'vitest'
import { UnitFinder } from '../../../../../src/engine/stages/read/sketched.js'
import { Random } from '../../../../../src/hash/random.js'

const random = new Random(3)

describe('UnitFinder', () => {
  it.each([
    ['one unit', [5]],
    ['even units', Array(50).fill(7)],
    ['a record each', Array(300).fill(1)],
    ['empty units', [0, 0, 3, 0, 0, 1, 0]],
    ['a long unit among short ones', [1, 1, 1, 5000, 1, 1, 1]],
    ['units of any size', Array.from({ length: 200 }, () => random.below(2) * random.below(100))],
  ])('finds the unit that contains each position: %s', (_, sizes: readonly number[]) => {
    const firsts = [0]
    for (const size of sizes) firsts.push(firsts.at(-1)! + size)
    const expected = sizes.flatMap((size, unit) => Array<number>(size).fill(unit))
    const finder = new UnitFinder(Float64Array.from(firsts))
    expect(expected.map((_, position) => finder.unitOf(position))).toEqual(expected)
  })
})
