// Paths and tables that only Spark reads and writes, and the command line on Spark.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Found } from '../../src/engine/engine.js'
import { dedup } from '../../src/node/dedup.js'
import { nodeEngine } from '../../src/node/node-engine.js'
import { openSpark } from '../../src/node/spark-search.js'
import { keysOf, sectionsOfPage, unlistedKeys } from '../cli/json-keys.js'
import { ARTICLES, Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { findSpark, killDriver, SMALL, sparkEnvironment } from './spark-cluster.js'
import { lines } from './spark-outputs.js'

const spark = findSpark()
const TIMEOUT = 900_000
const SPARK_VERSION = expect.stringMatching(/^\d+\.\d+\.\d+/)
const SEARCH = ['--id', 'id', '--threshold', '0.7', '--method', 'bands']

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`

/** Some articles as CSV, where every line break, quote and comma is in quotes. */
function articlesAsCsv(count: number): string {
  const rows = readFileSync(ARTICLES, 'utf8').split('\n').slice(0, count)
  const csv = rows.map((line) => {
    const { id, title, text } = JSON.parse(line) as Record<'id' | 'title' | 'text', string>
    return [id, title, text].map(quoted).join(',')
  })
  return `${['id,title,text', ...csv].join('\n')}\n`
}

describe.skipIf(spark.path === undefined)(titled('Spark', spark), { timeout: TIMEOUT }, () => {
  const workspace = new Workspace()
  const here = join(workspace.folder, 'in.csv')
  const uri = (name: string) => pathToFileURL(join(workspace.folder, name)).href
  /** The rows of a table that Spark wrote, or of a file. */
  const rowsOf = async (name: string): Promise<Record<string, unknown>[]> => {
    const path = join(workspace.folder, name)
    const files = readdirSync(path).filter((part) => /^part-.*\.parquet$/.test(part))
    const parts = files.map((part) => Uint8Array.from(readFileSync(join(path, part))).buffer)
    return (await Promise.all(parts.map((file) => parquetReadObjects({ file })))).flat()
  }
  const linesOf = (name: string) => workspace.read(name).trim().split('\n').sort()

  beforeAll(() => {
    Object.assign(process.env, sparkEnvironment(spark.path!))
    workspace.write('in.csv', articlesAsCsv(120))
  })

  describe('before there is any executor', () => {
    // A cluster without workers: whatever needs an executor waits forever.
    const warehouse = { 'spark.sql.warehouse.dir': uri('no-tables') }
    const engine = openSpark({ master: 'local-cluster[0,1,1000]', conf: { ...SMALL, ...warehouse } })
    afterAll(() => engine.close(), 60_000)

    it.each([
      [
        'a table',
        'table:nowhere',
        /cannot read the table nowhere.*TABLE_OR_VIEW_NOT_FOUND/,
        /check the name/,
      ],
      ['a path', uri('none.parquet'), /none\.parquet does not exist/, /exists for every executor/],
      ['a connector', 's3a://bucket/in.parquet', /S3AFileSystem not found/, /add it with `conf`.*hadoop-aws/],
    ])('says that %s is missing', async (_, source, problem, hint) => {
      const error = await engine.find(source).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code: 'unreadable-input', message: expect.stringMatching(problem) })
      expect(error).toMatchObject({ hint: expect.stringMatching(hint) })
    })

    it('says that an output exists', async () => {
      const outputs = { outputs: [uri('new.csv'), here], overwrite: false }
      const found = engine.find(uri('in.csv'), {}, {}, { outputs })
      await expect(found).rejects.toMatchObject({ code: 'unwritable-output', file: uri('in.csv') })
    })
  })

  describe('in one application', () => {
    const conf = { ...SMALL, 'spark.sql.warehouse.dir': uri('tables') }
    const sparkDir = join(workspace.folder, 'spark dir')
    const reading = { text: 'text', id: 'id' } as const
    const searches = openSpark({ master: 'local[2]', conf, folder: `file://${sparkDir}`, ...reading })
    afterAll(() => searches.close(), 60_000)
    const request = { threshold: 0.7, method: 'bands', onError: 'skip' } as const
    const rows = readFileSync(ARTICLES, 'utf8').split('\n').slice(0, 60)
    const articles = rows.map((line) => JSON.parse(line) as Record<'id' | 'text', string>)
    const parquet = (texts: readonly unknown[]) =>
      Buffer.from(
        parquetWriteBuffer({
          columnData: [
            { name: 'id', data: texts.map((_, i) => articles[i]!.id), type: 'STRING' },
            { name: 'text', data: texts, type: typeof texts[0] === 'number' ? 'INT32' : 'STRING' },
          ] as never,
        }),
      )
    const texts = articles.map(({ text }, i) => (i === 7 ? null : text))

    beforeAll(() => {
      workspace.write('some.parquet', parquet(texts))
      workspace.write('numbers.parquet', parquet([1, 2]))
      workspace.write('some.avro', '')
      // One text is not a string, and one needs full Unicode handling.
      const bad = JSON.stringify({ id: 'bad', text: 7 })
      const turkish = JSON.stringify({ id: 'turkish', text: 'İstanbul güzel bir şehir' })
      workspace.write('some.jsonl', [...rows, bad, turkish, ''].join('\n'))
    })

    /** What is found, and what is skipped, by the engine on one machine or on Spark. */
    const contentOf = async (found: Found) => {
      const { documents, empty, identical, equal, candidates, skipped } = found.summary
      const pairs = []
      for await (const pair of found.pairs()) pairs.push(pair)
      const problems = skipped.map(({ line, problem }) => ({ line, problem }))
      return { documents, empty, identical, equal, candidates, problems, pairs }
    }
    const expected = async (name: string) => {
      const engine = nodeEngine({ workers: 1, text: 'text', id: 'id' })
      await using found = await engine.find(join(workspace.folder, name), request)
      return contentOf(found)
    }

    it('reads JSON Lines at a URI, and counts what is skipped and what needs full Unicode handling', async () => {
      await using found = await searches.find(uri('some.jsonl'), request)
      const content = await contentOf(found)
      expect(content).toEqual(await expected('some.jsonl'))
      expect(content.problems).toEqual([{ line: 61, problem: 'the field "text" is not a string' }])
      expect(content.pairs.length).toBeGreaterThan(0)
      expect(found.found.answer.unicodeFallbacks).toBeGreaterThan(0)
      // A bad record has no id.
      expect((await found.ids([0, 60]))(60)).toBe(60)
    })

    it('reads Parquet at a URI and a table, where a missing text is an empty one', async () => {
      const own = await expected('some.parquet')
      expect([own.documents, own.empty]).toEqual([60, 1])
      await using found = await searches.find(uri('some.parquet'), request)
      expect(await contentOf(found)).toEqual(own)
      await searches.store('table:some', false, async (path) => writeFileSync(path, parquet(texts)))
      await using table = await searches.find('table:some', request)
      expect(await contentOf(table)).toEqual(own)
    })

    it.each(['columns.parquet', 'columns.csv'])('keeps every column of %s', async (name) => {
      const columnData = [
        { name: 'id', data: articles.map(({ id }) => id), type: 'STRING' },
        { name: 'count', data: articles.map((_, i) => (i % 5 === 0 ? null : i)), type: 'INT32' },
        { name: 'text', data: articles.map(({ text }) => text), type: 'STRING' },
        { name: 'share', data: articles.map((_, i) => i / 7), type: 'DOUBLE' },
        { name: 'is new', data: articles.map((_, i) => i % 2 === 0), type: 'BOOLEAN' },
        { name: 'a.b', data: articles.map((_, i) => ({ list: [i, 'é'] })), type: 'JSON' },
      ]
      if (name.endsWith('.csv')) {
        const cell = (value: unknown) =>
          quoted(typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''))
        const table = [columnData.map((column) => column.name)].concat(
          articles.map((_, i) => columnData.map(({ data }) => data[i] as string)),
        )
        workspace.write(name, `${table.map((row) => row.map(cell).join(',')).join('\n')}\n`)
      } else workspace.write(name, Buffer.from(parquetWriteBuffer({ columnData: columnData as never })))
      const source = join(workspace.folder, name)
      const [kept, removed, manifest] = ['kept.jsonl', 'removed.jsonl', 'columns.manifest.json'].map((file) =>
        join(workspace.folder, file),
      )
      const own = { kept: `${kept}.own.jsonl`, removed: `${removed}.own.jsonl` }
      const write = { ...own, manifest: manifest!, force: true }
      await using here = await dedup(source, { ...request, text: 'text', id: 'id', write, workers: 1 })
      expect(here.summary.removed).toBeGreaterThan(0)
      await using found = await searches.find(source, request)
      await found.dedup({ survivor: 'first', files: { kept: kept!, removed: removed!, overwrite: true } })
      expect(lines(kept!).sort()).toEqual(lines(own.kept).sort())
      expect(lines(removed!).sort()).toEqual(lines(own.removed).sort())
      expect(Object.keys(JSON.parse(lines(kept!)[0]!))).toEqual(columnData.map((column) => column.name))
    })

    it('plans from a sample that Spark takes', async () => {
      const { explained } = await searches.plan(uri('some.parquet'), { threshold: 0.7 })
      expect(explained.plan.threshold).toBe(0.7)
      expect(explained.sample).toMatchObject({ documents: 60 })
    })

    it('says which package reads Avro', async () => {
      await expect(searches.find(uri('some.avro'), request)).rejects.toMatchObject({
        code: 'unreadable-input',
        hint: expect.stringMatching(/spark\.jars\.packages=org\.apache\.spark:spark-avro/),
      })
      await expect(searches.find(uri('none.avro'), request)).rejects.toMatchObject({
        message: expect.stringMatching(/none\.avro does not exist/),
      })
    })

    it('refuses texts that are numbers', async () => {
      await expect(searches.find(uri('numbers.parquet'), request)).rejects.toMatchObject({
        reason: 'not-a-string',
        message: expect.stringMatching(/the field "text" is not a string in .*numbers\.parquet, but int/),
      })
    })

    /** Outputs of an earlier run, and where they are. */
    const earlierOutputs = (name: string) => {
      const files = [`${name}.kept.jsonl`, `${name}.removed.jsonl`] as const
      for (const file of files) {
        mkdirSync(join(workspace.folder, file))
        workspace.write(`${file}/part-0`, `${file}\n`)
      }
      return { kept: uri(files[0]), removed: uri(files[1]), overwrite: true }
    }
    const expectEarlierOutputs = (name: string) => {
      for (const file of [`${name}.kept.jsonl`, `${name}.removed.jsonl`])
        expect(lines(join(workspace.folder, file))).toEqual([file])
    }
    const partsOf = (name: string) =>
      readdirSync(workspace.folder).filter((file) => file.startsWith(`.${name}.`))

    it('keeps outputs of an earlier run when the driver is killed while it writes new ones', async () => {
      await using found = await searches.find(uri('some.jsonl'), request)
      const written = found.dedup({ survivor: 'first', files: earlierOutputs('killed') })
      written.catch(() => {})
      await vi.waitUntil(() => partsOf('killed').length > 0, { timeout: 60_000, interval: 5 })
      killDriver()
      await expect(written).rejects.toMatchObject({ code: 'spark-failed' })
      expectEarlierOutputs('killed')
    })

    it('leaves nothing in the folder of checkpoints, and keeps earlier outputs, when it is stopped', async () => {
      rmSync(sparkDir, { recursive: true })
      const early = new AbortController()
      await using found = await searches.find(uri('some.jsonl'), request, { signal: early.signal })
      expect(readdirSync(sparkDir)).toHaveLength(1)
      const written = found.dedup({ survivor: 'first', files: earlierOutputs('stopped') })
      setTimeout(() => early.abort(), 100)
      await expect(written).rejects.toMatchObject({ name: 'AbortError' })
      // Another application is started when the stopped one has ended.
      const { explained } = await searches.plan(uri('some.parquet'), { threshold: 0.7 })
      expect(explained.sample).toMatchObject({ documents: 60 })
      expect(readdirSync(sparkDir)).toHaveLength(1)
      expectEarlierOutputs('stopped')
      expect(partsOf('stopped')).toEqual([])
      const stop = new AbortController()
      const control = { signal: stop.signal, onProgress: () => stop.abort() }
      await expect(searches.find(uri('some.jsonl'), request, control)).rejects.toMatchObject({
        name: 'AbortError',
      })
      await searches.close()
      expect(readdirSync(sparkDir)).toEqual([])
    })
  })

  it('has steps that do what they should, as its own tests say', () => {
    const { PYTHONPATH, ...env } = sparkEnvironment(spark.path!)
    const archive = fileURLToPath(new URL('../../dist/engine/spark/likewise.zip', import.meta.url))
    const { status, stderr } = spawnSync('python3', ['python/tests/test_spark_jobs.py'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
      env: { ...env, PYTHONPATH: [archive, PYTHONPATH].join(delimiter) },
    })
    expect(stderr).toMatch(/\nOK\n$/)
    expect(status).toBe(0)
  })

  it('reads and writes URIs and tables on the command line as files are read and written without Spark', async () => {
    const own = await workspace.run([
      ...['dedup', 'in.csv', '--out', 'own', ...SEARCH],
      ...['--pairs', 'own/pairs.csv', '--clusters', 'own/clusters.jsonl', '--json'],
    ])
    const { kept, removed, pairs, clusters } = JSON.parse(own.stdout)
    expect(removed).toBeGreaterThan(0)
    const conf = { ...SMALL, 'spark.sql.warehouse.dir': uri('tables') }
    const ran = await workspace.runAlone([
      ...['dedup', uri('in.csv'), '--engine', 'spark', '--master', 'local[2]', ...SEARCH],
      ...Object.entries(conf).flatMap(([name, value]) => ['--spark-conf', `${name}=${value}`]),
      ...['--kept', uri('kept.parquet'), '--removed', 'table:removed', '--manifest', uri('manifest.json')],
      ...['--pairs', uri('pairs.csv'), '--clusters', uri('clusters.jsonl'), '--json', '--quiet'],
    ])
    expect([ran.code, ran.stderr]).toEqual([0, ''])
    const report: unknown = JSON.parse(ran.stdout)
    expect(report).toMatchObject({ kept, removed, pairs, clusters })
    expect(report).toMatchObject({ engine: { name: 'spark', version: SPARK_VERSION, master: 'local[2]' } })
    expect(unlistedKeys('dedup', keysOf(report))).toEqual([])
    const listed = sectionsOfPage().flatMap(({ keys }) =>
      [...keys].filter((key) => key.startsWith('engine.')),
    )
    expect(keysOf(report).filter((key) => key.startsWith('engine.'))).toEqual(listed)
    expect(linesOf('pairs.csv')).toEqual(linesOf('own/pairs.csv'))
    expect(linesOf('clusters.jsonl')).toEqual(linesOf('own/clusters.jsonl'))
    const keptRows = await rowsOf('kept.parquet')
    // Columns are in their order, which is not that of their names.
    expect(Object.keys(keptRows[0]!)).toEqual(['id', 'title', 'text'])
    const ids = (await rowsOf('tables/removed')).map((row) => row.id)
    const manifest = JSON.parse(workspace.read('manifest.json'))
    expect(manifest).toMatchObject({
      kept: { path: uri('kept.parquet'), documents: kept },
      removed: { path: 'table:removed', documents: removed },
    })
    expect([keptRows.length, ids.length]).toEqual([kept, removed])
    for (const id of ids) expect(workspace.read('own/in.removed.csv')).toContain(String(id))
    expect(workspace.leftovers()).toEqual([])
  })
})
