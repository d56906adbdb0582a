import { expect, it } from 'vitest'
import { sizeClasses } from '../../../../src/join/fast/size-bounds.js'
import fc from '../../../property.js'

it('the classes of ascending sizes are the distinct sizes and where each begins', () => {
  const sizes = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 70 })), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(sizes, (runs) => {
      const rising = Uint32Array.from(runs.flatMap(([size, times]) => Array<number>(times).fill(size))).sort()
      const distinct = [...new Set(rising)]
      const { count, sizes, starts } = sizeClasses(rising)
      expect(count).toBe(distinct.length)
      expect([...sizes]).toEqual(distinct)
      expect([...starts]).toEqual([...distinct.map((size) => rising.indexOf(size)), rising.length])
    }),
  )
})
