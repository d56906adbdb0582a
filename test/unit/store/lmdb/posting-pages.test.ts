import { expect, it } from 'vitest'
import { BANDS, SHINGLES } from '../../../../src/store/keys.js'
import type { LmdbTable } from '../../../../src/store/lmdb/lmdb-types.js'
import { PostingPages } from '../../../../src/store/lmdb/node-posting-pages.js'
import { byPage, type Postings } from '../../../../src/store/postings.js'
import fc from '../../../property.js'

/** A table in memory, whose fast reads overwrite each other as those of LMDB do. */
function memoryTable(): LmdbTable & { readonly values: Map<string, Uint8Array> } {
  const values = new Map<string, Uint8Array>()
  const shared = Buffer.alloc(2 ** 20)
  const copy = (value: Uint8Array | undefined) => (value === undefined ? undefined : Buffer.from(value))
  return {
    values,
    get: (key) => copy(values.get(key)),
    getBinaryFast(key) {
      const value = values.get(key)
      if (value === undefined) return undefined
      shared.set(value)
      return shared.subarray(0, value.length)
    },
    doesExist: (key) => values.has(key),
    putSync: (key, value) => values.set(key, Uint8Array.from(value)) !== undefined,
    removeSync: (key) => values.delete(key),
    getKeys: () => [],
  }
}

const memberOf = (number: number) => {
  const hash = Math.imul(number + 1, 0x9e3779b1) >>> 0
  return String.fromCharCode(hash & 255, (hash >>> 8) & 255, (hash >>> 16) & 255, hash >>> 24).padEnd(12, 'm')
}

it('pages find what a plain map has, also where very many contents share a key', () => {
  const keys = [0x00010000, 0x00010001, 0x0001ffff, 0x7fff0000]
  const step = fc.record({
    isErased: fc.boolean(),
    from: fc.nat(1500),
    count: fc.nat(700),
    key: fc.constantFrom(...keys),
  })
  fc.assert(
    fc.property(fc.constantFrom(BANDS, SHINGLES), fc.array(step, { maxLength: 12 }), (table, steps) => {
      const stored = memoryTable()
      const pages = new PostingPages(stored)
      const expected = new Map(keys.map((key) => [key, new Set<string>()]))
      const wordsOf = (key: number) => (table === BANDS ? Uint32Array.of(key, 5) : Uint32Array.of(key))
      for (const { isErased, from, count, key } of steps) {
        const members = expected.get(key)!
        const changed: Postings[] = []
        for (let number = from; number < from + count; number++) {
          const member = memberOf(number).padEnd(table.memberBytes, 's')
          if (members.has(member) !== isErased) continue
          if (isErased) members.delete(member)
          else members.add(member)
          changed.push({ table, keys: wordsOf(key), member })
        }
        for (const page of byPage(table, changed)) pages[isErased ? 'erase' : 'insert']('', table, page)
      }
      const all = Uint32Array.from(keys.flatMap((key) => [...wordsOf(key)]))
      const found = pages.find('', table, all, Number.POSITIVE_INFINITY)
      expect(found.map((members) => [...members].sort())).toEqual(
        keys.map((key) => [...expected.get(key)!].sort()),
      )
      expect(pages.find('', table, all, 3).map(({ length }) => length)).toEqual(
        keys.map((key) => Math.min(3, expected.get(key)!.size)),
      )
      if ([...expected.values()].every(({ size }) => size === 0)) expect(stored.values.size).toBe(0)
      for (const value of stored.values.values()) expect(value.length).toBeLessThan(3 * 4080)
    }),
    { numRuns: 60 },
  )
})
