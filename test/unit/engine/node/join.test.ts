import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { nodeJoin, type PooledJoinOptions } from '../../../../src/engine/node/join/node-join.js'
import { recluster } from '../../../../src/engine/node/node-recluster.js'
import { Random } from '../../../../src/hash/random.js'
import { RunMismatch } from '../../../../src/model/errors.js'
import { listPairs } from '../../../../src/model/pair.js'
import { makeSetCollection } from '../../../../src/model/set-collection.js'
import '../../../exposed-collector.js'

const root = mkdtempSync(join(tmpdir(), 'likewise-test-'))
afterAll(() => rmSync(root, { recursive: true }))

const random = new Random(3)
const someSets = (count: number) =>
  makeSetCollection(
    Array.from({ length: count }, () => Array.from({ length: 4 + random.below(12) }, () => random.below(60))),
  )
const sets = someSets(400)
// A quarter of so small a budget is for the data: some ten blocks of sets, and runs of pairs.
const SMALL = 2 ** 20

async function run(options: Partial<PooledJoinOptions>) {
  const result = await nodeJoin(sets, undefined, {
    threshold: 0.4,
    workers: 1,
    temporary: root,
    ...options,
  })
  const pairs: object[] = []
  for await (const batch of result.batches()) pairs.push(...listPairs(batch))
  result.close()
  return { pairs, count: result.pairs, reused: result.reused }
}

let runs = 0
function newRun(resume = false) {
  const path = join(root, `run-${++runs}`)
  return { path, identity: { join: 'a test' }, resume }
}

function flipLastBit(path: string): void {
  const bytes = readFileSync(path)
  bytes[bytes.length - 1]! ^= 1
  writeFileSync(path, bytes)
}

class Interruption extends Error {}

/** Runs and is interrupted after every so many blocks; returns how often. */
async function withInterruptions(path: string, every: number, options: Partial<PooledJoinOptions>) {
  const runDirectory = { path, identity: { join: 'a test' }, resume: true }
  for (let interruptions = 0; ; interruptions++) {
    let made = 0
    const onBlock = () => {
      if (++made === every) throw new Interruption()
    }
    try {
      const found = await run({ ...options, runDirectory, onBlock })
      return { found, interruptions }
    } catch (error) {
      if (!(error instanceof Interruption)) throw error
    }
  }
}

