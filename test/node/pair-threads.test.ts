import { expect, it, vi } from 'vitest'
import { makeColumn } from '../../src/apps/entities/column.js'
import { NICKNAMES } from '../../src/apps/entities/nicknames.js'
import { type PairInput, PairTools, stagesHere } from '../../src/apps/entities/pair-stages.js'
import { TUNING } from '../../src/apps/entities/tuning.js'
import { Random } from '../../src/hash/random.js'
import { type Candidates, PairBuilder } from '../../src/model/pair.js'
import { threadCount } from '../../src/node/match/match-tables.js'
import { PairThreads } from '../../src/node/match/pair-threads.js'
import { PORTION } from '../../src/node/match/pair-work.js'

const RECORDS = 200
const WORDS = ['bill', 'william', 'anna', 'ann', 'street', 'strete', 'lane', 'elm', 'oak', '12', '13']

function inputOf(): PairInput {
  const random = new Random(5)
  const words = (count: number) =>
    Array.from({ length: count }, () => WORDS[random.below(WORDS.length)]!).join(' ')
  const texts = (count: number) =>
    Array.from({ length: RECORDS }, () => (random.below(10) === 0 ? undefined : words(count)))
  const columns = [makeColumn('name', 'name', texts(2)), makeColumn('address', 'address', texts(3))]
  return { columns, nicknames: NICKNAMES, tuning: TUNING }
}

function allPairs(): Candidates {
  const pairs = new PairBuilder()
  for (let a = 0; a < RECORDS; a++) for (let b = a + 1; b < RECORDS; b++) pairs.add(a, b)
  return pairs.candidates()
}

it('threads compare pairs as one thread does, and share the work', async () => {
  const input = inputOf()
  const [here, pairs] = [stagesHere(new PairTools(input)), allPairs()]
  const tools = new PairTools(input)
  const compareHere = tools.comparer.points.bind(tools.comparer)
  const pause = new Int32Array(new SharedArrayBuffer(4))
  // This thread is slow, so that the others have time to start.
  const points = vi.spyOn(tools.comparer, 'points').mockImplementation((a, b) => {
    if (points.mock.calls.length % PORTION === 1) Atomics.wait(pause, 0, 0, 250)
    return compareHere(a, b)
  })
  const threads = new PairThreads(tools, input, 3)
  try {
    expect(threads.compare(pairs, [1, 2])).toEqual(here.compare(pairs, [1, 2]))
    expect(threads.surprises(pairs)).toEqual(here.surprises(pairs))
  } finally {
    await threads.close()
  }
  expect(points.mock.calls.length).toBeLessThan(pairs.count)
})

it('the work of a thread that fails is done by the others', async () => {
  const input = inputOf()
  const [here, pairs] = [stagesHere(new PairTools(input)), allPairs()]
  const broken = { ...input, nicknames: undefined as unknown as PairInput['nicknames'] }
  const threads = new PairThreads(new PairTools(input), broken, 2)
  try {
    expect(threads.compare(pairs, [1, 1])).toEqual(here.compare(pairs, [1, 1]))
  } finally {
    await threads.close()
  }
})

it('a memory budget limits the threads, even if their number is set', () => {
  const [records, used] = [10_000, 200e6]
  // A thread takes 80 MB, and a quarter of what is left is for threads.
  expect(threadCount(records, { workers: 8, memory: used + 700e6 }, used)).toBe(3)
  expect(threadCount(records, { workers: 2, memory: used + 700e6 }, used)).toBe(2)
  expect(threadCount(records, { workers: 8, memory: used / 2 }, used)).toBe(1)
  expect(threadCount(records, { workers: 8 }, used)).toBe(8)
  expect(threadCount(3, { workers: 8 }, used)).toBe(3)
  expect(threadCount(0, { workers: 8 }, used)).toBe(1)
})
