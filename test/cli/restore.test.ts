// What restore rebuilds is, byte for byte, what there was, and where it is not, the summary and the manifest say what is the same.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { asLines, FIVE, Workspace } from './likewise.js'

const RECORDS = FIVE.map((record) => ({ ...record, note: 'Käse "für" 日本 😀' }))
const LINES = asLines(RECORDS)
const CSV = `id;text\r\n${RECORDS.map(({ id, text }) => `${id};"Öl ${text}"\r\n`).join('')}`
const MARK = '\ufeff'

function utf16(text: string, order: 'le' | 'be' = 'le'): Buffer {
  const bytes = Buffer.from(text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

const pretty = (indent: number | string) => JSON.stringify(RECORDS, null, indent)
const objects = RECORDS.map((record) => JSON.stringify(record, null, 2)).join('\n')

interface Written {
  readonly path: string
  readonly restores: string
  readonly sha256: string
}

async function restored(
  workspace: Workspace,
  name: string,
  content: string | Uint8Array,
  ...more: string[]
): Promise<{ readonly written: Written; readonly bytes: Buffer; readonly summary: string }> {
  workspace.write(name, content)
  const dedup = await workspace.run(['dedup', name, '--out', 'out', ...more])
  expect(dedup.code, dedup.stderr).toBe(0)
  expect(dedup.stdout).toMatch(/removed +2 documents/)
  const stem = name.replace(/\..*/, '')
  const { code, stdout, stderr } = await workspace.run([
    'restore',
    `out/${stem}.manifest.json`,
    '--out',
    'again',
    '--json',
  ])
  expect(code, stderr).toBe(0)
  const [written] = (JSON.parse(stdout) as { written: [Written] }).written
  const bytes = readFileSync(join(workspace.folder, written.path))
  expect(written.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  return { written, bytes, summary: stderr }
}

describe.concurrent('likewise restore', () => {
  it.each<[string, string, string | Uint8Array]>([
    ['JSON Lines with a byte order mark', 'in.jsonl', `${MARK}${LINES}`],
    ['JSON Lines in UTF-16', 'in.jsonl', utf16(`${MARK}${LINES}`)],
    ['JSON Lines in UTF-16 without a mark', 'in.jsonl', utf16(LINES)],
    ['CSV in UTF-16', 'in.csv', utf16(`${MARK}${CSV}`)],
    ['CSV in UTF-16, big-endian', 'in.csv', utf16(`${MARK}${CSV}`, 'be')],
    ['CSV with a byte order mark', 'in.csv', `${MARK}${CSV}`],
    ['a JSON array on one line', 'in.json', JSON.stringify(RECORDS)],
    ['a JSON array, pretty-printed', 'in.json', `${pretty(2)}\n`],
    ['a JSON array with tabs and CR LF', 'in.json', pretty('\t').replaceAll('\n', '\r\n')],
    ['a JSON array with a mark', 'in.json', `${MARK}${pretty(1)}`],
    ['a JSON array in UTF-16', 'in.json', utf16(`${MARK}${pretty(1)}`)],
    [
      'a JSON array with blanks anywhere',
      'in.json',
      ` [ ${RECORDS.map((one) => JSON.stringify(one)).join('\n , ')}\n\n] \n`,
    ],
    ['objects on several lines', 'in.json', `${objects}\n`],
  ])('%s, byte for byte', async (_, name, content) => {
    const workspace = new Workspace()
    const { written, bytes, summary } = await restored(workspace, name, content)
    expect(written).toMatchObject({ path: join('again', name), restores: 'file' })
    expect(bytes.equals(Buffer.from(content))).toBe(true)
    expect(summary).toMatch(/identical +1 file, byte for byte\n/)
    expect(workspace.leftovers()).toEqual([])
  })

  it('JSON Lines in Latin-1, byte for byte', async () => {
    const content = Buffer.from(asLines(FIVE.map((record) => ({ ...record, note: 'Käse' }))), 'latin1')
    const { bytes, written } = await restored(new Workspace(), 'in.jsonl', content, '--encoding', 'latin1')
    expect([bytes.equals(content), written.restores]).toEqual([true, 'file'])
  })

  it.each<[string, string, string | Uint8Array]>([
    ['in.jsonl.gz', 'in.jsonl', LINES],
    ['in.jsonl.gz', 'in.jsonl', `${MARK}${LINES}`],
    ['in.json.gz', 'in.json', pretty(2)],
    ['in.csv.gz', 'in.csv', utf16(`${MARK}${CSV}`)],
  ])('%s as %s: its content, byte for byte', async (name, unpacked, content) => {
    const { written, bytes, summary } = await restored(new Workspace(), name, gzipSync(content))
    expect(written).toMatchObject({ path: join('again', unpacked), restores: 'content' })
    expect(bytes.equals(Buffer.from(content))).toBe(true)
    expect(summary).toMatch(/identical +1 file, decompressed, byte for byte\n/)
  })

  it('a JSON array with records that were skipped, byte for byte', async () => {
    const workspace = new Workspace()
    const list = [
      { id: 'no text' },
      ...RECORDS.slice(0, 2),
      7,
      ...RECORDS.slice(2),
      RECORDS[0],
      { id: 'end' },
    ]
    const content = JSON.stringify(list, null, 1)
    const { bytes } = await restored(workspace, 'in.json', content, '--on-error', 'skip', '--id', 'id')
    expect(bytes.toString()).toBe(content)
  })

  it('lines of text byte for byte, and says so', async () => {
    const lines = `${FIVE.map(({ text }) => text).join('\n')}\n`
    const { written, summary } = await restored(new Workspace(), 'in.lines', lines, '--format', 'lines')
    expect(written).toMatchObject({ path: join('again', 'in.lines'), restores: 'file' })
    expect(summary).toMatch(/identical +1 file, byte for byte\n/)
  })

  it('restores files that differ only in their extension as separate files', async () => {
    const workspace = new Workspace()
    workspace.write('c.csv', CSV)
    workspace.write('c.tsv', CSV.replaceAll(';', '\t'))
    workspace.write('c.jsonl', LINES)
    const dedup = await workspace.run(['dedup', 'c.csv', 'c.tsv', 'c.jsonl', '--no-id', '--out', 'out'])
    expect(dedup.code, dedup.stderr).toBe(0)
    const { code, stderr } = await workspace.run(['restore', 'out/manifest.json', '--out', 'again'])
    expect(code, stderr).toBe(0)
    const of = (name: string) => workspace.rows(join('again', name)).map(({ text }) => text)
    const texts = RECORDS.map(({ text }) => `Öl ${text}`)
    expect([of('c.csv.jsonl'), of('c.tsv.jsonl')]).toEqual([texts, texts])
    expect(workspace.read(join('again', 'c.jsonl'))).toBe(LINES)
  })

  it('refuses a manifest of another version, or of Spark, and says why', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', LINES)
    await workspace.run(['dedup', 'in.jsonl', '--out', 'out'])
    const manifest = JSON.parse(workspace.read(join('out', 'in.manifest.json'))) as Record<string, unknown>
    expect(manifest).toMatchObject({ format: 'likewise-manifest', version: 2 })
    const refusal = async (changes: object) => {
      workspace.write('out/changed.manifest.json', JSON.stringify({ ...manifest, ...changes }))
      const { code, stderr } = await workspace.run(['restore', 'out/changed.manifest.json', '--out', 'again'])
      expect(code).toBe(1)
      return stderr
    }
    expect(await refusal({ version: 1 })).toContain(
      'manifest version 1 was written by another version of Likewise; this one reads version 2',
    )
    expect(await refusal({ format: 'likewise-spark-manifest' })).toContain('a manifest of dedup on Spark')
    expect(await refusal({ kept: undefined })).toContain('exactly as dedup or decontaminate wrote it')
  })
})
