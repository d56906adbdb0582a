import { describe, expect, it } from 'vitest'
import { recordCandidates } from '../../../../src/apps/entities/identical-fields.js'
import { NICKNAMES } from '../../../../src/apps/entities/nicknames.js'
import { recordScore } from '../../../../src/apps/entities/score.js'
import { editDistance } from '../../../../src/distance/edit.js'
import { InvalidOption, InvalidValue } from '../../../../src/model/errors.js'
import type { Candidates } from '../../../../src/model/pair.js'

const bill = { name: 'William Ray', address: '12 Elm Street', phone: '555-0101' }
const named = (name: string, other: string) => recordScore({ name }, { name: other }).fields.name
const listed = ({ count, a, b }: Candidates) => Array.from({ length: count }, (_, i) => [a[i], b[i]])

describe('the score of two records', () => {
  it('is 300 for an exact match in three fields', () => {
    expect(recordScore(bill, { ...bill })).toEqual({
      total: 300,
      possible: 300,
      fields: {
        name: { missing: false, points: 100, distance: 0 },
        address: { missing: false, points: 100, distance: 0 },
        phone: { missing: false, points: 100, distance: 0 },
      },
    })
  })

  it('loses points with the square of the edit distance', () => {
    const points = (phone: string) => recordScore({ phone: '12345678' }, { phone }).total
    expect([points('1234567'), points('123456'), points('12345')]).toEqual([99, 96, 91])
  })

  it('never loses more than the field had', () => {
    const score = recordScore(bill, { ...bill, address: 'somewhere else altogether' })
    expect(score.fields.address!.points).toBe(0)
    expect(score.total).toBe(200)
  })

  it('treats Bill and William as one letter apart, although their edit distance is 5', () => {
    expect(editDistance('Bill', 'William')).toBe(5)
    expect(named('Bill Ray', 'William Ray')).toEqual({ missing: false, points: 99, distance: 1 })
  })

  it('adds other differences to the one letter for the nickname', () => {
    expect(named('Bill Ray', 'William Raye')).toMatchObject({ distance: 2 })
    expect(named('BILL Ray', 'william Ray')).toMatchObject({ distance: 1 })
    expect(named('Ray, Bill', 'Ray, William')).toMatchObject({ distance: 1 })
  })

  it('does not forgive another order of the words', () => {
    const distance = editDistance('Bill Ray', 'Ray Bill') + 1
    expect(named('Bill Ray', 'Ray William')).toMatchObject({ distance })
  })

  it('never makes a nickname more distant than its edit distance', () => {
    expect(named('Dan', 'Dann')).toMatchObject({ distance: 1 })
    const nicknames = [['jon', 'jonn']]
    expect(recordScore({ name: 'Jon' }, { name: 'Jonn' }, { nicknames }).total).toBe(99)
  })

  it('recognizes nicknames only in names', () => {
    const score = recordScore({ address: 'Bill Lane' }, { address: 'William Lane' })
    expect(score.fields.address).toMatchObject({ distance: 5 })
  })

  it('accepts a table, fields and a penalty from the caller', () => {
    const options = {
      fields: ['given'],
      nameFields: ['given'],
      nicknames: [['Aleksandra', 'Ola']],
      penalty: 4,
    }
    expect(recordScore({ given: 'ola' }, { given: 'aleksandra' }, options)).toEqual({
      total: 96,
      possible: 100,
      fields: { given: { missing: false, points: 96, distance: 1 } },
    })
    expect(() => recordScore(bill, bill, { penalty: 0 })).toThrow(InvalidOption)
    expect(() => recordScore(bill, bill, { penalty: Number.NaN })).toThrow(InvalidOption)
  })

  it('distinguishes a missing field from a mismatch', () => {
    const score = recordScore(bill, { name: bill.name, address: ' ', phone: undefined })
    expect(score).toMatchObject({ total: 100, possible: 100 })
    expect(score.fields.address).toEqual({ missing: true, points: 0 })
    expect(score.fields.phone).toEqual({ missing: true, points: 0 })
  })

  it('is the same from either side', () => {
    const names = [
      'Bill Ray',
      'Ray, William',
      'Will Bob Ray',
      'Robert William',
      'Ted',
      'Edward Theodore',
      'X',
    ]
    for (const one of names) for (const other of names) expect(named(one, other)).toEqual(named(other, one))
  })
})

describe('the nickname table', () => {
  it('has groups of at least two different names in lower case', () => {
    for (const group of NICKNAMES) {
      expect(new Set(group).size).toBe(group.length)
      expect(group.length).toBeGreaterThan(1)
      expect(group.map((name) => name.toLowerCase())).toEqual(group)
    }
  })
})

describe('candidate records', () => {
  it('share a name, an address or a phone', () => {
    const records = [
      bill,
      { name: bill.name, address: 'x', phone: '1' },
      { name: 'y', address: bill.address, phone: '2' },
      { name: 'z', address: 'w', phone: bill.phone },
      { name: 'Bill Ray', address: '12 Elm Street ', phone: '5550101' },
    ]
    expect(listed(recordCandidates(records))).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
    ])
  })

  it('are listed once, however many fields they share, in the order of a, then b', () => {
    const records = [
      { name: 'n', phone: '1' },
      { phone: '2' },
      { name: 'n', phone: '1' },
      { phone: '2', name: 'n' },
    ]
    expect(listed(recordCandidates(records, { fields: ['phone', 'name'] }))).toEqual([
      [0, 2],
      [0, 3],
      [1, 3],
      [2, 3],
    ])
  })

  it('never match on what is missing', () => {
    const records = [{ name: '' }, { name: '' }, { name: ' ' }, { name: ' ' }, {}, {}, { name: undefined }]
    expect(recordCandidates(records).count).toBe(0)
  })

  it('never match across fields', () => {
    expect(recordCandidates([{ name: '1' }, { phone: '1' }]).count).toBe(0)
  })

  it('equal a comparison of all pairs', () => {
    const records = Array.from({ length: 60 }, (_, i) => ({
      name: `n${(i * 7) % 13}`,
      address: i % 3 === 0 ? undefined : `a${(i * i) % 17}`,
      phone: `p${(i * 5) % 23}`,
    }))
    const expected: number[][] = []
    records.forEach((one, a) => {
      records.slice(a + 1).forEach((other, i) => {
        const address = one.address !== undefined && one.address === other.address
        if (one.name === other.name || address || one.phone === other.phone) expected.push([a, a + 1 + i])
      })
    })
    expect(listed(recordCandidates(records))).toEqual(expected)
  })

  it('refuse a list as a value', () => {
    const records = [{ phone: '5' }, { phone: ['5'] as unknown as string }]
    expect(() => recordCandidates(records)).toThrow(InvalidValue)
    expect(() => recordCandidates(records)).toThrow('position 1')
  })
})
