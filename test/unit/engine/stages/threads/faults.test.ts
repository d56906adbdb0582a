import { describe, expect, it } from 'vitest'
import { errorOf, faultOf } from '../../../../../src/engine/stages/threads/faults.js'
import * as errors from '../../../../../src/model/errors.js'

const { LikewiseError } = errors

/** As it comes out of another thread. */
function across(error: unknown): Error {
  return errorOf(structuredClone(faultOf(error)))
}

/** Arguments for each class; one that is new fails to compile until it has some. */
const ARGUMENTS: {
  readonly [Name in Exclude<keyof typeof errors, 'LikewiseError'>]: ConstructorParameters<
    (typeof errors)[Name]
  >
} = {
  AllSkipped: [[new errors.BadRecord('in.jsonl', 3, 'no field "text"')]],
  BadRecord: ['in.jsonl', 3, 'no field "text"'],
  DuplicateId: ['x', 1, 2],
  EmptySet: ['the similarity'],
  IndexInUse: ['index', 77],
  IndexMismatch: ['index', [{ what: 'slots', stored: 64, current: 128 }]],
  InvalidArtifact: ['a block of a run (x.block)', 'its head is damaged', 'run again'],
  InvalidOption: ['threshold', 2, 'a number from 0 to 1'],
  InvalidValue: ['a vector', Number.NaN, 4, 'numbers'],
  LengthMismatch: ['two vectors', 3, 4],
  MemoryTooSmall: [1e6, 2e8, 1e5],
  MissingPackage: ['lmdb', 'an index in a folder'],
  RunInUse: ['run', 77],
  RunMismatch: ['run', [{ what: 'plan threshold', stored: 0.8, current: 0.7 }]],
  SignatureMismatch: ['slots', 64, 128],
  SparkFailed: ['no-java', 'Java is missing', 'install Java 17'],
  TooLarge: ['a set', 5, 4, 'give less'],
  UnreadableInput: ['in.jsonl', 'it grew while it was read', 'do not change it during a run, and run again'],
  UnwritableOutput: ['x.block', 'no space left on the disk', 'free some'],
  ZeroVector: [],
}

const CLASSES = Object.entries(errors).filter(([name]) => name !== 'LikewiseError')

describe('an error of a worker', () => {
  it.each(CLASSES)('keeps its class and its data in the main thread: %s', (name, thrown) => {
    const make = thrown as unknown as new (...args: unknown[]) => errors.LikewiseError
    const error = new make(...ARGUMENTS[name as keyof typeof ARGUMENTS])
    const got = across(error)
    expect(got).toBeInstanceOf(LikewiseError)
    expect(got).toBeInstanceOf(make)
    expect(got.message).toBe(error.message)
    expect(got.name).toBe(error.name)
    expect(got.stack).toBe(error.stack)
    expect({ ...got }).toEqual({ ...error })
  })

  it('of another class stays an error with its message and its stack', () => {
    const error = new RangeError('out of memory')
    expect(across(error)).not.toBeInstanceOf(LikewiseError)
    expect(across(error).message).toBe('out of memory')
    expect(across(error).stack).toBe(error.stack)
    expect(across('a text').message).toBe('a text')
  })
})
