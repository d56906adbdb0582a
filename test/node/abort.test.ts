// Worker threads run what is built, so this test does, too.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { inlineEngine } from '../../dist/index.js'
import {
  type DocumentSource,
  decontaminate,
  dedup,
  explain,
  find,
  join,
  type Progress,
  probe,
  recluster,
  restore,
} from '../../dist/public/node.js'
import { openMemoryStore } from '../../dist/public/store.js'
import { openTable } from '../../src/write/node-open-table.js'

const folder = mkdtempSync(pathOf(tmpdir(), 'likewise-abort-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Stream = Exclude<DocumentSource, string | readonly string[]>
type Options = { readonly signal: AbortSignal; readonly temporary: string }

const ROW = { text: 'one of many rows', items: ['a', 'b'] }
const FEW = [ROW]

/** Every function that reads a stream. */
const READERS: Readonly<Record<string, (stream: Stream, options: Options) => Promise<unknown>>> = {
  find,
  dedup,
  explain,
  'find, for documents to compare with': (against, options) => find(FEW, { ...options, against }),
  join: (sets, options) => join(sets, options),
  'join, of two inputs': (sets, options) => join(FEW, sets, options),
  'join, of documents': (documents, options) => join(documents, { ...options, text: 'text' }),
  probe: (index, options) => probe(index, FEW, options),
  decontaminate: (documents, options) => decontaminate(documents, { ...options, benchmarks: FEW }),
  'decontaminate, for benchmarks': (benchmarks, options) => decontaminate(FEW, { ...options, benchmarks }),
  'the inline engine': (documents, { signal }) => inlineEngine.find(documents as typeof FEW, {}, { signal }),
  'the plan of the inline engine': (documents, { signal }) =>
    inlineEngine.plan(documents as typeof FEW, {}, { signal }),
}

/** Streams without an end. Each aborts the run once it is being read, and notes whether it was ended. */
const STREAMS: Readonly<Record<string, (abort: () => void, ended: () => void) => Stream>> = {
  async *'rows that never end'(abort, ended) {
    setTimeout(abort)
    try {
      for (;;) yield ROW
    } finally {
      ended()
    }
  },
  async *'batches that never end'(abort, ended) {
    setTimeout(abort)
    try {
      for (;;) yield [ROW, ROW, ROW]
    } finally {
      ended()
    }
  },
  *'rows of a synchronous generator that never end'(abort, ended) {
    setTimeout(abort)
    try {
      for (;;) yield ROW
    } finally {
      ended()
    }
  },
  'a row that never arrives': (abort, ended) => ({
    [Symbol.asyncIterator]: () => ({
      next() {
        setTimeout(abort)
        return new Promise(() => {})
      },
      async return() {
        ended()
        return { done: true, value: undefined }
      },
    }),
  }),
}

const CASES = Object.entries(READERS).flatMap(([name, read]) =>
  Object.entries(STREAMS).map(([kind, open]) => ({ name, kind, read, open })),
)

describe('a signal that is aborted while a stream is read', () => {
  it.each(CASES)('ends $name of $kind', async ({ read, open }) => {
    const temporary = mkdtempSync(pathOf(folder, 'temporary-'))
    const stop = new AbortController()
    const reason = new Error('enough')
    let ended = 0
    const stream = open(
      () => stop.abort(reason),
      () => ended++,
    )
    await expect(read(stream, { signal: stop.signal, temporary })).rejects.toBe(reason)
    expect(ended).toBe(1)
    expect(readdirSync(temporary)).toEqual([])
  })

  it('is noticed even if a batch leaves time only for progress', async () => {
    const stop = new AbortController()
    const batch = new Array<typeof ROW>(50_000).fill(ROW)
    async function* batches() {
      for (;;) yield batch
    }
    const onProgress = ({ documents }: Progress) => {
      if (documents > batch.length) stop.abort(new Error('enough'))
    }
    await expect(find(batches(), { signal: stop.signal, onProgress })).rejects.toThrow('enough')
  })
})

/** Documents of which every third is the copy of another. */
const MANY = Array.from({ length: 3000 }, (_, i) => ({
  id: `d${i}`,
  text: `row ${i - (i % 3 === 2 ? 2 : 0)} of very many`,
}))

const LINES = MANY.map((row) => `${JSON.stringify(row)}\n`).join('')

/** Aborts at a stage, once some of its work is done. */
function stopAt(stage: Progress['stage']) {
  const stop = new AbortController()
  const reason = new Error('enough')
  const onProgress = (progress: Progress) => {
    if (progress.stage === stage && progress.done > 0) stop.abort(reason)
  }
  return { signal: stop.signal, onProgress, reason, stop }
}

describe('a signal that is aborted after the search', () => {
  it.each(['.jsonl', '.csv', '.parquet', '.json.gz'])(
    'ends dedup as it writes %s, of which nothing is left',
    async (ending) => {
      const out = mkdtempSync(pathOf(folder, 'out-'))
      const temporary = mkdtempSync(pathOf(folder, 'temporary-'))
      const { reason, stop: _, ...control } = stopAt('write')
      const write = {
        kept: pathOf(out, `kept${ending}`),
        removed: pathOf(out, `removed${ending}`),
        manifest: pathOf(out, 'manifest.json'),
      }
      await expect(dedup(MANY, { ...control, temporary, write })).rejects.toBe(reason)
      expect(readdirSync(out)).toEqual([])
      expect(readdirSync(temporary)).toEqual([])
    },
  )

  it('ends dedup as it stores the originals of text files', async () => {
    const pages = mkdtempSync(pathOf(folder, 'pages-'))
    const out = mkdtempSync(pathOf(folder, 'out-'))
    for (let i = 0; i < 1001; i++) writeFileSync(pathOf(pages, `${i}.txt`), `page ${i}`)
    const write = {
      kept: pathOf(out, 'k.jsonl'),
      removed: pathOf(out, 'r.jsonl'),
      manifest: pathOf(out, 'm.json'),
    }
    const stop = new AbortController()
    // The file of originals is opened when all documents have been written.
    const signal = Object.assign(stop.signal, {
      throwIfAborted() {
        if (readdirSync(out).some((name) => name.includes('.originals'))) stop.abort('enough')
        AbortSignal.prototype.throwIfAborted.call(stop.signal)
      },
    })
    await expect(dedup(pages, { signal, write })).rejects.toBe('enough')
    expect(readdirSync(out)).toEqual([])
  })

  it('ends dedup as it adds to an index, which stays usable', async () => {
    await using index = await openMemoryStore()
    const { reason, stop: _, ...control } = stopAt('write')
    await expect(dedup(MANY, { ...control, against: index, add: true })).rejects.toBe(reason)
    expect((await index.stats()).documents).toBeLessThan(MANY.length)
    await using result = await dedup(MANY, { against: index, add: true })
    expect(result.summary.added).toBeDefined()
  })

  it('ends a report, of which nothing is left', async () => {
    const out = mkdtempSync(pathOf(folder, 'out-'))
    const path = pathOf(out, 'report.html')
    const reason = new Error('enough')
    await using found = await dedup(MANY)
    const stop = new AbortController()
    const writing = found.writeReport(path, { signal: stop.signal })
    stop.abort(reason)
    await expect(writing).rejects.toBe(reason)
    expect(readdirSync(out)).toEqual([])

    const ofSearch = new AbortController()
    await using searched = await find(MANY, { signal: ofSearch.signal })
    const writingToo = searched.writeReport(path)
    ofSearch.abort(reason)
    await expect(writingToo).rejects.toBe(reason)
    expect(readdirSync(out)).toEqual([])
    await searched.writeReport(path, { signal: new AbortController().signal })
    expect(existsSync(path)).toBe(true)
  })

  it('ends the scan of decontaminate', async () => {
    const temporary = mkdtempSync(pathOf(folder, 'temporary-'))
    const { reason, stop: _, ...control } = stopAt('verify')
    const benchmarks = [{ text: 'the quick brown fox jumps over the lazy dog' }]
    await expect(decontaminate(MANY, { ...control, temporary, benchmarks })).rejects.toBe(reason)
    expect(readdirSync(temporary)).toEqual([])
  })

  it.each(['.jsonl', '.parquet'])('ends restore of %s, of which nothing is left', async (ending) => {
    const out = mkdtempSync(pathOf(folder, 'out-'))
    const input = pathOf(out, `input${ending}`)
    const write = {
      kept: pathOf(out, `k${ending}`),
      removed: pathOf(out, `r${ending}`),
      manifest: pathOf(out, 'm.json'),
    }
    if (ending === '.jsonl') writeFileSync(input, LINES)
    else {
      const table = await openTable(input, [
        { name: 'id', type: 'string' },
        { name: 'text', type: 'string' },
      ])
      for (const row of MANY) await table.write(row)
      await table.close()
    }
    {
      await using _result = await dedup(input, { write })
    }
    const { reason, stop: _, ...control } = stopAt('write')
    const restored = pathOf(out, 'restored')
    await expect(restore(write.manifest, { out: restored, ...control })).rejects.toBe(reason)
    expect(existsSync(restored)).toBe(false)
    await restore(write.manifest, { out: restored })
    if (ending === '.jsonl')
      expect(readFileSync(pathOf(restored, 'input.jsonl'), 'utf8')).toBe(readFileSync(input, 'utf8'))
  })

  it('ends recluster', async () => {
    const out = mkdtempSync(pathOf(folder, 'out-'))
    const [input, runDir] = [pathOf(out, 'input.jsonl'), pathOf(out, 'run')]
    writeFileSync(input, LINES)
    {
      await using _found = await find(input, { runDir })
    }
    const { reason, stop: _, ...control } = stopAt('cluster')
    await expect(recluster(runDir, { threshold: 0.9, ...control })).rejects.toBe(reason)
    await expect(recluster(runDir, { threshold: 0.9, signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    )
    await using again = await recluster(runDir, { threshold: 0.9 })
    expect(again.summary.documents).toBe(MANY.length)
  })
})

describe('progress', () => {
  it('is reported while a stream is read', async () => {
    const seen: Progress[] = []
    // Ends only when progress was reported.
    async function* rows() {
      while (seen.length === 0) {
        yield ROW
        await setImmediate()
      }
    }
    await using _ = await find(rows(), { onProgress: (progress) => seen.push(progress), workers: 1 })
    expect(seen[0]).toMatchObject({ stage: 'read', total: 0 })
    expect(seen[0]!.documents).toBeGreaterThan(0)
    const read = seen.filter(({ stage }) => stage === 'read').at(-1)
    expect(read?.documents).toBe(seen.at(-1)?.documents)
  })

  it('is reported while sets are read', async () => {
    const seen: Progress[] = []
    async function* rows() {
      while (seen.length === 0) {
        yield ROW
        await setImmediate()
      }
    }
    await using joined = await join(rows(), { onProgress: (progress) => seen.push(progress), workers: 1 })
    const sets = joined.summary.sets[0]!
    expect(sets).toBeGreaterThan(0)
    expect(seen[0]).toMatchObject({ stage: 'read', total: 0 })
    expect(seen.at(-1)?.documents).toBe(sets)
  })

  it('has one shape in every function', async () => {
    const out = mkdtempSync(pathOf(folder, 'out-'))
    const [input, runDir] = [pathOf(out, 'input.jsonl'), pathOf(out, 'run')]
    writeFileSync(input, LINES)
    const write = {
      kept: pathOf(out, 'k.jsonl'),
      removed: pathOf(out, 'r.jsonl'),
      manifest: pathOf(out, 'm.json'),
    }
    const shapes: Record<string, string[]> = {}
    const stages: Record<string, Set<string>> = {}
    const report = (name: string) => (progress: Progress) => {
      shapes[name] ??= Object.entries(progress).map(([key, value]) => `${key}: ${typeof value}`)
      stages[name] ??= new Set()
      stages[name].add(progress.stage)
    }
    const close = async (result: Promise<AsyncDisposable>) => (await result)[Symbol.asyncDispose]()
    await close(find(input, { runDir, onProgress: report('find') }))
    await close(dedup(input, { write, onProgress: report('dedup') }))
    await close(join(input, { shingle: { k: 2 }, text: 'text', onProgress: report('join') }))
    await close(probe(FEW, FEW, { onProgress: report('probe') }))
    await close(recluster(runDir, { threshold: 0.9, onProgress: report('recluster') }))
    await restore(write.manifest, { out: pathOf(out, 'restored'), onProgress: report('restore') })
    await decontaminate(input, { benchmarks: FEW, onProgress: report('decontaminate') })
    const shape = ['stage: string', 'done: number', 'total: number', 'documents: number']
    const names = ['find', 'dedup', 'join', 'probe', 'recluster', 'restore', 'decontaminate']
    expect(shapes).toEqual(Object.fromEntries(names.map((name) => [name, shape])))
    expect(stages.recluster).toEqual(new Set(['cluster']))
    expect(stages.join).toContain('join')
  })
})