describe('a join with a run directory', () => {
  it.each([
    ['in memory', {}, 7],
    ['in blocks', { memory: SMALL }, 40],
    ['the top of each set', { top: 3 }, 20],
    ['counted', { countOnly: true }, 20],
  ])('that is interrupted again and again finds the same: %s', async (_, options, every) => {
    const expected = await run(options)
    const { path } = newRun()
    const { found, interruptions } = await withInterruptions(path, every, options)
    expect(found).toMatchObject({ pairs: expected.pairs, count: expected.count })
    expect(interruptions).toBeGreaterThan(2)
    expect(found.reused.found).toBeGreaterThan(every * interruptions)
    expect(found.reused.damaged).toBe(0)
    expect(readdirSync(path).sort()).toEqual(['blocks', 'run.json'])
  })

  it('may be resumed with another number of workers and another budget', async () => {
    const expected = await run({})
    const [one, other] = [newRun(), newRun()]
    await run({ runDirectory: one })
    await run({ runDirectory: other, memory: SMALL })
    for (const options of [{}, { memory: SMALL }, { memory: 2 ** 30 }, { workers: 2 }]) {
      for (const runDirectory of [one, other]) {
        const found = await run({ ...options, runDirectory: { ...runDirectory, resume: true } })
        expect(found.pairs).toEqual(expected.pairs)
      }
    }
  })

  it('computes damaged blocks again', async () => {
    const expected = await run({})
    const runDirectory = newRun()
    await run({ runDirectory })
    const folder = join(runDirectory.path, 'blocks')
    const [first] = readdirSync(folder).filter((name) => name.startsWith('pairs-'))
    flipLastBit(join(folder, first!))
    const found = await run({ runDirectory: { ...runDirectory, resume: true } })
    expect(found.pairs).toEqual(expected.pairs)
    expect(found.reused.damaged).toBe(1)
  })

  it.each([
    ['in memory', {}],
    ['in blocks', { memory: SMALL }],
    ['the top of each set', { top: 3 }],
  ])('does not read its sources again: %s', async (_, options) => {
    const sets = someSets(120)
    let reads = 0
    const restored: object[] = []
    const source = (seed: number) => ({
      async read(take: (part: typeof sets) => void) {
        reads++
        take(sets)
        return { ids: Array.from({ length: sets.count }, (_, i) => `${seed}-${i}`), facts: { seed } }
      },
      restore: (details: object) => void restored.push(details),
    })
    const join = async (resume: boolean, path: string, onBlock = (_: string) => {}) => {
      const runDirectory = { path, identity: { join: 'a test' }, resume }
      const common = { threshold: 0.4, workers: 1, temporary: root, ...options }
      const result = await nodeJoin(source(1), source(2), { ...common, runDirectory, onBlock })
      const pairs: object[] = []
      for await (const batch of result.batches()) pairs.push(...listPairs(batch))
      result.close()
      return pairs
    }
    const expected = await join(false, newRun().path)
    expect([reads, restored]).toEqual([2, []])
    const { path } = newRun()
    await expect(
      join(false, path, (name) => {
        if (name.startsWith('pairs-')) throw new Interruption()
      }),
    ).rejects.toThrow(Interruption)
    reads = 0
    expect(await join(true, path)).toEqual(expected)
    expect(reads).toBe(0)
    const ids = (seed: number) => Array.from({ length: sets.count }, (_, i) => `${seed}-${i}`)
    expect(restored).toEqual([1, 2].map((seed) => ({ ids: ids(seed), facts: { seed } })))
  })

  it('reads all sources again if anything of what was read is damaged or missing', async () => {
    const expected = await run({})
    for (const [i, spoil] of [
      (path: string) => rmSync(path),
      (path: string) => flipLastBit(path),
    ].entries()) {
      for (const name of ['sets-0-all.block', 'sets-0-0.block']) {
        const runDirectory = newRun()
        await run({ runDirectory })
        spoil(join(runDirectory.path, 'blocks', name))
        const found = await run({ runDirectory: { ...runDirectory, resume: true } })
        expect(found.pairs).toEqual(expected.pairs)
        expect(found.reused.damaged).toBe(i)
      }
    }
  })

  it('cannot be clustered', async () => {
    const runDirectory = newRun()
    await run({ runDirectory })
    await expect(recluster(runDirectory.path, { threshold: 0.9 })).rejects.toThrow('it is the run of a join')
  })

  it('of another join is refused', async () => {
    const runDirectory = newRun()
    await run({ runDirectory })
    const other = { ...runDirectory, identity: { join: 'another' }, resume: true }
    await expect(run({ runDirectory: other })).rejects.toThrow(RunMismatch)
  })
})

it('a join ends with the reason of its signal, and leaves nothing behind', async () => {
  const left = readdirSync(root)
  const stop = new AbortController()
  const source = {
    async read(take: (part: typeof sets) => void) {
      take(sets)
      stop.abort(new Error('enough'))
      take(sets)
      return undefined
    },
  }
  await expect(
    nodeJoin(source, undefined, { threshold: 0.4, temporary: root, memory: SMALL, signal: stop.signal }),
  ).rejects.toThrow('enough')
  expect(readdirSync(root)).toEqual(left)
  await expect(
    nodeJoin(sets, undefined, {
      threshold: 0.1,
      workers: 2,
      temporary: root,
      signal: AbortSignal.abort(new Error('early')),
    }),
  ).rejects.toThrow('early')
  const later = new AbortController()
  await expect(
    nodeJoin(sets, undefined, {
      threshold: 0.1,
      workers: 2,
      temporary: root,
      signal: later.signal,
      onProgress: () => later.abort(new Error('while joining')),
    }),
  ).rejects.toThrow('while joining')
  expect(readdirSync(root)).toEqual(left)
})
