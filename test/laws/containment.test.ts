// What the live index promises of documents inside others: docs/decisions/live-index.md.

import { describe, expect, it } from 'vitest'
import { overlapOfSorted } from '../../src/distance/sorted-sets.js'
import { Random } from '../../src/hash/random.js'
import { sortedSet } from '../../src/model/set-collection.js'
import { sampleOf } from '../../src/sketch/sampled-elements.js'
import { planContainment, RequiredHits } from '../../src/store/containment.js'
import { openMemoryStore } from '../../src/store/memory/memory-store.js'
import { binomialMargin } from './binomial.js'

const TRIALS = 3000

/** The share of random sets of so many elements, of which the share `threshold` lies in another, that sampling finds there. */
function foundShare(size: number, threshold: number, recall: number): number {
  const plan = planContainment(threshold, recall)
  const hits = new RequiredHits(plan, recall)
  const shared = Math.ceil(size * threshold)
  const random = new Random(size)
  let found = 0
  for (let trial = 0; trial < TRIALS; trial++) {
    const own = Array.from({ length: size }, () => random.bits())
    const sample = sampleOf(sortedSet(own), { sampling: plan.sampling, seed: trial })
    if (overlapOfSorted(sample, sortedSet(own.slice(0, shared))) >= hits.of(sample.length)) found++
  }
  return found / TRIALS
}

describe.each([
  [0.8, 0.95],
  [0.9, 0.95],
  [0.9, 0.99],
  [1, 0.9],
])('containment %d, recall %d', (threshold, recall) => {
  const { guaranteedFrom } = planContainment(threshold, recall)
  it.each([1, 1.5, 3, 10])(`holds from the guaranteed size, times %d`, (times) => {
    const share = foundShare(Math.ceil(guaranteedFrom * times), threshold, recall)
    expect(share).toBeGreaterThan(recall - binomialMargin(TRIALS, recall).below)
  })
})

describe('in a store', () => {
  const words = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ')
  const footer = words('footer', 300)

  it('excerpts are found in pages whose common footer is longer than they are', async () => {
    const store = await openMemoryStore()
    const pages = Array.from({ length: 600 }, (_, id) => ({ id, text: `${words(`p${id}w`, 300)} ${footer}` }))
    await store.addMany(pages)
    let found = 0
    for (const { id } of pages) {
      const excerpt = `${words(`p${id}w`, 300).split(' ').slice(100, 250).join(' ')} ${footer}`
      const { status, matches } = await store.check(excerpt)
      if (status === 'contained' && matches[0]?.id === id && matches.length === 1) found++
    }
    const { requested } = store.parameters.recall
    expect(found / pages.length).toBeGreaterThan(requested - binomialMargin(pages.length, requested).below)
  })

  it('a stored short document is found if a new longer one contains it', async () => {
    const store = await openMemoryStore()
    const shorts = Array.from({ length: 300 }, (_, id) => ({ id, text: words(`s${id}w`, 120) }))
    await store.addMany(shorts)
    let found = 0
    for (const { id, text } of shorts) {
      const { status, matches } = await store.check(`${words('before', 500)} ${text} ${words('after', 500)}`)
      expect(status).toBe('new')
      if (matches[0]?.id === id && matches[0].kind === 'contains') found++
    }
    const { requested } = store.parameters.recall
    expect(found / shorts.length).toBeGreaterThan(requested - binomialMargin(shorts.length, requested).below)
  })
})
