// Worker threads run what is built, so this test does, too.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { explain, find, type Progress, recluster } from '../../dist/public/node.js'
import { reportIn } from '../cli/report-in.js'
import { collect } from '../collect.js'
import { binomialMargin } from '../laws/binomial.js'

const ARTICLES = new URL('../../examples/data/articles.jsonl', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'likewise-node-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TEXTS = ['one text about apples and pears', 'another thing', 'one text about apples and pears too']
const ROWS = TEXTS.map((body, i) => ({ sku: `s${i}`, title: 'the title', body, price: i }))

describe('find', () => {
  it('finds in files what it finds in their documents, with workers and with one thread', async () => {
    const paths = [join(folder, 'a.jsonl'), join(folder, 'b.csv')]
    writeFileSync(paths[0]!, `${JSON.stringify({ id: 'x', text: TEXTS[0] })}\n`)
    writeFileSync(paths[1]!, `id,text\ny,${TEXTS[1]}\nz,${TEXTS[2]}\n`)
    const options = { threshold: 0.5, shingle: { k: 1 } } as const
    const documents = TEXTS.map((text, i) => ({ id: 'xyz'[i]!, text }))
    const expected = [{ a: 'x', b: 'z', similarity: 6 / 7 }]
    for (const source of [paths, join(folder, '*.{jsonl,csv}'), documents]) {
      for (const workers of [1, 2]) {
        await using found = await find(source, { ...options, workers })
        expect(await collect(found.pairs())).toEqual(expected)
        expect((await collect(found.clusters())).map(({ members }) => members)).toEqual([['x', 'z']])
      }
    }
  })

  it('writes a page with as many pairs as its memory allows', async () => {
    await using found = await find(Array(600).fill({ text: TEXTS[0]! }), {
      memory: '256MB',
      workers: 1,
      shingle: { k: 1 },
    })
    const path = join(folder, 'page.html')
    await found.writeReport(path)
    const { pairs, leftOut } = reportIn(readFileSync(path, 'utf8'))
    expect(pairs.a.length + leftOut.pairs).toBe(found.summary.pairs)
    expect(pairs.a.length).toBeLessThanOrEqual((256 * 2 ** 20) / 2000)
    expect(leftOut.pairs).toBeGreaterThan(0)
  })

  it('reads the named fields of rows, and identifies rows by their id', async () => {
    async function* cursor() {
      yield ROWS.slice(0, 2)
      yield ROWS.slice(2)
    }
    await using found = await find(cursor(), {
      text: ['title', 'body'],
      id: 'sku',
      threshold: 0.5,
      shingle: { k: 1 },
    })
    expect(await collect(found.pairs())).toEqual([{ a: 's0', b: 's2', similarity: 8 / 9 }])
  })

  it('reports progress, the measured recall, and the plan with its reason', async () => {
    const seen: Progress[] = []
    await using found = await find(ARTICLES, {
      threshold: 0.7,
      method: 'bands',
      audit: 400,
      memory: '256MB',
      workers: 1,
      onProgress: (progress) => seen.push(progress),
    })
    expect(seen.at(-1)).toMatchObject({ stage: 'audit', documents: 414 })
    expect(found.summary.recall.measured).toBeGreaterThan(0.9)
    expect(found.explained.plan).toEqual(found.summary.plan)
    expect((await explain(ARTICLES, { threshold: 0.7, method: 'bands' })).plan).toEqual(found.summary.plan)
  })

  it('leaves nothing behind when it is closed, when it fails and when it is aborted', async () => {
    const temporary = mkdtempSync(join(folder, 'temporary-'))
    const found = await find(ROWS, { text: 'body', id: 'sku', temporary })
    expect(readdirSync(temporary)).toHaveLength(1)
    await found.close()
    await found.close()
    await expect(find([{ text: 1 }], { temporary })).rejects.toMatchObject({ code: 'bad-record', line: 1 })
    const stop = new AbortController()
    const aborted = find(ARTICLES, {
      temporary,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    })
    await expect(aborted).rejects.toThrow('enough')
    async function* failing() {
      yield { text: 'a' }
      throw new Error('the database is gone')
    }
    await expect(find(failing(), { temporary })).rejects.toThrow('the database is gone')
    expect(readdirSync(temporary)).toEqual([])
  })

  it('refuses what it cannot use, with the option or the document', async () => {
    const refused = async (source: unknown, options: object) =>
      find(source as string, options).then(
        () => undefined,
        (error: unknown) => error,
      )
    expect(await refused(7, {})).toMatchObject({ code: 'invalid-option', option: 'source' })
    expect(await refused(ARTICLES, { memory: 'much' })).toMatchObject({ option: 'memory' })
    for (const runDir of ['a\0b', ''])
      expect(await refused(ARTICLES, { runDir })).toMatchObject({ option: 'runDir' })
    expect(await refused(ARTICLES, { worker: 1 })).toMatchObject({ option: 'worker' })
    expect(await refused(ROWS, { text: 'body', runDir: join(folder, 'run') })).toMatchObject({
      option: 'runDir',
    })
    expect(await refused([{ text: 'a' }, 'b'], {})).toMatchObject({ code: 'invalid-value', position: 1 })
    expect(await refused('no/such/file.jsonl', {})).toMatchObject({ code: 'unreadable-input' })
  })

  it('keeps a run directory, from which it resumes and reclusters', async () => {
    const runDir = join(folder, 'run')
    const options = { threshold: 0.7, keepPairsFrom: 0.5, runDir, workers: 1 }
    const first = await find(ARTICLES, options)
    const pairs = await collect(first.pairs())
    await first.close()
    expect(existsSync(runDir)).toBe(true)
    await using resumed = await find(ARTICLES, { ...options, resume: true })
    expect(await collect(resumed.pairs())).toEqual(pairs)
    const lower = await recluster(runDir, { threshold: 0.5 })
    expect(lower.summary.pairs).toBeGreaterThan(pairs.length)
    expect(await collect(lower.pairs())).toHaveLength(lower.summary.pairs)
    expect(await collect(lower.clusters())).toHaveLength(lower.summary.clusters)
    expect(await collect(lower.removed())).toHaveLength(lower.summary.removed)
  })

  it('has the requested recall at the lowest similarity of kept pairs, after recluster', async () => {
    const count = 600
    const recall = 0.95
    const word = (pair: number, i: number) => `w${pair}x${i}`
    // Two texts of 30 words have 20 in common: similarity 0.5 exactly.
    const documents = Array.from({ length: 2 * count }, (_, id) => ({
      id,
      text: Array.from({ length: 30 }, (_, i) =>
        word(id >> 1, i < 20 ? i : i + (id % 2 === 0 ? 0 : 100)),
      ).join(' '),
    }))
    const path = join(folder, 'kept.jsonl')
    writeFileSync(path, documents.map((document) => `${JSON.stringify(document)}\n`).join(''))
    const runDir = join(folder, 'kept')
    const request = {
      threshold: 0.8,
      keepPairsFrom: 0.5,
      recall,
      method: 'bands',
      shingle: { k: 1 },
    } as const
    await using found = await find(path, { ...request, runDir, workers: 1 })
    expect(found.summary.pairs).toBe(0)
    const { summary } = await recluster(runDir, { threshold: 0.5 })
    expect(summary.pairs / count).toBeGreaterThanOrEqual(recall - binomialMargin(count, recall).below)
  })
})
