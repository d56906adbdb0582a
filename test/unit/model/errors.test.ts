import { describe, expect, it } from 'vitest'
import {
  BadRecord,
  DuplicateId,
  EmptySet,
  InvalidArtifact,
  InvalidOption,
  InvalidValue,
  LengthMismatch,
  LikewiseError,
  SignatureMismatch,
  TooLarge,
  UnreadableInput,
  ZeroVector,
} from '../../../src/model/errors.js'

const CASES: readonly {
  error: LikewiseError
  name: string
  code: string
  data: Record<string, unknown>
  names: string[]
}[] = [
  {
    error: new InvalidOption('threshold', 2, 'a number above 0 and at most 1'),
    name: 'InvalidOption',
    code: 'invalid-option',
    data: { option: 'threshold', value: 2 },
    names: ['threshold', '2', 'above 0'],
  },
  {
    error: new LengthMismatch('vectors', 3, 4),
    name: 'LengthMismatch',
    code: 'length-mismatch',
    data: { expected: 3, got: 4 },
    names: ['vectors', '3', '4'],
  },
  {
    error: new InvalidValue('a component', Number.NaN, 7, 'finite numbers'),
    name: 'InvalidValue',
    code: 'invalid-value',
    data: { value: Number.NaN, position: 7 },
    names: ['a component', 'NaN', 'position 7', 'finite numbers'],
  },
  { error: new ZeroVector(), name: 'ZeroVector', code: 'zero-vector', data: {}, names: ['direction'] },
  { error: new EmptySet('the median'), name: 'EmptySet', code: 'empty-set', data: {}, names: ['the median'] },
  {
    error: new TooLarge('pairs', 11, 10, 'give fewer'),
    name: 'TooLarge',
    code: 'too-large',
    data: { size: 11, limit: 10 },
    names: ['pairs', '11', '10', 'give fewer'],
  },
  {
    error: new SignatureMismatch('seed', 1, 2),
    name: 'SignatureMismatch',
    code: 'signature-mismatch',
    data: { field: 'seed', expected: 1, got: 2 },
    names: ['seed', 'expected 1', 'got 2'],
  },
  {
    error: new InvalidArtifact('likewise signatures, version 1', 'its version is 9'),
    name: 'InvalidArtifact',
    code: 'invalid-artifact',
    data: { format: 'likewise signatures, version 1' },
    names: ['likewise signatures', 'its version is 9'],
  },
  {
    error: new DuplicateId('x', 0, 5),
    name: 'DuplicateId',
    code: 'duplicate-id',
    data: { id: 'x', first: 0, second: 5 },
    names: ['"x"', '0', '5'],
  },
  {
    error: new BadRecord('news.jsonl', 12, 'it has no text'),
    name: 'BadRecord',
    code: 'bad-record',
    data: { file: 'news.jsonl', line: 12, problem: 'it has no text' },
    names: ['news.jsonl', 'line 12', 'it has no text'],
  },
  {
    error: new UnreadableInput('news.csv', 'it is empty', 'give a file with a header'),
    name: 'UnreadableInput',
    code: 'unreadable-input',
    data: { file: 'news.csv', problem: 'it is empty' },
    names: ['news.csv', 'it is empty', 'give a file with a header'],
  },
]

describe('every error', () => {
  for (const { error, name, code, data, names } of CASES) {
    it(`${name} carries its code, its data and a hint, and its message names them`, () => {
      expect(error).toBeInstanceOf(LikewiseError)
      expect(error).toBeInstanceOf(Error)
      expect(error.name).toBe(name)
      expect(error.code).toBe(code)
      expect(error).toMatchObject(data)
      expect(error.hint).not.toBe('')
      expect(error.message.endsWith(`; ${error.hint}`)).toBe(true)
      for (const part of names) expect(error.message).toContain(part)
    })
  }

  it('has its own code', () => {
    expect(new Set(CASES.map(({ code }) => code)).size).toBe(CASES.length)
  })
})

describe('a message shows the value', () => {
  const shown = (value: unknown) => new InvalidOption('x', value, 'y').message

  it('in quotes if it is a text, cut if that is long', () => {
    expect(shown('0.8')).toBe('invalid x: "0.8"; expected y')
    expect(shown('a'.repeat(60))).toContain(`"${'a'.repeat(60)}"`)
    expect(shown('a'.repeat(61))).toContain(`"${'a'.repeat(60)}…"`)
  })

  it('by its kind if it is a list or an object', () => {
    expect(shown([1])).toBe('invalid x: a list; expected y')
    expect(shown({})).toBe('invalid x: an object; expected y')
  })

  it('as it is otherwise', () => {
    expect([Number.NaN, -1, null, undefined, true, 5n].map(shown)).toEqual(
      ['NaN', '-1', 'null', 'undefined', 'true', '5'].map((value) => `invalid x: ${value}; expected y`),
    )
  })

  it('without a position if there is none', () => {
    expect(new InvalidValue('a policy', 3, undefined, 'another').message).toBe(
      'a policy is 3; expected another',
    )
  })
})
