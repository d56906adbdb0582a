// Worker threads run what is built, so this test does, too.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
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
} from '../../dist/public/node.js'

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
    const seen: number[] = []
    async function* rows() {
      while (seen.length === 0) {
        yield ROW
        await setImmediate()
      }
    }
    await using joined = await join(rows(), { onProgress: (share) => seen.push(share), workers: 1 })
    expect(seen[0]).toBe(0)
    expect(joined.summary.sets[0]).toBeGreaterThan(0)
  })
})
