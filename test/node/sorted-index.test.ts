// Worker threads run what is built, so this test does, too.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from 'lmdb'
import { afterAll, describe, expect, it } from 'vitest'
import { buildSorted } from '../../dist/node/sorted-index.js'
import { openLmdbStore } from '../../dist/public/store-lmdb.js'
import { openSource } from '../../dist/read/node-open-source.js'
import { Random } from '../../src/hash/random.js'
import type { OpenOptions } from '../../src/store/open-index.js'

const folder = mkdtempSync(join(tmpdir(), 'build-index-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const clock = () => 1_700_000_000_000
let made = 0

interface Line {
  readonly id: string | number
  readonly text: string
}

/** Texts with copies, near-copies, empty ones and ids of every kind. */
function documents(count: number): Line[] {
  const random = new Random(5)
  const words = ['river', 'Straße', '東京', 'gate', 'é', 'wall', 'north', 'bell', 'x1', 'oak']
  const texts: string[] = []
  return Array.from({ length: count }, (_, i) => {
    const fresh = Array.from({ length: 3 + random.below(120) }, () => words[random.below(words.length)]!)
    const earlier = texts.length > 0 ? texts[random.below(texts.length)]! : ''
    const text =
      i % 11 === 0 ? '' : i % 5 === 0 ? earlier : i % 7 === 0 ? `${earlier} ${fresh[0]}` : fresh.join(' ')
    texts.push(text)
    return { id: i % 3 === 0 ? i : i % 3 === 1 ? `doc "${i}" ü` : `\u{1F600}${i}`, text }
  })
}

function fileOf(lines: readonly object[]): string {
  const file = join(folder, `${made++}.jsonl`)
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

/** All entries of an index, by table. */
function entriesOf(index: string): Record<string, Record<string, string>> {
  const environment = open({ path: join(index, 'data-1.mdb'), noSubdir: true, maxDbs: 4, readOnly: true })
  const tables = ['records', 'buckets', 'counters', 'postings'].map((name) => {
    const table = environment.openDB({ name, keyEncoding: 'binary', encoding: 'binary' })
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    const entries = [...table.getRange({})].map(({ key, value }) => [hex(key as Buffer), hex(value)] as const)
    return [name, Object.fromEntries(entries)] as const
  })
  void environment.close()
  return Object.fromEntries(tables)
}

async function added(lines: readonly Line[], options: OpenOptions, namespace: string): Promise<string> {
  const index = join(folder, `${made++}`)
  await using store = await openLmdbStore(index, { ...options, clock })
  await store.namespace(namespace).addMany(lines)
  return index
}

async function built(
  file: string | readonly string[],
  options: OpenOptions,
  more: {
    id?: false
    namespace?: string
    workers?: number
    partitions?: number
    memory?: number
    onError?: 'skip'
  } = {},
) {
  const index = join(folder, `${made++}`)
  mkdirSync(index)
  const { id = 'id', namespace = '', onError = 'stop', ...rest } = more
  const source = await openSource([file].flat(), { id })
  try {
    const result = await buildSorted(index, source, {
      index: { ...options, clock },
      namespace,
      onError,
      ...rest,
      onProgress() {},
    })
    return { index, result }
  } finally {
    await source.close()
  }
}

describe('an index that is built at once', () => {
  const lines = documents(700)
  const file = fileOf(lines)

  it.each([
    ['the default', {}, {}],
    ['two workers, many parts', {}, { workers: 2, partitions: 37 }],
    ['a memory budget', {}, { memory: 300e6, partitions: 256 }],
    ['texts', { keepTexts: true }, { workers: 1, partitions: 5 }],
    ['characters, a namespace', { shingle: { kind: 'chars', k: 5 } }, { namespace: 'other' }],
    ['no containment', { containment: false, threshold: 0.6 }, { partitions: 2 }],
    ['an expiry', { expiry: { maxAge: 1000 } }, {}],
  ] as const)('has the same entries as one whose documents are added: %s', async (_, options, how) => {
    const { index, result } = await built(file, options, how)
    expect(result).toMatchObject({ added: 700, replaced: 0, skipped: [] })
    const other = await added(lines, options, 'namespace' in how ? how.namespace : '')
    expect(entriesOf(index)).toEqual(entriesOf(other))
  })

  it('keeps the last of the documents that have the same id, and nothing else of the others', async () => {
    const repeated = [
      ...lines,
      ...lines.slice(0, 90).map(({ id }, i) => ({ id, text: `instead of ${i} there is this` })),
    ]
    const { index, result } = await built(fileOf(repeated), {}, { workers: 2, partitions: 3 })
    expect(result).toMatchObject({ added: 790, replaced: 90 })
    const other = await added(repeated, {}, '')
    const [own, expected] = [entriesOf(index), entriesOf(other)]
    expect(own).toEqual(expected)
  })

  it('is not built at once if documents must make room for later ones', async () => {
    const { result } = await built(file, { expiry: { maxDocuments: 100 } })
    expect(result).toBeUndefined()
  })

  it('is the same whatever the number of files, with positions as ids', async () => {
    const texts = lines.map(({ text }) => ({ text }))
    const files = texts.map((line) => fileOf([line]))
    const { index } = await built(files, { keepTexts: true }, { workers: 2, partitions: 3, id: false })
    const numbered = texts.map(({ text }, id) => ({ id, text }))
    expect(entriesOf(index)).toEqual(entriesOf(await added(numbered, { keepTexts: true }, '')))
  })

  it('merges the documents of many files by their ids', async () => {
    const repeated = [
      ...lines,
      ...lines.slice(5, 60).map(({ id }, i) => ({ id, text: `another text ${i} of it` })),
    ]
    const files = repeated.map((line) => fileOf([line]))
    const { index, result } = await built(files, { keepTexts: true }, { partitions: 9 })
    expect(result).toMatchObject({ added: 755, replaced: 55 })
    expect(entriesOf(index)).toEqual(entriesOf(await added(repeated, { keepTexts: true }, '')))
  })

  it('has all documents, whatever their number', async () => {
    for (const count of [0, 1, 2, 12]) {
      const some = lines.slice(1, 1 + count)
      const { index, result } = await built(fileOf(some), {})
      expect(result!.stats.documents).toBe(count)
      await using store = await openLmdbStore(index, { readOnly: true, ifMissing: 'refuse' })
      for (const { id, text } of some.filter(({ text }) => text !== ''))
        expect((await store.query(text)).map((match) => match.id)).toContain(id)
    }
  })

  it('stops at a bad record, or skips it', async () => {
    const bad = [lines[1]!, { id: 'no text' }, { id: 'x'.repeat(1000), text: 'a b c d e f' }, lines[2]!]
    const name = fileOf(bad)
    await expect(built(name, {})).rejects.toThrow(/line 2: no field "text"/)
    const { result } = await built(name, {}, { onError: 'skip' })
    expect(result).toMatchObject({ added: 2 })
    expect(result!.skipped.map(({ line, problem }) => [line, problem])).toEqual([
      [2, 'no field "text"'],
      [3, 'the id in the field "id" has more than 1000 bytes as JSON'],
    ])
  })

  it('can be changed like any other', async () => {
    const { index } = await built(file, {})
    await using store = await openLmdbStore(index)
    const { id, text } = lines[1]!
    expect(await store.remove(id)).toBe(1)
    expect((await store.query(text)).map((match) => match.id)).not.toContain(id)
    await store.add({ id, text })
    expect((await store.query(text)).map((match) => match.id)).toContain(id)
  })
})
