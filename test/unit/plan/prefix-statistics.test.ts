import { describe, expect, it } from 'vitest'
import { overlapOfSorted } from '../../../src/distance/sorted-sets.js'
import { Random } from '../../../src/hash/random.js'
import { prefixLength } from '../../../src/join/bounds.js'
import { frequentElements, PrefixOrder } from '../../../src/join/prefix-order.js'
import { makeSetCollection, setAt } from '../../../src/model/set-collection.js'
import { prefixStatistics } from '../../../src/plan/prefix-statistics.js'
import { countSample } from '../../../src/plan/sample.js'

const THRESHOLD = 0.7

/** Sets of 20 to 40 of a vocabulary in which small numbers are frequent, a third of them edited copies. */
function makeSets(count: number, vocabulary: number, seed: number) {
  const random = new Random(seed)
  const draw = () => Math.floor(vocabulary * random.unit() ** 3)
  const sets: number[][] = []
  for (let i = 0; i < count; i++) {
    const kept = i % 3 === 2 ? sets[random.below(i)]!.slice(0, 25) : []
    sets.push([
      ...new Set([...kept, ...Array.from({ length: 20 + random.below(20) - kept.length / 2 }, draw)]),
    ])
  }
  return makeSetCollection(sets)
}

/** Every two sets, asked one by one. */
function meetAll(sets: ReturnType<typeof makeSets>) {
  const order = new PrefixOrder(frequentElements(sets))
  const prefixes = Array.from({ length: sets.count }, (_, i) => {
    const set = setAt(sets, i)
    const prefix = new Uint32Array(prefixLength(set.length, THRESHOLD))
    order.writePrefix(set, prefix.length, prefix)
    return { size: set.length, prefix: [...prefix] }
  })
  let [postingPairs, candidates] = [0, 0]
  prefixes.forEach((one, i) => {
    for (const other of prefixes.slice(i + 1)) {
      const required = (THRESHOLD / (1 + THRESHOLD)) * (one.size + other.size)
      const shared = one.prefix.filter((element) => other.prefix.includes(element))
      postingPairs += shared.length
      const isCandidate = shared.some(
        (element) =>
          one.size - one.prefix.indexOf(element) >= required &&
          other.size - other.prefix.indexOf(element) >= required,
      )
      if (isCandidate) candidates++
    }
  })
  return { postingPairs, candidates }
}

describe('prefixStatistics', () => {
  it('counts which documents meet, if all were examined', () => {
    const sets = makeSets(200, 20_000, 1)
    const { distinct } = countSample({ sets, bytes: 0, totalBlocks: sets.count })
    const { postingPairs, candidates } = prefixStatistics(distinct, THRESHOLD)
    const all = meetAll(sets)
    expect(all.candidates).toBeGreaterThan(20)
    expect(postingPairs).toBeCloseTo(all.postingPairs, 6)
    expect(candidates).toBeCloseTo(all.candidates, 6)
  })

  it('estimates from a part of many meetings', () => {
    const sets = makeSets(800, 200, 2)
    const { distinct } = countSample({ sets, bytes: 0, totalBlocks: sets.count })
    const { postingPairs, candidates, sampledPairs: seen } = prefixStatistics(distinct, THRESHOLD)
    const all = meetAll(sets)
    expect(all.postingPairs).toBeGreaterThan(100_000)
    expect(postingPairs / all.postingPairs).toBeCloseTo(1, 1)
    // A pair seen has a weight of at most 1, so five standard deviations are at most 5 / √seen.
    expect(Math.abs(candidates / all.candidates - 1)).toBeLessThan(5 / Math.sqrt(seen))
  })

  it('expects only similar pairs of documents that are joined because very many share an element', () => {
    // Each set lacks two of 24 elements, and has one of its own. Pairs that lack a common one have 21 in common, as many as they need.
    const random = new Random(5)
    const lacking = Array.from({ length: 1300 }, () => [random.below(24), random.below(24)])
    const sets = makeSetCollection(
      lacking.map((some, i) => [
        ...Array.from({ length: 24 }, (_, element) => element).filter((element) => !some.includes(element)),
        100 + i,
      ]),
    )
    const { distinct } = countSample({ sets, bytes: 0, totalBlocks: sets.count })
    const { candidates, pairs } = prefixStatistics(distinct, 0.84)
    let similar = 0
    for (let i = 0; i < sets.count; i++) {
      for (let j = 0; j < i; j++) {
        const [one, other] = [setAt(sets, i), setAt(sets, j)]
        const overlap = overlapOfSorted(one, other)
        if (overlap >= 0.84 * (one.length + other.length - overlap)) similar++
      }
    }
    expect(candidates / similar).toBeGreaterThan(0.8)
    expect(candidates / similar).toBeLessThan(1.25)
    expect(pairs / similar).toBeGreaterThan(0.8)
    expect(pairs / similar).toBeLessThan(1.25)
    expect(pairs).toBeLessThanOrEqual(candidates)
  })

  it('says nothing about an empty collection', () => {
    const { distinct } = countSample({ sets: makeSetCollection([]), bytes: 0, totalBlocks: 0 })
    expect(prefixStatistics(distinct, 0.8)).toEqual({
      threshold: 0.8,
      meanLength: 0,
      postingPairs: 0,
      candidates: 0,
      pairs: 0,
      sampledPairs: 0,
      documents: 0,
    })
  })
})
