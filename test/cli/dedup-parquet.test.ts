// Issue 12, item 9: dedup of Parquet lost the types of its columns, and wrote JSON Lines where nothing else was said.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FileMetaData, parquetMetadata, parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { findPyarrow, titled } from '../outside.js'
import { FIVE, Workspace } from './likewise.js'

const COLUMNS = [
  { name: 'id', data: FIVE.map((_, i) => BigInt(i) + 2n ** 60n), type: 'INT64' },
  { name: 'text', data: FIVE.map(({ text }) => text), type: 'STRING' },
  { name: 'seen', data: FIVE.map((_, i) => (i === 1 ? null : new Date(1e12 + i))), type: 'TIMESTAMP' },
  { name: 'tags', data: FIVE.map((_, i) => Array.from({ length: i % 3 }, (_, j) => j)) },
] as const

function parquet(columnData: readonly object[] = COLUMNS): Buffer {
  const kvMetadata = [{ key: 'made by', value: 'a test' }]
  return Buffer.from(parquetWriteBuffer({ columnData: columnData as never, kvMetadata, rowGroupSize: 2 }))
}

async function read(
  workspace: Workspace,
  name: string,
): Promise<{ metadata: FileMetaData; rows: unknown[] }> {
  const bytes = new Uint8Array(readFileSync(join(workspace.folder, name)))
  const metadata = parquetMetadata(bytes)
  const rows = metadata.num_rows === 0n ? [] : await parquetReadObjects({ file: bytes.buffer, metadata })
  return { metadata, rows }
}

describe.concurrent('likewise dedup of Parquet', () => {
  it('writes Parquet of the same schema, which restore puts together again', async () => {
    const workspace = new Workspace()
    workspace.write('in.parquet', parquet())
    expect(await workspace.run(['dedup', 'in.parquet', '--id', 'id', '-q'])).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(workspace.names()).toEqual([
      'in.kept.parquet',
      'in.manifest.json',
      'in.parquet',
      'in.removed.parquet',
    ])
    const [original, kept, removed] = await Promise.all(
      ['in.parquet', 'in.kept.parquet', 'in.removed.parquet'].map((name) => read(workspace, name)),
    )
    expect(kept!.metadata.schema).toEqual(original!.metadata.schema)
    expect(kept!.metadata.key_value_metadata).toEqual(original!.metadata.key_value_metadata)
    expect(kept!.rows).toEqual([0, 1, 3].map((i) => original!.rows[i]))
    const id = (i: number) => String(2n ** 60n + BigInt(i))
    expect(removed!.rows).toEqual([
      {
        position: 2n,
        id: id(2),
        survivor: id(0),
        similarity: 26 / 27,
        reason: 'similar',
        document: original!.rows[2],
      },
      {
        position: 4n,
        id: id(4),
        survivor: id(0),
        similarity: 1,
        reason: 'equal',
        document: original!.rows[4],
      },
    ])
    const restored = await workspace.run(['restore', 'in.manifest.json', '--out', 'again', '-q'])
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    const again = await read(workspace, 'again/in.parquet')
    expect(again.rows).toEqual(original!.rows)
    expect(again.metadata.schema).toEqual(original!.metadata.schema)
    expect(again.metadata.row_groups.map(({ num_rows }) => num_rows)).toEqual([2n, 2n, 1n])
    expect(workspace.leftovers()).toEqual([])
  })

  it('includes skipped rows among the removed ones, and combines several inputs into one file', async () => {
    const workspace = new Workspace()
    workspace.write('a.parquet', parquet())
    const ids = { ...COLUMNS[0], data: [null, 1n, 2n, 3n, 4n] }
    workspace.write('b.parquet', parquet([ids, ...COLUMNS.slice(1)]))
    const args = ['dedup', 'a.parquet', 'b.parquet', '--id', 'id', '--on-error', 'skip', '-q']
    expect(await workspace.run([...args, '--out', 'clean'])).toMatchObject({ code: 0 })
    const removed = await read(workspace, 'clean/removed.parquet')
    expect(removed.rows).toMatchObject([
      { position: 2n },
      { position: 4n },
      { position: 5n, reason: 'skipped', document: { text: FIVE[0]!.text } },
      ...[6n, 7n, 8n, 9n].map((position) => ({ position })),
    ])
    await workspace.run(['restore', 'clean/manifest.json', '--out', 'again', '-q'])
    for (const name of ['a.parquet', 'b.parquet']) {
      expect((await read(workspace, `again/${name}`)).rows).toEqual((await read(workspace, name)).rows)
    }
  })

  it('keeps the columns of a file without rows', async () => {
    const workspace = new Workspace()
    workspace.write('in.parquet', parquet(COLUMNS.slice(0, 2).map((column) => ({ ...column, data: [] }))))
    expect(await workspace.run(['dedup', 'in.parquet', '-q'])).toMatchObject({ code: 0, stderr: '' })
    expect(await workspace.run(['restore', 'in.manifest.json', '--out', 'again', '-q'])).toMatchObject({
      code: 0,
      stderr: '',
    })
    const { metadata } = await read(workspace, 'in.parquet')
    for (const name of ['in.kept.parquet', 'again/in.parquet']) {
      const copy = await read(workspace, name)
      expect(copy.rows).toEqual([])
      expect(copy.metadata.schema).toEqual(metadata.schema)
    }
  })

  it('writes a table with the text field if there are no documents to tell the columns', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', '')
    const outputs = ['--kept', 'kept.parquet', '--removed', 'removed.parquet']
    expect(await workspace.run(['dedup', 'in.jsonl', ...outputs, '-q'])).toMatchObject({
      code: 0,
      stderr: '',
    })
    const { metadata } = await read(workspace, 'kept.parquet')
    expect(metadata.schema.slice(1).map(({ name }) => name)).toEqual(['text'])
  })

  it('rejects files with different columns before it starts', async () => {
    const workspace = new Workspace()
    workspace.write('a.parquet', parquet())
    workspace.write('b.parquet', parquet(COLUMNS.slice(0, 2)))
    const { code, stderr } = await workspace.run(['dedup', 'a.parquet', 'b.parquet', '--out', 'clean'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('b.parquet')])
    expect(stderr).toContain('JSON Lines')
    expect(existsSync(join(workspace.folder, 'clean/kept.parquet'))).toBe(false)
  })

  const pyarrow = findPyarrow()
  it.skipIf(pyarrow.path === undefined)(
    titled('keeps every type, encoding and codec of pyarrow', pyarrow),
    async () => {
      const workspace = new Workspace()
      const script = fileURLToPath(new URL('dedup-parquet.py', import.meta.url))
      const python = (...args: string[]) =>
        execFileSync('python3', [script, ...args], {
          cwd: workspace.folder,
          env: { ...process.env, PYTHONPATH: pyarrow.path },
          encoding: 'utf8',
        })
      const names = python('make').trim().split('\n')
      for (const name of names) {
        const run = await workspace.run(['dedup', name, '--id', 'id', '-q', '-w', '1'])
        expect(run).toMatchObject({ code: 0, stderr: '' })
        const stem = name.replace('.parquet', '')
        await workspace.run(['restore', `${stem}.manifest.json`, '--out', 'again', '-q'])
      }
      expect(python('check', ...names)).toBe(names.map((name) => `${name} ok\n`).join(''))
    },
  )
})
