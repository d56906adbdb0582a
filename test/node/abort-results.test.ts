// What a signal ends besides a run: reading its result, and waiting for a pool. Worker threads run what is built, so this test does, too.

import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  decontaminate,
  dedup,
  find,
  join,
  openPool,
  probe,
  recluster,
  type WorkerPool,
} from '../../dist/public/node.js'
import type { SharedPool } from '../../src/engine/node/node-shared-pool.js'
import { ANY_GARBAGE } from '../../src/engine/stages/memory-budget.js'

const folder = mkdtempSync(pathOf(tmpdir(), 'likewise-abort-results-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Options = { readonly signal: AbortSignal; readonly temporary: string }

const FEW = [{ text: 'one of many rows', items: ['a', 'b'] }]

/** Documents of which every third is the copy of another. */
const LINES = Array.from({ length: 3000 }, (_, i) => {
  const row = { id: `d${i}`, text: `row ${i - (i % 3 === 2 ? 2 : 0)} of very many` }
  return `${JSON.stringify(row)}\n`
}).join('')

type PoolOptions = { readonly pool: WorkerPool; readonly temporary: string; readonly signal?: AbortSignal }

/** Every function that runs on a pool. */
const RUNS_ON_POOL: Readonly<Record<string, (options: PoolOptions) => Promise<Partial<AsyncDisposable>>>> = {
  find: (options) => find(FEW, options),
  dedup: (options) => dedup(FEW, options),
  join: (options) => join(FEW, options),
  probe: (options) => probe(FEW, FEW, options),
  decontaminate: async (options) => {
    await decontaminate(FEW, { ...options, benchmarks: FEW })
    return {}
  },
}

/** Every iteration over a result, and the functions that return the results. */
const RESULTS: Readonly<
  Record<string, { readonly open: (options: Options) => Promise<AsyncDisposable>; readonly names: string[] }>
> = {
  find: {
    open: (options) => find(pathOf(folder, 'many.jsonl'), options),
    names: ['pairs', 'clusters', 'pairBatches', 'clusterBatches'],
  },
  dedup: {
    open: (options) => dedup(pathOf(folder, 'many.jsonl'), options),
    names: ['kept', 'removed', 'pairs', 'clusters'],
  },
  'dedup of a compressed file': {
    open: (options) => dedup(pathOf(folder, 'many.jsonl.gz'), options),
    names: ['kept', 'removed'],
  },
  join: {
    open: (options) => join(pathOf(folder, 'many.jsonl'), { ...options, text: 'text' }),
    names: ['pairs'],
  },
  'join, of two inputs': { open: (options) => join(SETS, SETS, options), names: ['pairBatches'] },
  recluster: {
    open: ({ signal }) => recluster(pathOf(folder, 'many-run'), { threshold: 0.9, signal }),
    names: ['pairs', 'clusters', 'pairBatches', 'clusterBatches', 'removed'],
  },
}

const SETS = Array.from({ length: 100 }, (_, i) => ({ items: ['a', 'b', `c${i % 3}`] }))

const ITERATIONS = Object.entries(RESULTS).flatMap(([name, { open, names }]) =>
  names.map((list) => ({ name, open, list })),
)

/** The files below a folder that this process has open. Known only on Linux. */
function openFiles(below: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(below) ? [path] : []
    } catch {
      // It was that of reading the folder.
      return []
    }
  })
}

describe('a signal that is aborted while a result is read', () => {
  beforeAll(async () => {
    writeFileSync(pathOf(folder, 'many.jsonl'), LINES)
    writeFileSync(pathOf(folder, 'many.jsonl.gz'), gzipSync(LINES))
    await using _found = await find(pathOf(folder, 'many.jsonl'), { runDir: pathOf(folder, 'many-run') })
  })

  const begin = async (open: (typeof ITERATIONS)[number]['open'], list: string) => {
    const temporary = mkdtempSync(pathOf(folder, 'temporary-'))
    const stop = new AbortController()
    const result = (await open({ signal: stop.signal, temporary })) as AsyncDisposable &
      Record<string, () => AsyncGenerator<object, void>>
    const items = result[list]!()
    expect(await items.next()).toMatchObject({ done: false })
    const end = async () => {
      // Of the iteration, and of the run, whose inputs are closed in the background.
      await vi.waitFor(() => expect(openFiles(folder)).toEqual([]))
      await result[Symbol.asyncDispose]()
      expect(readdirSync(temporary)).toEqual([])
    }
    return { stop, reason: new Error('enough'), result, items, end }
  }

  it.each(ITERATIONS)('ends $list() of $name', async ({ open, list }) => {
    const { stop, reason, items, end } = await begin(open, list)
    stop.abort(reason)
    await expect(items.next()).rejects.toBe(reason)
    expect(await items.next()).toEqual({ done: true, value: undefined })
    await end()
  })

  it.each(ITERATIONS)('ends $list() of $name, even if the reader never waits', async ({ open, list }) => {
    const { stop, reason, items, end } = await begin(open, list)
    const timer = setImmediate().then(() => stop.abort(reason))
    // Longer than any iteration keeps timers and messages from their turn.
    for (const from = Date.now(); Date.now() - from < 100; );
    await expect(items.next()).rejects.toBe(reason)
    await timer
    await end()
  })

  it('ends an iteration that begins later', async () => {
    for (const { open, list, name } of ITERATIONS) {
      // The pairs of a join can be read only once.
      if (name.startsWith('join')) continue
      const { stop, reason, result, items, end } = await begin(open, list)
      await items.return()
      stop.abort(reason)
      await expect(result[list]!().next()).rejects.toBe(reason)
      await end()
    }
  })
})

describe('a signal that is aborted while a run waits for a pool', () => {
  const names = Object.keys(RUNS_ON_POOL)
  it.each(names)('ends %s, and the pool serves the next run', async (name) => {
    const temporary = mkdtempSync(pathOf(folder, 'temporary-'))
    await using pool = openPool({ workers: 1, runs: 1 })
    const open = vi.spyOn(pool as unknown as SharedPool, 'open')
    const held = await (pool as unknown as SharedPool).open(ANY_GARBAGE)
    const stop = new AbortController()
    const reason = new Error('enough')
    const aborted = RUNS_ON_POOL[name]!({ pool, temporary, signal: stop.signal })
    const waiting = RUNS_ON_POOL[name]!({ pool, temporary })
    await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(3))
    stop.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    await held.close()
    await (await waiting)[Symbol.asyncDispose]?.()
    expect(readdirSync(temporary)).toEqual([])
    await (await RUNS_ON_POOL[name]!({ pool, temporary }))[Symbol.asyncDispose]?.()
  })
})
