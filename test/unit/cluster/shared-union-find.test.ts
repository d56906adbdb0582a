import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Random } from 'likewise/text'
import { expect, it } from 'vitest'
import { findSharedRoot, uniteShared } from '../../../src/cluster/shared-union-find.js'
import { findRoot, makeForest, unite } from '../../../src/cluster/union-find.js'

const COUNT = 20_000
const THREADS = 4

/** Links between random positions, most of them near each other, so that trees become deep. */
function links(seed: number): Uint32Array {
  const random = new Random(seed)
  const list = new Uint32Array(30_000)
  for (let i = 0; i < list.length; i += 2) {
    list[i] = random.below(COUNT)
    list[i + 1] = (list[i]! + random.below(40)) % COUNT
  }
  return list
}

/** Waits for the others, so that all begin at the same time. */
const THREAD = `
${findSharedRoot}
${uniteShared}
const { parents, list, ready, threads } = require('node:worker_threads').workerData
Atomics.add(ready, 0, 1)
while (Atomics.load(ready, 0) < threads) {}
for (let i = 0; i < list.length; i += 2) uniteShared(parents, list[i], list[i + 1])
`

it('threads that unite at the same time make the same trees as one', async () => {
  const lists = Array.from({ length: THREADS }, (_, seed) => links(seed))
  const expected = makeForest(COUNT)
  for (const list of lists) for (let i = 0; i < list.length; i += 2) unite(expected, list[i]!, list[i + 1]!)
  const parents = new Uint32Array(new SharedArrayBuffer(4 * COUNT))
  const ready = new Int32Array(new SharedArrayBuffer(4))
  const threads = lists.map(
    (list) => new Worker(THREAD, { eval: true, workerData: { parents, list, ready, threads: THREADS } }),
  )
  await Promise.all(threads.map((thread) => once(thread, 'exit')))
  for (let position = 0; position < COUNT; position++) {
    expect(findSharedRoot(parents, position)).toBe(findRoot(expected, position))
  }
})
