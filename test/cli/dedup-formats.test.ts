// By default the output of dedup has the format of its input, also compressed.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { decompress } from 'fzstd'
import { parquetMetadata } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { compressHadoopLz4, compressLz4 } from '../../src/parquet/lz4.js'
import { asLines, FIVE, Workspace } from './likewise.js'

const KEPT = FIVE.filter((_, i) => ![2, 4].includes(i))
const REMOVED = FIVE.filter((_, i) => [2, 4].includes(i))
const TEXTS = FIVE.map(({ text }) => text)
const CSV = `id,text\r\n${FIVE.map(({ id, text }) => `${id},"${text}"\r\n`).join('')}`

function bytesOf(workspace: Workspace, name: string): Buffer {
  const bytes = readFileSync(join(workspace.folder, name))
  if (name.endsWith('.zst')) return Buffer.from(decompress(bytes))
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

/** Deduplicates a file, restores it, and returns the names of what was written. */
async function deduplicate(
  workspace: Workspace,
  name: string,
  ...more: readonly string[]
): Promise<string[]> {
  const before = workspace.names()
  const run = await workspace.run(['dedup', name, '-q', ...more])
  expect(run, run.stderr).toMatchObject({ code: 0, stderr: '' })
  const written = workspace.names().filter((other) => !before.includes(other))
  const manifest = written.find((other) => other.endsWith('manifest.json'))!
  const restored = await workspace.run(['restore', manifest, '--output', 'restored', '--force', '-q'])
  expect(restored, restored.stderr).toMatchObject({ code: 0, stderr: '' })
  const again = readFileSync(join(workspace.folder, 'restored'))
  if (!name.endsWith('.zst') && !name.endsWith('.parquet'))
    expect(again.equals(bytesOf(workspace, name))).toBe(true)
  return written
}

/** A zstd file that holds the bytes as they are. */
function zstdFrame(bytes: Buffer): Buffer {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0, 0, 0, 0])
  header.writeUInt32LE(bytes.length, 5)
  header.writeUIntLE(bytes.length * 8 + 1, 9, 3)
  return Buffer.concat([header, bytes])
}

