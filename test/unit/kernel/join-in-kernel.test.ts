import { describe, expect, it } from 'vitest'
import { joinInKernel } from '../../../src/kernel/join-in-kernel.js'
import { InvalidOption } from '../../../src/model/errors.js'
import { listPairs } from '../../../src/model/pair.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'

describe('a join in the kernel', () => {
  const few = makeSetCollection([
    [1, 2, 3, 4],
    [5, 6],
    [1, 2, 3],
  ])
  const pairs = [{ a: 0, b: 2, similarity: 0.75 }]

  it('is correct whatever was joined before it, even more than its memory is kept for', () => {
    expect(listPairs(joinInKernel(few, { threshold: 0.7 }))).toEqual(pairs)
    // Each set shares half its elements with the next.
    const [count, size] = [200_000, 20]
    const many = {
      count,
      offsets: Uint32Array.from({ length: count + 1 }, (_, i) => size * i),
      elements: Uint32Array.from({ length: count * size }, (_, i) => i - (size / 2) * Math.floor(i / size)),
    }
    const found = joinInKernel(many, { threshold: 1 / 3 })
    expect(found.count).toBe(count - 1)
    expect(found.a.every((a, i) => a === i && found.b[i] === i + 1)).toBe(true)
    for (let i = 0; i < 2; i++) expect(listPairs(joinInKernel(few, { threshold: 0.7 }))).toEqual(pairs)
  })

  it('refuses what it cannot do', () => {
    expect(() => joinInKernel(few, { threshold: 0 })).toThrow(InvalidOption)
    expect(() => joinInKernel(few, { threshold: 0.5, similarity: 'edit' as never })).toThrow(InvalidOption)
  })
})
