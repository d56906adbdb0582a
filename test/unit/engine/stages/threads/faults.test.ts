import { describe, expect, it } from 'vitest'
import { errorOf, faultOf } from '../../../../../src/engine/stages/threads/faults.js'
import {
  InvalidArtefact,
  LikewiseError,
  MemoryTooSmall,
  TooLarge,
  UnreadableInput,
  UnwritableOutput,
} from '../../../../../src/model/errors.js'

/** As it comes out of another thread. */
function across(error: unknown): Error {
  return errorOf(structuredClone(faultOf(error)))
}

describe('an error of a worker', () => {
  it.each([
    new InvalidArtefact('a block of a run (x.block)', 'its head is damaged', 'run again'),
    new MemoryTooSmall(1e6, 2e8, 1e5),
    new TooLarge('a set', 5, 4, 'give less'),
    new UnreadableInput('in.jsonl', 'it grew while it was read', 'leave it alone, and run again'),
    new UnwritableOutput('x.block', 'no space is left on its disk', 'free some'),
  ])('is of its class in the main thread, with its data: $name', (error) => {
    const got = across(error)
    expect(got).toBeInstanceOf(LikewiseError)
    expect(got).toBeInstanceOf(error.constructor)
    expect(got.message).toBe(error.message)
    expect(got.name).toBe(error.name)
    expect(got.stack).toBe(error.stack)
    expect({ ...got }).toEqual({ ...error })
  })

  it('of no class of ours stays an error with its message and its stack', () => {
    const error = new RangeError('out of memory')
    expect(across(error)).not.toBeInstanceOf(LikewiseError)
    expect(across(error).message).toBe('out of memory')
    expect(across(error).stack).toBe(error.stack)
    expect(across('a text').message).toBe('a text')
  })
})
