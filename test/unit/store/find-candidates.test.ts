import { describe, expect, it } from 'vitest'
import { visitSets } from '../../../src/store/find-candidates.js'
import { contentRecord } from '../../../src/store/keys.js'
import { packSet } from '../../../src/store/set-bytes.js'
import type { Reads } from '../../../src/store/storage.js'

const KEYS = Array.from({ length: 3000 }, (_, i) => `key ${i}`)
const REMOVED = new Set(['key 5', 'key 2999'])
const numberOf = new Map(KEYS.map((key, i) => [contentRecord(key), i]))

/** A storage of these contents, and how many records were read at a time. */
function storage() {
  const read: number[] = []
  const records = async (_: string, names: readonly string[]) => {
    read.push(names.length)
    return names.map((name) => {
      const number = numberOf.get(name)!
      return REMOVED.has(KEYS[number]!) ? undefined : packSet(Uint32Array.of(number, 100_000 + number))
    })
  }
  return { read, reads: { records } as unknown as Reads }
}

const own = [KEYS, KEYS.slice(0, 10), KEYS.slice(1500, 2700), []].map((keys) => ({ keys: new Set(keys) }))

describe('the sets of candidates', () => {
  it.each([
    ['of several contents', own],
    ['of one content', own.slice(0, 1)],
    ['of contents without any', own.slice(3)],
  ])('are read some at a time, and each is compared once, %s', async (_, candidates) => {
    const { read, reads } = storage()
    const found = candidates.map((): string[] => [])
    await visitSets(reads, '', candidates, (index, key, set) => {
      found[index]!.push(key)
      expect([...set]).toEqual([
        numberOf.get(contentRecord(key)),
        100_000 + numberOf.get(contentRecord(key))!,
      ])
    })
    expect(Math.max(0, ...read)).toBeLessThanOrEqual(1024)
    candidates.forEach(({ keys }, index) => {
      expect(found[index]!.sort()).toEqual([...keys].filter((key) => !REMOVED.has(key)).sort())
    })
  })
})
