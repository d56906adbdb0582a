import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Random } from 'likewise/text'
import { afterEach, expect, it, vi } from 'vitest'
import { findSharedRoot, uniteShared } from '../../../src/cluster/shared-union-find.js'
import { findRoot, makeForest, unite } from '../../../src/cluster/union-find.js'

/** Small forests, so that threads often want to link the same root. */
const FORESTS = 1500
const POSITIONS = 200
const LINKS = 150
const THREADS = 2

/** For each forest, links between random positions, most of them near each other, so that trees become deep. */
function links(seed: number): Uint32Array {
  const random = new Random(seed)
  const list = new Uint32Array(2 * LINKS * FORESTS)
  for (let i = 0; i < list.length; i += 2) {
    list[i] = random.below(POSITIONS)
    list[i + 1] = (list[i]! + random.below(40)) % POSITIONS
  }
  return list
}

/** Waits for the others before each forest, so that all work on it at the same time. */
const THREAD = `
${findSharedRoot}
${uniteShared}
const { forests, list, positions, links, ready, threads } = require('node:worker_threads').workerData
for (let forest = 0; forest < forests.length / positions; forest++) {
  const parents = forests.subarray(forest * positions, (forest + 1) * positions)
  Atomics.add(ready, 0, 1)
  while (Atomics.load(ready, 0) < threads * (forest + 1)) {}
  for (let i = 2 * links * forest; i < 2 * links * (forest + 1); i += 2) uniteShared(parents, list[i], list[i + 1])
}
`

afterEach(() => vi.restoreAllMocks())

it('threads that unite at the same time make the same trees as one', async () => {
  const lists = Array.from({ length: THREADS }, (_, seed) => links(seed))
  const forests = new Uint32Array(new SharedArrayBuffer(4 * FORESTS * POSITIONS))
  const ready = new Int32Array(new SharedArrayBuffer(4))
  const common = { forests, positions: POSITIONS, links: LINKS, ready, threads: THREADS }
  const threads = lists.map((list) => new Worker(THREAD, { eval: true, workerData: { ...common, list } }))
  await Promise.all(threads.map((thread) => once(thread, 'exit')))
  for (let forest = 0; forest < FORESTS; forest++) {
    const expected = makeForest(POSITIONS)
    for (const list of lists) {
      for (let i = 2 * LINKS * forest; i < 2 * LINKS * (forest + 1); i += 2)
        unite(expected, list[i]!, list[i + 1]!)
    }
    const parents = forests.subarray(forest * POSITIONS, (forest + 1) * POSITIONS)
    const positions = [...parents.keys()]
    expect(positions.map((position) => findSharedRoot(parents, position))).toEqual(
      positions.map((position) => findRoot(expected, position)),
    )
  }
})

it.each([1, 3])('a root that another thread links to %i meanwhile keeps both links', (other) => {
  const parents = new Uint32Array(5)
  const { compareExchange } = Atomics
  vi.spyOn(Atomics, 'compareExchange').mockImplementationOnce((...link) => {
    uniteShared(parents, other, 4)
    return compareExchange(...link)
  })
  uniteShared(parents, 2, 4)
  const root = Math.min(2, other)
  expect([2, other, 4].map((position) => findSharedRoot(parents, position))).toEqual([root, root, root])
  expect(findSharedRoot(parents, 0)).toBe(0)
})
