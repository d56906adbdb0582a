import { describe, expect, it } from 'vitest'
import { readField } from '../../../src/cluster/field-order.js'

const time = (text: string) => ({ kind: 'date', value: Date.parse(text) })

describe('a field read for ordering', () => {
  it('is a number when it is one or spells one', () => {
    expect(readField(-2.5)).toEqual({ kind: 'number', value: -2.5 })
    expect(readField('1e3')).toEqual({ kind: 'number', value: 1000 })
    expect(readField('.5')).toEqual({ kind: 'number', value: 0.5 })
  })

  it('is a date when it is one or an ISO 8601 text', () => {
    expect(readField(new Date('2024-05-01'))).toEqual(time('2024-05-01T00:00:00Z'))
    expect(readField('2024-05')).toEqual(time('2024-05-01T00:00:00Z'))
    expect(readField('2024-02-29')).toEqual(time('2024-02-29T00:00:00Z'))
    expect(readField('2024-05-01T10:30:15.25Z')).toEqual(time('2024-05-01T10:30:15.250Z'))
    expect(readField('0050-01-01')).toEqual(time('0050-01-01T00:00:00Z'))
  })

  it('treats a date without a zone as UTC, and respects the zone of a date that has one', () => {
    expect(readField('2024-05-01 10:30')).toEqual(time('2024-05-01T10:30:00Z'))
    expect(readField('2024-05-01T10:30+02:00')).toEqual(time('2024-05-01T08:30:00Z'))
    expect(readField('2024-05-01T10:30:00-0030')).toEqual(time('2024-05-01T11:00:00Z'))
  })

  it('is a text when it only looks like a date', () => {
    for (const text of ['2023-02-29', '2024-13-01', '2024-05-00', '2024-05-01T25:00', '1 May 2024']) {
      expect(readField(text)).toEqual({ kind: 'text', value: text })
    }
  })

  it('is missing when there is nothing in it', () => {
    for (const nothing of [undefined, null, '']) expect(readField(nothing)).toBeUndefined()
  })

  it('has no order when it is anything else', () => {
    for (const odd of [Number.NaN, new Date(Number.NaN), {}, [], true]) {
      expect(readField(odd)).toBe('unordered')
    }
  })
})
