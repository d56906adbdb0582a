import { describe, expect, it } from 'vitest'
import { hasWords, makeColumn } from '../../../../src/apps/entities/column.js'
import { RecordComparer } from '../../../../src/apps/entities/compare-records.js'
import type { FieldKind } from '../../../../src/apps/entities/kind.js'
import { NICKNAMES, NicknameTable, parseNicknames } from '../../../../src/apps/entities/nicknames.js'
import { makeVocabulary } from '../../../../src/apps/entities/vocabulary.js'

/** Compares the first two of some values; the others make words frequent. */
function compared(kind: FieldKind, one: string, other: string, ...more: string[]) {
  const comparison = comparerOf([[kind, [one, other, ...more]]]).compare(0, 1)[0]
  if (comparison === undefined) return undefined
  return { ...comparison, points: Math.round(comparison.points) }
}

function comparerOf(fields: readonly (readonly [FieldKind, readonly (string | undefined)[]])[]) {
  const columns = fields.map(([kind, texts], i) => makeColumn(`f${i}`, kind, texts))
  const vocabularies = columns.map((column) => (hasWords(column.kind) ? makeVocabulary(column) : undefined))
  return new RecordComparer(columns, vocabularies, NicknameTable.of(NICKNAMES))
}

describe('the points of a field', () => {
  it('are 100 for equal values, whatever their case and accents', () => {
    expect(compared('name', 'José Díaz', 'JOSE DIAZ')).toEqual({ points: 100, distance: 0, softenings: [] })
  })

  it('fall with the square of the edit distance, to 0 at the mean length', () => {
    // distances 2 and 4 of a mean length of 10: 100 · (1 − 0.04), 100 · (1 − 0.16)
    expect(compared('code', '1234567890', '1234567899')?.points).toBe(96)
    expect(compared('code', '1234567890', '1234567788')?.points).toBe(84)
    expect(compared('code', '12345', '67890')).toMatchObject({ points: 0, softenings: [] })
  })

  it('fall only slightly for nicknames, initials, abbreviations, word order and missing words', () => {
    expect(compared('name', 'William Ray', 'Bill Ray')).toMatchObject({ softenings: ['nickname'] })
    expect(compared('name', 'W. Ray', 'William Ray')).toMatchObject({ softenings: ['initial'] })
    expect(compared('text', 'proc. of colt', 'proceedings of colt')).toMatchObject({
      softenings: ['abbreviation'],
    })
    expect(compared('name', 'Ray, William', 'William Ray')).toMatchObject({ softenings: ['word order'] })
    expect(compared('text', 'fenix', 'fenix at the argyle')).toMatchObject({ softenings: ['more words'] })
    for (const other of ['Bill Ray', 'W. Ray', 'Ray, William']) {
      expect(compared('name', 'William Ray', other)!.points).toBeGreaterThan(90)
    }
  })

  it('use nicknames only for names', () => {
    expect(compared('address', 'bill lane', 'william lane')!.points).toBeLessThan(80)
  })

  it('do not treat different numbers as equal', () => {
    expect(compared('text', 'camera 350', 'camera 351')!.points).toBeLessThan(
      compared('text', 'camera aab', 'camera aac')!.points,
    )
  })

  it('tolerate a missing blank', () => {
    expect(compared('address', 'pridham street', 'pridhamstreet')!.points).toBeGreaterThanOrEqual(99)
  })

  it('count rare words more than frequent ones', () => {
    const others = Array.from({ length: 50 }, (_, i) => `sony set ${'abcdefghij'[i % 10]}x${i}`)
    const rare = compared('text', 'sony walkman', 'acme walkman', ...others)!.points
    const frequent = compared('text', 'sony walkman', 'sony bravia', ...others)!.points
    expect(rare).toBeGreaterThan(frequent)
  })

  it('of long texts depend on the words that both have', () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${String.fromCharCode(97 + (i % 26))}${i}`)
    const text = words.join(' ')
    expect(compared('text', text, words.toReversed().join(' '))!.points).toBe(100)
    expect(compared('text', text, words.slice(0, 30).join(' '))!.softenings).toEqual(['more words'])
    expect(compared('text', text, words.map((word) => `${word}x`).join(' '))!.points).toBe(0)
  })

  it('of amounts depend on their relative difference', () => {
    expect(compared('amount', '100.00', '99.90')!.points).toBe(100)
    expect(compared('amount', '100', '110')!.points).toBeGreaterThan(80)
    expect(compared('amount', '100', '300')!.points).toBe(0)
  })

  it('are missing, but not a mismatch, if a value is missing', () => {
    const comparer = comparerOf([['name', ['Ann', undefined]]])
    expect(comparer.compare(0, 1)).toEqual([undefined])
  })
})

describe('two fields', () => {
  const given = ['anna', 'berta', 'clara', 'doris', 'becker', 'eva']
  const family = ['becker', 'clara', 'huber', 'meier', 'anna', 'vogt']

  it('can be swapped if they have values in common', () => {
    const [first, last] = comparerOf([
      ['name', given],
      ['name', family],
    ]).compare(0, 4)
    expect([first, last]).toEqual(Array(2).fill({ points: 90, distance: 2, softenings: ['swapped'] }))
  })

  it('are not swapped if they agree', () => {
    const comparer = comparerOf([
      ['name', ['anna', 'anna', 'becker']],
      ['name', ['becker', 'becker', 'anna']],
    ])
    expect(comparer.compare(0, 1).map((comparison) => comparison?.points)).toEqual([100, 100])
  })
})

describe('a table of nicknames', () => {
  it('is read from lines, with comments', () => {
    expect(parseNicknames('William, bill;Will\n# no\nrobert\tbob\nalone\n')).toEqual([
      ['william', 'bill', 'will'],
      ['robert', 'bob'],
    ])
  })
})
