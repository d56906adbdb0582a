import { expect, it } from 'vitest'
import { bucketKey, entryOrder } from '../../../../src/store/lmdb/entry-order.js'
import fc from '../../../property.js'

const buckets = fc
  .tuple(fc.constantFrom('a', 'b', 'c', 'm'), fc.array(fc.nat(255), { maxLength: 9 }))
  .map(([kind, bytes]) => kind + String.fromCharCode(...bytes))

it('has every entry once, in the order of the keys as far as their first bytes say', () => {
  fc.assert(
    fc.property(fc.array(buckets, { maxLength: 300 }), (names) => {
      const entries = names.map((bucket, i) => [bucket, String(i)] as const)
      const order = [...entryOrder(entries)]
      expect([...order].sort((one, other) => one - other)).toEqual(names.map((_, i) => i))
      // The length of the name and its first bytes; the last bits of the eight bytes are those of the number.
      const keys = order.map((i) => bucketKey('', names[i]!).slice(1, 6))
      expect(keys).toEqual([...keys].sort())
    }),
  )
})
