// The interval of an audit against the exact recall, over corpora with clusters of every kind, banded with real signatures.

import { makeSetCollection, type SetCollection, verifyCandidates } from 'likewise/join'
import { auditPairs } from 'likewise/plan'
import { chooseBands, findCandidates, makeSketcher, sketchCollection } from 'likewise/sketch'
import { Random } from 'likewise/text'
import { joinByPosition } from 'likewise/textbook'
import { expect, it } from 'vitest'

const CORPORA = 100
const DOCUMENTS = 1000

/** Sizes of clusters: number `k` of them, with randomness. */
const CLUSTER_SIZES: readonly ((random: Random, k: number) => number)[] = [
  () => 2,
  (random) => 2 + random.below(4),
  (random) => Math.min(60, Math.floor(2 / random.unit() ** 0.8)),
  (_, k) => (k === 0 ? 100 : 2),
  (random, k) => (k < 5 ? 30 : 2 + random.below(2)),
]
const THRESHOLDS = [0.5, 0.7, 0.8, 0.9]
const RECALLS = [0.7, 0.9, 0.95, 0.99]
const SHARES_IN_CLUSTERS = [0.02, 0.1, 0.4, 0.9]
const DRAWN = [50, 150, 400]

/** Sets of 30 to 60 elements; members of a cluster are its base with up to so many replaced that 0.05 below t is reached. */
function makeCorpus(random: Random, corpus: number, threshold: number): SetCollection {
  const sets: number[][] = []
  const fresh = (size: number) => Array.from({ length: size }, () => random.bits())
  const clustered = DOCUMENTS * SHARES_IN_CLUSTERS[corpus % SHARES_IN_CLUSTERS.length]!
  const sizeOf = CLUSTER_SIZES[corpus % CLUSTER_SIZES.length]!
  for (let k = 0; sets.length < clustered; k++) {
    const base = fresh(30 + random.below(31))
    const lowest = threshold - 0.05
    const most = Math.ceil((base.length * (1 - lowest)) / (1 + lowest))
    for (let member = sizeOf(random, k); member > 0; member--) {
      const copy = base.slice()
      for (let edits = random.below(most + 1); edits > 0; edits--)
        copy[random.below(copy.length)] = random.bits()
      sets.push(copy)
    }
  }
  while (sets.length < DOCUMENTS) sets.push(fresh(30 + random.below(31)))
  return makeSetCollection(sets)
}

it('the 95 % interval covers the exact recall in at least 93 of 100 corpora', () => {
  let covered = 0
  let width = 0
  let measured = 0
  for (let corpus = 0; corpus < CORPORA; corpus++) {
    const random = new Random(1000 + corpus)
    const threshold = THRESHOLDS[random.below(THRESHOLDS.length)]!
    const recall = RECALLS[random.below(RECALLS.length)]!
    const collection = makeCorpus(random, corpus, threshold)
    const { bands, rows, slots } = chooseBands({ threshold, recall })
    const signatures = sketchCollection(collection, makeSketcher({ slots, seed: corpus }))
    const found = verifyCandidates(collection, findCandidates(signatures, { bands, rows }), { threshold })
    const exact = joinByPosition(collection, { threshold }).count
    const documents = DRAWN[random.below(DRAWN.length)]!
    const audit = auditPairs(collection, found, { threshold, documents, seed: corpus })
    expect(audit.falsePairs).toBe(0)
    expect(audit.documents).toBe(documents)
    const truth = exact === 0 ? 1 : found.count / exact
    if (audit.low <= truth && truth <= audit.high) covered++
    if (audit.truePairs === 0) continue
    measured++
    width += audit.high - audit.low
  }
  expect(covered).toBeGreaterThanOrEqual(93)
  // Nor by being useless: many of these audits see a handful of pairs.
  expect(width / measured).toBeLessThan(0.3)
})
