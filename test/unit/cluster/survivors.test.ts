import { describe, expect, it } from 'vitest'
import type { SurvivorPolicy } from '../../../src/cluster/survivor-policy.js'
import { chooseSurvivor } from '../../../src/cluster/survivors.js'
import type { Document } from '../../../src/model/document.js'
import { InvalidOption, InvalidValue } from '../../../src/model/errors.js'

const withField = (...values: unknown[]): Document[] => values.map((value) => ({ text: '', value }))
const everyone = (documents: readonly Document[]) => documents.map((_, position) => position)
const keep = (documents: readonly Document[], policy: SurvivorPolicy) =>
  chooseSurvivor(everyone(documents), documents, policy)
const largest = { field: 'value', prefer: 'largest' } as const
const smallest = { field: 'value', prefer: 'smallest' } as const

describe('the survivor', () => {
  it('by "first" is the first in the input, however the members are listed', () => {
    expect(chooseSurvivor([2, 1], withField(0, 0, 0), 'first')).toBe(1)
  })

  it('by "longest" has the most code points', () => {
    const documents = ['😀😀', 'abc', 'xyz'].map((text) => ({ text }))
    expect(keep(documents, 'longest')).toBe(1)
  })

  it('by a field has the largest or smallest number', () => {
    expect(keep(withField(9, 10, 8), largest)).toBe(1)
    expect(keep(withField(9, 10, 8), smallest)).toBe(2)
    expect(keep(withField('9', '10'), largest)).toBe(1)
  })

  it('by a field has the newest or oldest date, by the instant and not by the spelling', () => {
    expect(keep(withField('2024-05-01T23:00-05:00', '2024-05-02T01:00Z'), largest)).toBe(0)
    expect(keep(withField('2024-05-01', new Date('2023-05-01')), smallest)).toBe(1)
  })

  it('by a field compares texts by code unit', () => {
    expect(keep(withField('b', 'a', 'B'), largest)).toBe(0)
    expect(keep(withField('b', 'a', 'B'), smallest)).toBe(2)
  })

  it('by a field is never one without it, unless none has it', () => {
    expect(keep(withField(undefined, null, '', 3), largest)).toBe(3)
    expect(keep(withField(undefined, null, '', 3), smallest)).toBe(3)
    expect(keep(withField(undefined, null), largest)).toBe(0)
  })

  it('by a field is refused when the values are of different kinds, or of none', () => {
    expect(() => keep(withField(3, 'three'), largest)).toThrow(InvalidValue)
    expect(() => keep(withField('2024-05-01', 'n/a'), largest)).toThrow(InvalidValue)
    expect(() => keep(withField(Number.NaN), largest)).toThrow(InvalidValue)
    expect(() => keep(withField(true), largest)).toThrow(InvalidValue)
  })

  it('by sources comes from the one listed first', () => {
    const documents = [undefined, 'mirror', 'origin', 'blog'].map((source) =>
      source === undefined ? { text: '' } : { text: '', source },
    )
    expect(keep(documents, { sources: ['origin', 'mirror'] })).toBe(2)
    expect(keep(documents, { sources: ['elsewhere', 'blog'] })).toBe(3)
    expect(keep(documents, { sources: [] })).toBe(0)
  })

  it('by a function is what it returns', () => {
    const longestValue: SurvivorPolicy<Document & { value?: unknown }> = (members, documents) =>
      members.find((member) => documents[member]!.value === 'kept') ?? members[0]!
    expect(keep(withField('dropped', 'kept'), longestValue)).toBe(1)
  })

  it('by a function must be a member', () => {
    expect(() => chooseSurvivor([0, 1], withField(0, 0, 0), () => 2)).toThrow(InvalidOption)
  })

  it('is the first of equals, by every policy', () => {
    const documents: Document[] = [0, 1, 2].map(() => ({ text: 'same', source: 'same', value: 1 }))
    for (const policy of ['first', 'longest', largest, smallest, { sources: ['same'] }] as const) {
      expect(chooseSurvivor([2, 1], documents, policy)).toBe(1)
    }
  })

  it('is refused for no members, unknown members and unknown policies', () => {
    expect(() => chooseSurvivor([], [], 'first')).toThrow(InvalidValue)
    expect(() => chooseSurvivor([1], withField(0), 'first')).toThrow(InvalidValue)
    expect(() => keep(withField(0), 'best' as 'first')).toThrow(InvalidOption)
    expect(() => keep(withField(0), { field: 'value', prefer: 'newest' as 'largest' })).toThrow(InvalidOption)
  })
})
