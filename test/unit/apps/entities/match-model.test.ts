import { describe, expect, it } from 'vitest'
import { parseModel } from '../../../../src/apps/entities/match-model.js'
import { matchRecords } from '../../../../src/apps/entities/match-records.js'
import { makePeople } from './people.js'

describe('a saved model', () => {
  it('is refused if its correction has another length, or other values are not what they should be', () => {
    const { model } = matchRecords([{ name: 'Ann Lee' }, { name: 'Ann Leigh' }])
    expect(parseModel({ ...model, correction: Array(9).fill(0) }, 'm')).toMatchObject({ oneToOne: false })
    for (const [changed, problem] of [
      [{ ...model, correction: [0, 0] }, 'correction is damaged'],
      [{ ...model, oneToOne: 'yes' }, 'oneToOne is not true or false'],
      [{ ...model, problem: 'x' }, 'problem is not known'],
    ] as const) {
      expect(() => parseModel(changed, 'm.json')).toThrow(problem)
    }
  })

  it('keeps what was wrong with it, and reports that when it is applied', () => {
    const things = makePeople(20).firsts.map(({ person: _, ...fields }) => fields)
    const table = (shift: number) => Array.from({ length: 200 }, (_, i) => things[(7 * i + shift) % 20]!)
    const { model } = matchRecords(table(0), table(3), { partners: 2 })
    expect(model.problem).toBe('collapsed')
    expect(matchRecords(table(0), table(3), { model }).modelProblem).toBe('collapsed')
    const sound = matchRecords(table(0), table(3), { partners: 100 }).model
    expect(matchRecords(table(0), table(3), { model: sound }).modelProblem).toBeUndefined()
  })

  it('of a single column is applied to one table as it is, whatever shuffling those rows would show', () => {
    const rows = makePeople(200).firsts.map(({ street }) => ({ street }))
    const again = [...rows, ...rows.slice(0, 40).map(({ street }) => ({ street: street.toUpperCase() }))]
    const labels = Array.from({ length: 40 }, (_, i) => ({ a: i, b: 200 + i, isMatch: false }))
    const { model } = matchRecords(again, undefined, { labels })
    expect(model.problem).not.toBe('single-field')
    // Its labels say that equal streets are different things; the rows alone say that they match.
    expect(matchRecords(again).pairs.count).toBeGreaterThan(30)
    expect(matchRecords(again, undefined, { model }).pairs.count).toBeLessThan(5)
    expect(matchRecords(again).model.problem).toBe('single-field')
  })
})
