import { afterEach, describe, expect, it } from 'vitest'
import {
  dropReused,
  ReusedRoom,
  reusedNumbers,
  reusedWords,
} from '../../../../../src/engine/stages/threads/reused-arrays.js'

afterEach(dropReused)

describe('arrays that are used again', () => {
  it('are the same memory under one name, as long as it is enough', () => {
    const first = reusedWords('one', 100)
    expect(reusedWords('one', 50).buffer).toBe(first.buffer)
    expect(reusedNumbers('one', 50).buffer).toBe(first.buffer)
    expect(reusedWords('other', 50).buffer).not.toBe(first.buffer)
    const larger = reusedWords('one', 101)
    expect([larger.length, larger.buffer === first.buffer]).toEqual([101, false])
  })

  it('are gone once they are dropped', () => {
    const first = reusedWords('one', 100)
    dropReused()
    expect(reusedWords('one', 100).buffer).not.toBe(first.buffer)
  })

  it('have room for pieces that do not overlap, each from a multiple of eight on', () => {
    const room = new ReusedRoom('room', 32)
    const pieces = [room.ofSize(5), room.ofSize(8), room.ofSize(16)]
    expect(pieces.map(({ byteOffset, length }) => [byteOffset, length])).toEqual([
      [0, 5],
      [8, 8],
      [16, 16],
    ])
  })
})
