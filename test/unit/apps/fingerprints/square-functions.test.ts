import { describe, expect, it } from 'vitest'
import { functionOdds, SquareFunctions } from '../../../../src/apps/fingerprints/square-functions.js'
import { InvalidOption } from '../../../../src/model/errors.js'

describe('functions of three squares', () => {
  it('accept exactly the sets that contain all of their squares', () => {
    // Four squares have four functions of three.
    const functions = new SquareFunctions(4, { functions: 40, groups: 1 })
    const all = functions.accepting(Uint32Array.of(0, 1, 2, 3))
    expect(all.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, f) => f))
    const parts = [0, 1, 2, 3].map((left) =>
      functions.accepting(Uint32Array.of(0, 1, 2, 3).filter((s) => s !== left)),
    )
    expect(parts.flat().sort((a, b) => a - b)).toEqual(all)
    expect(functions.accepting(Uint32Array.of(0, 1))).toEqual([])
    expect(functions.accepting(new Uint32Array(0))).toEqual([])
  })

  it('are the same for the same seed', () => {
    const set = Uint32Array.from({ length: 40 }, (_, i) => 2 * i)
    const yes = (seed: number) => new SquareFunctions(100, { seed }).accepting(set)
    expect(yes(3)).toEqual(yes(3))
    expect(yes(3)).not.toEqual(yes(4))
  })

  it('have the probabilities of the book', () => {
    const { sameFinger, differentFingers } = functionOdds(0.2, 0.8)
    expect([sameFinger.one, differentFingers.one]).toEqual([
      expect.closeTo(0.004096, 9),
      expect.closeTo(0.000064, 9),
    ])
    expect([sameFinger.any, differentFingers.any]).toEqual([
      expect.closeTo(0.985, 3),
      expect.closeTo(0.063, 3),
    ])
    expect([sameFinger.all, differentFingers.all]).toEqual([
      expect.closeTo(0.97, 3),
      expect.closeTo(0.004, 3),
    ])
  })

  it('refuse more squares than there are', () => {
    expect(() => new SquareFunctions(2)).toThrow(InvalidOption)
    expect(() => functionOdds(1.2, 0.8)).toThrow(InvalidOption)
  })
})
