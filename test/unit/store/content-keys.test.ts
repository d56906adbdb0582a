import { expect, it, vi } from 'vitest'
import { byteStringOf } from '../../../src/store/byte-strings.js'
import { ContentKeys } from '../../../src/store/content-keys.js'
import fc from '../../property.js'

it('content keys are listed once each, in the order of their bytes', () => {
  const key = fc.uint8Array({ minLength: 12, maxLength: 12 }).map(byteStringOf)
  fc.assert(
    fc.property(fc.array(key), (keys) => {
      const found = new ContentKeys()
      for (const each of [...keys, ...keys]) found.add(each)
      expect([...found.sorted()]).toEqual([...new Set(keys)].sort())
    }),
  )
})

it('no Set holds more than a small share of them, because its size is limited', () => {
  const sizes = new Map<Set<unknown>, number>()
  const add = vi.spyOn(Set.prototype, 'add').mockImplementation(function (this: Set<unknown>) {
    sizes.set(this, (sizes.get(this) ?? 0) + 1)
    return this
  })
  try {
    const found = new ContentKeys()
    for (let i = 0; i < 2 ** 14; i++) {
      const hash = Math.imul(i, 0x9e3779b1)
      found.add(String.fromCharCode(hash >>> 24, (hash >>> 16) & 255, (hash >>> 8) & 255, hash & 255))
    }
  } finally {
    add.mockRestore()
  }
  expect(sizes.size).toBe(256)
  expect(Math.max(...sizes.values())).toBeLessThan(128)
})
