import { expect, it } from 'vitest'
import {
  areBitsTelling,
  BIT_WORDS,
  differInMore,
} from '../../../../../src/engine/stages/prefixes/difference-bits.js'
import { makeWriter } from '../../../../../src/engine/stages/prefixes/prefix-keys.js'
import { Random } from '../../../../../src/hash/random.js'
import { collectSortedSets, sortedSet } from '../../../../../src/model/set-collection.js'

const writer = makeWriter({
  similarity: 'jaccard',
  threshold: 0.8,
  frequent: new Uint32Array(0),
  hasBits: true,
})

function bitsOf(sets: readonly Uint32Array[]): Uint32Array {
  writer.reset()
  writer.add(collectSortedSets(sets))
  return writer.bits().slice()
}

/** Two sets of 200 elements that differ in this many. */
function setsThatDifferIn(different: number, random: Random): [Uint32Array, Uint32Array] {
  const shared = Array.from({ length: 200 - different / 2 }, () => random.bits())
  const own = () => Array.from({ length: different / 2 }, () => random.bits())
  return [sortedSet([...shared, ...own()]), sortedSet([...shared, ...own()])]
}

it('never takes two sets for more different than they are', () => {
  const random = new Random(1)
  for (let different = 0; different <= 100; different += 2) {
    for (let i = 0; i < 50; i++)
      expect(differInMore(bitsOf(setsThatDifferIn(different, random)), 0, BIT_WORDS, different)).toBe(false)
  }
})

it('rules out most pairs that differ in twice as much as allowed', () => {
  const random = new Random(2)
  const pairs = Array.from({ length: 500 }, () => bitsOf(setsThatDifferIn(88, random)))
  // 62 of the 256 bits are expected to differ, with a standard deviation of at most 7.
  expect(pairs.filter((bits) => differInMore(bits, 0, BIT_WORDS, 44)).length).toBeGreaterThan(480)
})

it('gives up on sets that may differ in most bits', () => {
  const bits = bitsOf(setsThatDifferIn(200, new Random(3)))
  expect(differInMore(bits, 0, BIT_WORDS, 101)).toBe(false)
  expect(areBitsTelling(200, 178)).toBe(true)
  expect(areBitsTelling(2000, 1778)).toBe(false)
  expect(areBitsTelling(20, 18)).toBe(false)
})