describe('dedup by default writes the format of its input', () => {
  it.each([
    ['pretty-printed', 2, '[\n  {\n    "id": "a",', '  }\n]\n'],
    ['compact', undefined, '[{"id":"a",', '}]\n'],
  ] as const)('a JSON array that is %s', async (_, indent, beginning, end) => {
    const workspace = new Workspace()
    workspace.write('in.json', JSON.stringify(FIVE, null, indent))
    expect(await deduplicate(workspace, 'in.json')).toEqual([
      'in.kept.json',
      'in.manifest.json',
      'in.removed.json',
    ])
    const kept = workspace.read('in.kept.json')
    expect(kept.startsWith(beginning) && kept.endsWith(end), kept).toBe(true)
    expect(kept).toBe(`${JSON.stringify(KEPT, null, indent)}\n`)
    const removed = JSON.parse(workspace.read('in.removed.json')) as Record<string, unknown>[]
    expect(removed.map(({ document }) => document)).toEqual(REMOVED)
    expect(removed[0]).toMatchObject({ position: 2, survivor: 'a', reason: 'similar' })
  })

  it('JSON objects one after the other, on one line or on several', async () => {
    const workspace = new Workspace()
    workspace.write('objects.json', FIVE.map((one) => `${JSON.stringify(one, null, 2)}\n\n`).join(''))
    workspace.write('lines.json', asLines(FIVE))
    await deduplicate(workspace, 'objects.json')
    expect(workspace.read('objects.kept.json')).toBe(
      `${KEPT.map((one) => JSON.stringify(one, null, 2)).join('\n\n')}\n`,
    )
    await deduplicate(workspace, 'lines.json')
    expect(workspace.read('lines.kept.json')).toBe(asLines(KEPT))
  })

  it('a folder of JSON files with an object each becomes a list, from which the folder is restored', async () => {
    const workspace = new Workspace()
    mkdirSync(join(workspace.folder, 'in'))
    for (const one of FIVE) workspace.write(`in/${one.id}.json`, JSON.stringify(one, null, 1))
    expect((await workspace.run(['dedup', 'in', '-q'])).code).toBe(0)
    expect(JSON.parse(workspace.read('in.kept.json'))).toEqual(KEPT)
    expect((await workspace.run(['restore', 'in.manifest.json', '--out', 'again', '-q'])).code).toBe(0)
    for (const { id } of FIVE)
      expect(workspace.read(`again/in/${id}.json`)).toBe(workspace.read(`in/${id}.json`))
  })

  it.each(['\n', '\r\n'])('one document per line, with line ends %j', async (end) => {
    const workspace = new Workspace()
    const lines = [...TEXTS, '', 'a\tb "c"', 'a\tb "c"', '"', '']
    workspace.write('in.txt', lines.join(end))
    expect(await deduplicate(workspace, 'in.txt', '--format', 'lines')).toEqual([
      'in.kept.txt',
      'in.manifest.json',
      'in.removed.tsv',
    ])
    const kept = lines.filter((_, i) => ![2, 4, 7].includes(i))
    expect(workspace.read('in.kept.txt')).toBe(
      kept
        .slice(0, -1)
        .map((line) => line + end)
        .join(''),
    )
    const [header, ...rows] = workspace.read('in.removed.tsv').split(/\r?\n/)
    expect(header).toBe('position\tid\tsurvivor\tsimilarity\treason\ttext')
    expect(rows.at(-2)).toBe('7\t7\t6\t1\tidentical\t"a\tb ""c"""')
  })

  it('lines in other encodings', async () => {
    const workspace = new Workspace()
    const text = 'Käse und Öl aus der Küche\nKäse und Öl aus der Küche\nein anderer Satz, größer'
    workspace.write('latin.txt', Buffer.from(text, 'latin1'))
    workspace.write('wide.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))
    await deduplicate(workspace, 'latin.txt', '--format', 'lines')
    expect(bytesOf(workspace, 'latin.kept.txt').toString('latin1')).toBe(
      `${text.split('\n').slice(1).join('\n')}\n`,
    )
    await deduplicate(workspace, 'wide.txt', '--format', 'lines')
  })

  it('files without records, which are restored, too', async () => {
    const workspace = new Workspace()
    for (const [name, content] of [
      ['list.json', '[\n]\n'],
      ['header.csv', 'id,text\n'],
      ['empty.jsonl', ''],
    ] as const) {
      workspace.write(name, content)
      await deduplicate(workspace, name)
    }
    expect(workspace.read('list.kept.json')).toBe('[]\n')
    expect(workspace.read('header.kept.csv')).toBe('id,text\n')
  })

  it('compressed files', async () => {
    const workspace = new Workspace()
    workspace.write('a.jsonl.gz', gzipSync(asLines(FIVE)))
    workspace.write('b.csv.gz', gzipSync(CSV))
    workspace.write('c.json.gz', gzipSync(JSON.stringify(FIVE, null, 1)))
    workspace.write('d.txt.gz', gzipSync(TEXTS.join('\n')))
    expect(await deduplicate(workspace, 'a.jsonl.gz')).toContain('a.removed.jsonl.gz')
    expect(bytesOf(workspace, 'a.kept.jsonl.gz').toString()).toBe(asLines(KEPT))
    expect(await deduplicate(workspace, 'b.csv.gz')).toContain('b.removed.csv.gz')
    expect(bytesOf(workspace, 'b.kept.csv.gz').toString()).toBe(
      CSV.split('\r\n')
        .filter((_, i) => ![3, 5].includes(i))
        .join('\r\n'),
    )
    expect(await deduplicate(workspace, 'c.json.gz')).toContain('c.removed.json.gz')
    expect(JSON.parse(bytesOf(workspace, 'c.kept.json.gz').toString())).toEqual(KEPT)
    expect(await deduplicate(workspace, 'd.txt.gz', '--format', 'lines')).toContain('d.removed.tsv.gz')
    writeFileSync(join(workspace.folder, 'e.jsonl.zst'), zstdFrame(Buffer.from(asLines(FIVE))))
    expect(await deduplicate(workspace, 'e.jsonl.zst')).toContain('e.removed.jsonl.zst')
    expect(bytesOf(workspace, 'e.kept.jsonl.zst').toString()).toBe(asLines(KEPT))
  })

  it('Parquet with the codec of each column', async () => {
    const workspace = new Workspace()
    const columnData = [
      { name: 'id', data: FIVE.map(({ id }) => id), codec: 'LZ4_RAW' },
      { name: 'text', data: TEXTS, codec: 'LZ4' },
      { name: 'length', data: TEXTS.map(({ length }) => length), codec: 'GZIP' },
    ]
    const compressors = {
      LZ4_RAW: compressLz4,
      LZ4: compressHadoopLz4,
      GZIP: (bytes: Uint8Array) => gzipSync(bytes),
    }
    workspace.write('in.parquet', Buffer.from(parquetWriteBuffer({ columnData, compressors } as never)))
    await deduplicate(workspace, 'in.parquet')
    for (const name of ['in.kept.parquet', 'restored']) {
      const { buffer } = new Uint8Array(readFileSync(join(workspace.folder, name)))
      const codecs = parquetMetadata(buffer).row_groups[0]!.columns.map(({ meta_data }) => meta_data!.codec)
      expect(codecs).toEqual(['LZ4_RAW', 'LZ4', 'GZIP'])
    }
  })

  it('also on stdout, and otherwise the format of the name', async () => {
    const workspace = new Workspace()
    workspace.write('in.json', JSON.stringify(FIVE, null, 2))
    workspace.write('in.txt', TEXTS.join('\n'))
    workspace.write('in.jsonl', asLines(FIVE))
    const others = ['--removed', 'r.jsonl', '--manifest', 'm.json', '-q', '--force']
    const list = await workspace.run(['dedup', 'in.json', '--kept', '-', ...others])
    expect(list.stdout).toBe(`${JSON.stringify(KEPT, null, 2)}\n`)
    const lines = await workspace.run(['dedup', 'in.txt', '--format', 'lines', '--kept', '-', ...others])
    expect(lines.stdout).toBe(KEPT.map(({ text }) => `${text}\n`).join(''))
    expect((await workspace.run(['dedup', 'in.json', '--kept', 'k.jsonl.gz', ...others])).code).toBe(0)
    expect(bytesOf(workspace, 'k.jsonl.gz').toString().split('\n')).toHaveLength(4)
    expect((await workspace.run(['restore', 'm.json', '--output', 'again.json', '-q'])).code).toBe(0)
    expect(workspace.read('again.json')).toBe(workspace.read('in.json'))
    expect((await workspace.run(['dedup', 'in.jsonl', '--kept', 'k.json', ...others])).code).toBe(0)
    expect(JSON.parse(workspace.read('k.json'))).toEqual(KEPT)
    expect((await workspace.run(['restore', 'm.json', '--output', 'again.jsonl', '-q'])).code).toBe(0)
    expect(workspace.read('again.jsonl')).toBe(workspace.read('in.jsonl'))
    const unsuitable = await workspace.run(['dedup', 'in.jsonl', '--kept', 'k.txt', ...others])
    expect(unsuitable).toMatchObject({ code: 1, stderr: expect.stringContaining('k.txt: unknown extension') })
  })

  it('JSON Lines if the inputs differ, compressed if all of them are', async () => {
    const workspace = new Workspace()
    workspace.write('a.json.gz', gzipSync(JSON.stringify(FIVE)))
    workspace.write('b.csv.gz', gzipSync('id,text\nz,something else that is only here\n'))
    expect((await workspace.run(['dedup', 'a.json.gz', 'b.csv.gz', '--out', 'out', '-q'])).code).toBe(0)
    const kept = gunzipSync(readFileSync(join(workspace.folder, 'out/kept.jsonl.gz'))).toString()
    expect(kept.trim().split('\n')).toHaveLength(4)
  })
})
