import { readPlanRequest } from '../../../src/engine/make-plan.js'
import { Random } from '../../../src/hash/random.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { sampleStatistics } from '../../../src/plan/sample-statistics.js'

/** 500 of 50,000 documents: sets of 60, a third of them edited copies. */
export function makeStatistics() {
  const random = new Random(2)
  const sets: number[][] = []
  for (let i = 0; i < 500; i++) {
    const kept = i % 3 === 1 ? sets[i - 1]!.slice(0, 20 + random.below(40)) : []
    sets.push([...kept, ...Array.from({ length: 60 - kept.length }, () => random.bits())])
  }
  return sampleStatistics({ sets: makeSetCollection(sets), bytes: 500 * 400, totalBlocks: 50_000 })
}

export const request = readPlanRequest({ threshold: 0.8, recall: 0.95 })
