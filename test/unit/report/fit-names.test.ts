import { describe, expect, it } from 'vitest'
import { isShortName, shortName } from '../../../src/hash/short-name.js'
import { fitFiles, fitLine, fitNames } from '../../../src/report/fit-names.js'

const named = (lengths: readonly number[]) => lengths.map((length, i) => `${i}`.padEnd(length, 'x'))
const fitted = (lengths: readonly number[], max?: number) => {
  const names = named(lengths)
  return fitNames(names.length, (i) => names[i]!, max)
}

describe('names in a report', () => {
  it('are shortened above 1,000 characters', () => {
    const { names, shortened, shorten } = fitted([1000, 1001, 3])
    expect(names).toEqual([named([1000])[0], shortName(named([1, 1001])[1]!), '2xx'])
    expect(shortened).toBe(1)
    expect(shorten('y'.repeat(1001))).toBe(shortName('y'.repeat(1001)))
  })

  it('are shortened above 300 or 100 characters if they are too long together', () => {
    const lengths = [900, 200, 90]
    expect(fitted(lengths, 1190).shortened).toBe(0)
    expect(fitted(lengths, 1189).shortened).toBe(1)
    expect(fitted(lengths, 300).shortened).toBe(2)
    const { names, shortened } = fitted(lengths, 0)
    expect(shortened).toBe(2)
    for (const name of names) expect(name.length).toBeLessThanOrEqual(100)
  })
})

describe('files in a report', () => {
  it('are all named if there are few', () => {
    const fileOf = Uint32Array.of(2, 0)
    expect(fitFiles(['a', 'b', 'c'], fileOf)).toMatchObject({ names: ['a', 'b', 'c'], fileOf, leftOut: 0 })
  })

  it('are named only if they contain a document of the report if there are many', () => {
    const all = Array.from({ length: 1001 }, (_, i) => (i === 7 ? 'long'.repeat(1000) : `f${i}`))
    const { names, fileOf, leftOut, shortened } = fitFiles(all, Uint32Array.of(900, 7, 900, 3))
    expect([names[0], names[2], [...fileOf]]).toEqual(['f3', 'f900', [2, 1, 2, 0]])
    expect(isShortName(names[1]!)).toBe(true)
    expect([leftOut, shortened]).toEqual([998, 1])
  })
})

it('cuts off long lines', () => {
  expect(fitLine('a title')).toBe('a title')
  expect(fitLine(`${'x'.repeat(999)}🚢 and more`)).toBe(`${'x'.repeat(999)}…`)
})
