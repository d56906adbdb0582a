import { expect, it } from 'vitest'
import { makeWriter } from '../../../../../src/engine/stages/prefixes/prefix-keys.js'
import { ELEMENT_WORDS } from '../../../../../src/kernel/wasm-prefix-writer.js'
import { makeSetCollection } from '../../../../../src/model/set-collection.js'

/** Lines that are not blank have a byte and a newline at least, bad ones too. */
const MAX_RECORDS = 2 ** 22
const NONE = new Uint32Array(0)

it('distinguishes the records of a unit, however many there are', () => {
  const writer = makeWriter({ similarity: 'jaccard', threshold: 0.8, frequent: NONE, hasBits: false })
  const count = MAX_RECORDS - 2
  writer.add({ count, offsets: new Uint32Array(count + 1), elements: new Uint32Array(0) })
  writer.add(makeSetCollection([[5], [69, 5]]))
  const found: number[][] = []
  for (const words of writer.runs().flat()) {
    for (let i = 0; i < words.length; i += ELEMENT_WORDS)
      found.push([words[i + 1]! >>> 10, words[i]!, words[i + 1]! & 1023])
  }
  expect(found).toEqual([
    [MAX_RECORDS - 2, 5, 0],
    [MAX_RECORDS - 1, 5, 0],
  ])
})

it('lists a set under a prefix of the same length whenever it comes, also a large one', () => {
  const writer = makeWriter({ similarity: 'jaccard', threshold: 0.8, frequent: NONE, hasBits: false })
  const sizes = [10, 5000, 1, 10, 5000]
  writer.add(makeSetCollection(sizes.map((size) => Array.from({ length: size }, (_, i) => i))))
  const lengths = sizes.map(() => 0)
  for (const words of writer.runs().flat())
    for (let i = 1; i < words.length; i += ELEMENT_WORDS) lengths[words[i]! >>> 10]!++
  expect(lengths).toEqual([3, 1001, 1, 3, 1001])
})

it('can be used for another unit', () => {
  const request = { similarity: 'jaccard', threshold: 0.8, frequent: NONE, hasBits: true } as const
  const units = [
    [[1, 2, 3, 4, 5], [], [70, 80, 90]],
    [
      [4, 5, 6],
      [1, 9],
    ],
  ].map(makeSetCollection)
  const reused = makeWriter(request)
  for (const unit of units) {
    const fresh = makeWriter(request)
    reused.reset()
    for (const writer of [fresh, reused]) writer.add(unit)
    expect(reused.runs()).toEqual(fresh.runs())
    expect(reused.bits()).toEqual(fresh.bits())
    expect(reused.bits().some((word) => word !== 0)).toBe(true)
  }
})
