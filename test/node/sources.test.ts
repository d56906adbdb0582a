// Worker threads run what is built, so this test does, too. Every function of `likewise/node` reads every kind of source.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type DocumentSource,
  decontaminate,
  dedup,
  explain,
  find,
  join,
  probe,
  recluster,
  restore,
  type SetInput,
} from '../../dist/public/node.js'
import { collect } from '../collect.js'
import { isLong } from '../depth.js'

const folder = mkdtempSync(pathOf(tmpdir(), 'likewise-sources-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Documents and sets at the same time. The first and the last are similar. */
const ROWS = [
  { id: 'x', text: 'bread and milk and eggs', items: ['bread', 'milk', 'eggs'] },
  { id: 'y', text: 'a pot of green tea', items: ['tea'] },
  { id: 'z', text: 'bread and milk and eggs too', items: ['eggs', 'milk', 'bread', 'salt'] },
]
const FEW = [{ id: 'q', text: 'bread and milk and eggs', items: ['bread', 'milk', 'eggs'] }]

const rows = pathOf(folder, 'rows')
mkdirSync(rows)
const lines = (list: readonly object[]) => list.map((row) => `${JSON.stringify(row)}\n`).join('')
const FILES = [pathOf(rows, 'a.jsonl'), pathOf(rows, 'b.jsonl')] as const
writeFileSync(FILES[0], lines(ROWS.slice(0, 2)))
writeFileSync(FILES[1], lines(ROWS.slice(2)))
const all = pathOf(folder, 'all.jsonl')
writeFileSync(all, lines(ROWS))

/** The same rows, of files and of the program. */
const PATHS: Readonly<Record<string, string | readonly string[]>> = {
  'a path': all,
  'a folder': rows,
  'a glob': pathOf(rows, '*.jsonl'),
  'a list of paths': FILES,
  'a list of globs': [pathOf(rows, 'a*.jsonl'), pathOf(rows, 'b*.jsonl')],
}
const STREAMS: Readonly<Record<string, () => Exclude<DocumentSource, string | readonly string[]>>> = {
  'an array': () => ROWS,
  'a set': () => new Set(ROWS),
  *'a generator'() {
    yield* ROWS
  },
  *'a generator of batches'() {
    yield ROWS.slice(0, 2)
    yield ROWS.slice(2)
  },
  async *'an async generator'() {
    yield* ROWS
  },
  async *'an async generator of batches and rows'() {
    yield ROWS.slice(0, 2)
    yield ROWS[2]!
  },
  'a stream': () => Readable.from(ROWS),
}
const SOURCES = [
  ...Object.entries(PATHS).map(([kind, paths]) => [kind, () => paths] as const),
  ...Object.entries(STREAMS),
]

const OPTIONS = { threshold: 0.7, shingle: { k: 1 }, workers: 1 } as const
const SETS = { threshold: 0.7, workers: 1 } as const

/** What each function finds in the rows, as plain data. */
const FUNCTIONS: Readonly<
  Record<
    string,
    {
      readonly of: (source: DocumentSource & SetInput) => Promise<unknown>
      readonly gives: unknown
      readonly option?: string
    }
  >
> = {
  find: {
    async of(source) {
      await using found = await find(source, OPTIONS)
      return await namesOf(found.pairs())
    },
    gives: ['x-z'],
  },
  'find, with documents to compare with': {
    async of(against) {
      await using found = await find(FEW, { ...OPTIONS, against })
      return await namesOf(found.pairs())
    },
    gives: ['q-x', 'q-z'],
    option: 'against',
  },
  dedup: {
    async of(source) {
      await using result = await dedup(source, OPTIONS)
      return (await collect(result.kept())).map(({ id }) => id)
    },
    gives: ['x', 'y'],
  },
  explain: {
    of: async (source) => (await explain(source, OPTIONS)).plan.threshold,
    gives: 0.7,
  },
  join: {
    async of(source) {
      await using joined = await join(source, SETS)
      return await namesOf(joined.pairs())
    },
    gives: ['x-z'],
  },
  'join, of two inputs': {
    async of(right) {
      await using joined = await join(FEW, right, SETS)
      return await namesOf(joined.pairs())
    },
    gives: ['q-x', 'q-z'],
  },
  'join, of documents': {
    async of(source) {
      await using joined = await join(source, { ...SETS, text: 'text', shingle: { k: 1 } })
      return await namesOf(joined.pairs())
    },
    gives: ['x-z'],
  },
  'probe, for an index': {
    async of(index) {
      await using joined = await probe(index, FEW, SETS)
      return await namesOf(joined.pairs())
    },
    gives: ['q-x', 'q-z'],
  },
  'probe, for queries': {
    async of(queries) {
      await using joined = await probe(FEW, queries, SETS)
      return await namesOf(joined.pairs())
    },
    gives: ['x-q', 'z-q'],
  },
  decontaminate: {
    async of(source) {
      const { summary } = await decontaminate(source, { benchmarks: FEW, k: 3, minOverlap: 1 })
      return [summary.documents, summary.contaminated]
    },
    gives: [3, 2],
  },
  'decontaminate, for benchmarks': {
    async of(benchmarks) {
      const { summary } = await decontaminate(FEW, { benchmarks, k: 3, minOverlap: 1 })
      return [summary.items, summary.itemsFound]
    },
    gives: [3, 1],
    option: 'benchmarks',
  },
}

async function namesOf(
  pairs: AsyncIterable<{ readonly a: unknown; readonly b: unknown }>,
): Promise<string[]> {
  return (await collect(pairs)).map(({ a, b }) => `${a}-${b}`).sort()
}

/** All kinds in a long run; in a short one, every other kind, and those between for the next function. */
const someOf = <Kind>(kinds: readonly Kind[], row: number) =>
  kinds.filter((_, i) => isLong || (i + row) % 2 === 1)

describe.each(Object.entries(FUNCTIONS).map(([name, call], row) => ({ name, row, ...call })))(
  '$name',
  ({ row, of, gives, option = 'source' }) => {
    it.each(someOf(SOURCES, row))('reads %s', async (_, open) => {
      expect(await of(open())).toEqual(gives)
    })

    it.each([7, null, { rows: ROWS }])('refuses %j by the name of the option', async (source) => {
      await expect(of(source as unknown as string)).rejects.toMatchObject({ code: 'invalid-option', option })
    })
  },
)

describe('restore', () => {
  it.each(someOf(SOURCES, 0))('restores %s', async (_, open) => {
    const out = mkdtempSync(pathOf(folder, 'restored-'))
    const file = (name: string) => pathOf(out, name)
    const write = {
      kept: file('kept.jsonl'),
      removed: file('removed.jsonl'),
      manifest: file('manifest.json'),
    }
    await (await dedup(open(), { ...OPTIONS, write })).close()
    const { files, documents } = await restore(write.manifest, { out: file('back') })
    expect(documents).toBe(ROWS.length)
    const read = files.map((path) => readFileSync(path, 'utf8')).join('')
    expect(read).toBe(lines(ROWS))
  })

  it('takes a single manifest', async () => {
    for (const manifest of [FILES, ROWS])
      await expect(restore(manifest as unknown as string)).rejects.toMatchObject({ option: 'manifest' })
  })
})

describe('recluster', () => {
  const runDir = pathOf(folder, 'run')

  it.each(someOf(Object.entries(PATHS), 0))('continues a run on %s', async (_, paths) => {
    rmSync(runDir, { recursive: true, force: true })
    await (await find(paths, { ...OPTIONS, runDir })).close()
    await using found = await recluster(runDir, { threshold: 0.9 })
    expect(found.summary).toMatchObject({ documents: 3, pairs: 0 })
  })

  it('is closed like every other result, and leaves the run as it is', async () => {
    const before = readdirSync(runDir)
    const found = await recluster(runDir, { threshold: 0.7 })
    expect(await namesOf(found.pairs())).toEqual(['x-z'])
    const [batch] = await collect(found.pairBatches())
    const [columns] = await collect(found.clusterBatches())
    const idOf = await found.ids([...batch!.a, ...batch!.b])
    expect([batch!.a[0]!, batch!.b[0]!].map(idOf)).toEqual(['x', 'z'])
    expect(Array.from(columns!.members, idOf)).toEqual(['x', 'z'])
    await found[Symbol.asyncDispose]()
    await expect(found.ids([0])).rejects.toThrow('closed')
    await found.close()
    await expect(collect(found.clusters())).rejects.toThrow('closed')
    expect(readdirSync(runDir)).toEqual(before)
  })

  it('takes a single run', async () => {
    for (const run of [FILES, ROWS])
      await expect(recluster(run as unknown as string, { threshold: 0.9 })).rejects.toMatchObject({
        option: 'runDir',
      })
  })
})
