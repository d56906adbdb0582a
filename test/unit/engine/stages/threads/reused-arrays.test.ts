import { beforeEach, describe, expect, it } from 'vitest'
import { ReusedArrays } from '../../../../../src/engine/stages/threads/reused-arrays.js'

let arrays: ReusedArrays
beforeEach(() => {
  arrays = new ReusedArrays()
})

describe('arrays that are used again', () => {
  it('are the same memory under one name, as long as it is enough', () => {
    const first = arrays.words('one', 100)
    expect(arrays.words('one', 50).buffer).toBe(first.buffer)
    expect(arrays.words('other', 50).buffer).not.toBe(first.buffer)
    const larger = arrays.words('one', 101)
    expect([larger.length, larger.buffer === first.buffer]).toEqual([101, false])
  })

  it('are freed once they are dropped', () => {
    const first = arrays.words('one', 100)
    arrays.drop()
    expect(arrays.words('one', 100).buffer).not.toBe(first.buffer)
  })

  it('have room for pieces that do not overlap, each starting at a multiple of eight', () => {
    const room = arrays.reserve('room', 32)
    const pieces = [room.ofSize(5), room.ofSize(8), room.ofSize(16)]
    expect(pieces.map(({ byteOffset, length }) => [byteOffset, length])).toEqual([
      [0, 5],
      [8, 8],
      [16, 16],
    ])
  })
})
