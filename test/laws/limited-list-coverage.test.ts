// The interval of an audit against the exact recall of a list that leaves out pairs of large groups: the listed pairs of such a group
// are those of a few hubs.

import { makeSetCollection, type PairBatch, type SetCollection, verifyCandidates } from 'likewise/join'
import { auditPairs } from 'likewise/plan'
import { chooseBands, findCandidates, makeSketcher, sketchCollection } from 'likewise/sketch'
import { Random } from 'likewise/text'
import { joinByPosition } from 'likewise/textbook'
import { describe, expect, it } from 'vitest'
import { candidateProbability } from '../../src/band/s-curve.js'
import { listPairsWithin } from '../../src/engine/list-pairs.js'
import { PairBuilder } from '../../src/model/pair.js'
import { cases } from '../depth.js'
import { binomialMargin } from './binomial.js'

const THRESHOLD = 0.7
const LIMIT = 100
const SAMPLED = 150
const SEEDS = cases(40)

/** Sizes of groups, and how many elements of 40 a member replaces at most: with 14 many pairs of a group are below the threshold. */
const CORPORA = {
  'one template': { sizes: [900], replaced: 6 },
  'one template with slots': { sizes: [900], replaced: 14 },
  'groups on both sides of the limit': { sizes: [60, 80, 95, 99, 101, 105, 120, 150], replaced: 6 },
  'a rare large group among pairs': { sizes: [130, ...new Array(400).fill(2)], replaced: 4 },
  'groups of many sizes': { sizes: [400, 200, 130, 80, 50, 30, 20, 15, 10, 10, 5, 5, 5, 3, 3], replaced: 9 },
} as const

function makeCorpus(
  { sizes, replaced }: { sizes: readonly number[]; replaced: number },
  random: Random,
): SetCollection {
  const sets = sizes.flatMap((size) => {
    const base = Array.from({ length: 40 }, () => random.bits())
    return Array.from({ length: size }, () => {
      const copy = base.slice()
      for (let edits = random.below(replaced + 1); edits > 0; edits--) copy[random.below(40)] = random.bits()
      return copy
    })
  })
  while (sets.length < 1000) sets.push(Array.from({ length: 40 }, () => random.bits()))
  return makeSetCollection(sets)
}

function list(pairs: PairBatch, count: number) {
  const listed = new PairBuilder()
  const copies = { counts: new Uint32Array(count).fill(1), of: (number: number) => [number] }
  const { omitted } = listPairsWithin(
    copies,
    () => [pairs],
    { maxGroup: LIMIT },
    (one, other, similarity) => listed.add(Math.min(one, other), Math.max(one, other), similarity),
  )
  return { pairs: listed.pairs(), omitted }
}

describe('the 95 % interval of listed pairs covers the exact share in as many audits as it says', () => {
  for (const [name, corpus] of Object.entries(CORPORA)) {
    const collection = makeCorpus(corpus, new Random(77))
    const all = joinByPosition(collection, { threshold: THRESHOLD })
    const { bands, rows, slots } = chooseBands({ threshold: THRESHOLD, recall: 0.9 })
    const signatures = sketchCollection(collection, makeSketcher({ slots, seed: 5 }))
    const banded = verifyCandidates(collection, findCandidates(signatures, { bands, rows }), {
      threshold: THRESHOLD,
    })
    it.each([
      ['an exact search', all, 1],
      ['bands', banded, candidateProbability(THRESHOLD, { bands, rows })],
    ] as const)(`${name}, %s`, (_, found, guaranteed) => {
      const { pairs, omitted } = list(found, collection.count)
      expect(omitted).toBeGreaterThan(0)
      const share = pairs.count / all.count
      let covered = 0
      let width = 0
      for (let seed = 1; seed <= SEEDS; seed++) {
        const { low, high, measured } = auditPairs(collection, pairs, {
          threshold: THRESHOLD,
          documents: SAMPLED,
          seed,
          limited: { maxGroup: LIMIT, omitted: { count: omitted }, guaranteed },
        })
        if (low <= share && share <= high) covered++
        expect(measured).toBeGreaterThanOrEqual(low)
        expect(measured).toBeLessThanOrEqual(high)
        width += (high - low) / share
      }
      expect(covered / SEEDS).toBeGreaterThanOrEqual(0.95 - binomialMargin(SEEDS, 0.95).below)
      // Nor by being useless: the interval is narrow compared with the share.
      expect(width / SEEDS).toBeLessThan(0.15)
    })
  }
})
