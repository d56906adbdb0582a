import { describe, expect, it } from 'vitest'
import { FunctionIndex } from '../../../src/band/function-index.js'
import { InvalidOption, InvalidValue } from '../../../src/model/errors.js'
import fc from '../../property.js'

const FUNCTIONS = 4

describe('an index of the functions of a family', () => {
  it('finds exactly the members that share a function in every group, however often it is queried', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }).chain((groups) => {
          const yes = fc.uniqueArray(fc.nat(FUNCTIONS * groups - 1))
          return fc.record({
            groups: fc.constant(groups),
            members: fc.array(yes, { maxLength: 12 }),
            probes: fc.array(yes, { maxLength: 4 }),
          })
        }),
        ({ groups, members, probes }) => {
          const index = new FunctionIndex({ functions: FUNCTIONS, groups })
          expect(members.map((yes) => index.add(yes))).toEqual(members.map((_, i) => i))
          expect(index.count).toBe(members.length)
          for (const probe of probes) {
            const agrees = (yes: readonly number[]) =>
              Array.from({ length: groups }, (_, group) =>
                yes.some((f) => Math.floor(f / FUNCTIONS) === group && probe.includes(f)),
              ).every(Boolean)
            const expected = members.flatMap((yes, member) => (agrees(yes) ? [member] : []))
            expect([...index.candidates(probe)]).toEqual(expected)
          }
        },
      ),
    )
  })

  it('grows beyond its initial capacity', () => {
    const index = new FunctionIndex({ functions: 2, groups: 2 })
    for (let i = 0; i < 3000; i++) index.add([i % 2, 2])
    expect(index.candidates([1, 2])).toHaveLength(1500)
  })

  it('rejects functions that the family does not have, and then adds nothing', () => {
    const index = new FunctionIndex({ functions: 2, groups: 1 })
    expect(() => index.add([0, 2])).toThrow(InvalidValue)
    expect([index.count, ...index.candidates([0])]).toEqual([0])
    expect(() => index.candidates([-1])).toThrow(InvalidValue)
    index.add([0])
    expect(() => index.candidates([0, 2])).toThrow(InvalidValue)
    expect([...index.candidates([0])]).toEqual([0])
    expect(() => new FunctionIndex({ functions: 0, groups: 1 })).toThrow(InvalidOption)
    expect(() => new FunctionIndex({ functions: 1, groups: 256 })).toThrow(InvalidOption)
  })
})
