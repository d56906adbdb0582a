import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { decompress } from 'fzstd'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { beforeAll, describe, expect, it } from 'vitest'
import { InvalidOption, InvalidValue, UnwritableOutput } from '../../../src/model/errors.js'
import type { Column } from '../../../src/write/column.js'
import { checkWritable, openLines, openTable } from '../../../src/write/node-open-table.js'
import { asOrdinaryUser, errorOf, makeFolder, put } from '../read/folder.js'

const folder = makeFolder()

const columns: readonly Column[] = [
  { name: 'a', type: 'string' },
  { name: 'similarity', type: 'number' },
  { name: 'size', type: 'integer' },
  { name: 'kept', type: 'boolean' },
  { name: 'members', type: 'json' },
]
const rows = [
  { a: 'x', similarity: 0.1 + 0.2, size: 3, kept: true, members: ['p', 1] },
  { a: 'with "quotes", commas\nand lines', similarity: 1, size: 2 ** 40, kept: false, members: { k: null } },
  { a: null, size: 0 },
]

async function write(path: string, all: readonly Record<string, unknown>[] = rows): Promise<void> {
  const table = await openTable(path, columns)
  for (const row of all) await table.write(row)
  await table.close()
}

describe('a table', () => {
  it('is JSON Lines, CSV or TSV according to its extension, compressed or not', async () => {
    const jsonl =
      '{"a":"x","similarity":0.30000000000000004,"size":3,"kept":true,"members":["p",1]}\n' +
      '{"a":"with \\"quotes\\", commas\\nand lines","similarity":1,"size":1099511627776,"kept":false,"members":{"k":null}}\n' +
      '{"a":null,"size":0}\n'
    const csv =
      'a,similarity,size,kept,members\n' +
      'x,0.30000000000000004,3,true,"[""p"",1]"\n' +
      '"with ""quotes"", commas\nand lines",1,1099511627776,false,"{""k"":null}"\n' +
      ',,0,,\n'
    for (const [ending, expected] of [
      ['jsonl', jsonl],
      ['ndjson', jsonl],
      ['csv', csv],
    ]) {
      const path = join(folder, `table.${ending}`)
      await write(path)
      expect(readFileSync(path, 'utf8')).toBe(expected)
      await write(`${path}.gz`)
      expect(gunzipSync(readFileSync(`${path}.gz`)).toString()).toBe(expected)
      await write(`${path}.zst`)
      expect(Buffer.from(decompress(readFileSync(`${path}.zst`))).toString()).toBe(expected)
    }
    await write(join(folder, 'table.tsv'), [{ a: 'x, y', similarity: 1 }, { a: 'tab\there' }])
    expect(readFileSync(join(folder, 'table.tsv'), 'utf8')).toBe(
      'a\tsimilarity\tsize\tkept\tmembers\nx, y\t1\t\t\t\n"tab\there"\t\t\t\t\n',
    )
  })

  it.each([
    ['jsonl', '{"a":"y","similarity":1,"size":1,"kept":true,"members":[]}\n'],
    ['csv', 'y,1,1,true,[]\n'],
  ])('of lines of %s accepts rows as text', async (format, line) => {
    const path = join(folder, `text-rows.${format}`)
    const row = { a: 'y', similarity: 1, size: 1, kept: true, members: [] }
    const table = await openTable(path, columns)
    await table.write(row)
    await table.text!.write(Buffer.from(line.repeat(2)), 2)
    await table.write(row)
    await table.close()
    expect(readFileSync(path, 'utf8').endsWith(line.repeat(4))).toBe(true)
  })

  it('of another format does not', async () => {
    for (const name of ['text-rows.json', 'text-rows.parquet']) {
      const other = await openTable(join(folder, name), columns)
      expect(other.text).toBeUndefined()
      await other.abort()
    }
  })

  it('is Parquet according to its extension, in row groups', async () => {
    const path = join(folder, 'table.parquet')
    await write(path)
    const file = await asyncBufferFromFile(path)
    expect(await parquetReadObjects({ file })).toEqual(
      [
        { ...rows[0], size: 3n, members: '["p",1]' },
        { ...rows[1], size: 2n ** 40n, members: '{"k":null}' },
        { a: null, similarity: null, size: 0n, kept: null, members: null },
      ].map((row) => expect.objectContaining(withoutNulls(row))),
    )

    const many = await openTable(join(folder, 'many.parquet'), [{ name: 'n', type: 'integer' }])
    for (let n = 0; n < 150_000; n++) await many.write({ n })
    await many.close()
    const manyFile = await asyncBufferFromFile(join(folder, 'many.parquet'))
    const metadata = await parquetMetadataAsync(manyFile)
    expect(metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([65_536, 65_536, 18_928])
    const read = await parquetReadObjects({ file: manyFile })
    expect(read.every(({ n }, i) => n === BigInt(i))).toBe(true)
  })

  it('without rows is still a complete file', async () => {
    for (const [name, expected] of [
      ['none.jsonl', ''],
      ['none.csv', 'a,similarity,size,kept,members\n'],
    ] as const) {
      await write(join(folder, name), [])
      expect(readFileSync(join(folder, name), 'utf8')).toBe(expected)
      await write(join(folder, `${name}.gz`), [])
      expect(gunzipSync(readFileSync(join(folder, `${name}.gz`))).toString()).toBe(expected)
    }
    await write(join(folder, 'none.parquet'), [])
    expect(
      await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, 'none.parquet')) }),
    ).toEqual([])
  })

  it('has its name only when it is complete, and nothing is left after an abort', async () => {
    const own = join(folder, 'own')
    mkdirSync(own)
    for (const name of ['x.jsonl', 'x.csv.gz', 'x.parquet']) {
      const path = put(own, name, 'old')
      const table = await openTable(path, columns)
      for (let i = 0; i < 50_000; i++) await table.write(rows[i % 3]!)
      expect(readFileSync(path, 'utf8')).toBe('old')
      expect(readdirSync(own).some((file) => file.startsWith(`.${name}.part-`))).toBe(true)
      await table.abort()
      expect(readFileSync(path, 'utf8')).toBe('old')
      expect(readdirSync(own).filter((file) => file.startsWith('.'))).toEqual([])
      await write(path)
      expect(readFileSync(path).length).toBeGreaterThan(3)
      await table.abort()
      expect(existsSync(path)).toBe(true)
    }
  })

  it('replaces the target of a link, and writes to a device directly', async () => {
    const target = put(folder, 'behind.jsonl', 'old')
    symlinkSync(target, join(folder, 'link.jsonl'))
    await write(join(folder, 'link.jsonl'))
    expect(readFileSync(target, 'utf8')).toContain('"similarity":1')
    checkWritable('/dev/null')
    await write('/dev/null')
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  it('refuses rows that do not fit, and says where', async () => {
    const table = await openTable(join(folder, 'refused.csv'), columns)
    await table.write({ a: 'x' })
    expect(() => table.write({ a: 'x', more: 1 })).toThrow(/"more" at position 1/)
    expect(() => table.write({ size: 1.5 })).toThrow(InvalidValue)
    expect(() => table.write({ similarity: '1' })).toThrow(InvalidValue)
    expect(() => table.write({ kept: 1 })).toThrow(InvalidValue)
    await table.abort()
    await expect(openTable('x.csv', [])).rejects.toThrow(InvalidOption)
    await expect(openTable('x.csv', [columns[0]!, columns[0]!])).rejects.toThrow(InvalidOption)
  })
})

describe('lines', () => {
  it('are copied byte for byte', async () => {
    const lines = ['{"b":1e2, "a" : "\\u00e4"}', '', `{"x":"${'long '.repeat(700_000)}"}`, '{}\r']
    for (const name of ['copy.jsonl', 'copy.jsonl.gz', 'copy.jsonl.zst']) {
      const path = join(folder, name)
      const writer = await openLines(path)
      for (const line of lines) await writer.write(Buffer.from(line))
      await writer.close()
      const bytes = readFileSync(path)
      const plain = name.endsWith('gz') ? gunzipSync(bytes) : name.endsWith('zst') ? decompress(bytes) : bytes
      expect(Buffer.from(plain).toString() === `${lines.join('\n')}\n`).toBe(true)
    }
    await expect(openLines(join(folder, 'copy.csv'))).rejects.toThrow(UnwritableOutput)
  })
})

describe('an output that cannot be written', () => {
  it('is refused before work begins', async () => {
    const file = put(folder, 'a-file', 'x')
    mkdirSync(join(folder, 'folder.jsonl'))
    const cases: [string, string][] = [
      [join(folder, 'missing', 'x.jsonl'), 'its folder does not exist'],
      [join(file, 'x.jsonl'), 'part of its path is not a folder'],
      [join(folder, 'folder.jsonl'), 'it is a folder'],
      [join(folder, 'x.txt'), 'unknown extension'],
      [join(folder, 'x'), 'unknown extension'],
      [join(folder, 'x.parquet.gz'), 'Parquet files are compressed internally'],
      [join(folder, `${'x'.repeat(300)}.jsonl`), 'its name is too long'],
    ]
    for (const [path, problem] of cases) {
      expect(() => checkWritable(path), path).toThrow(UnwritableOutput)
      const error = await errorOf(openTable(path, columns))
      expect(error).toBeInstanceOf(UnwritableOutput)
      expect(error).toMatchObject({ code: 'unwritable-output', file: path })
      expect(error.message).toContain(problem)
    }
    checkWritable('-')
    checkWritable(join(folder, 'fine.parquet'))
    expect(existsSync(join(folder, 'fine.parquet'))).toBe(false)
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('may be in a folder that is read-only', async () => {
    const locked = join(folder, 'locked')
    mkdirSync(locked)
    chmodSync(locked, 0o555)
    chmodSync(folder, 0o755)
    const error = await asOrdinaryUser(() => errorOf(openTable(join(locked, 'x.jsonl'), columns)))
    expect(error).toBeInstanceOf(UnwritableOutput)
    expect(error.message).toContain('permission denied')
  })

  it('may be on a full disk', async () => {
    const table = await openTable('/dev/full', columns)
    await table.write(rows[0]!)
    const error = await errorOf(table.close())
    expect(error).toBeInstanceOf(UnwritableOutput)
    expect(error.message).toContain('no space left on the disk')
  })
})

describe('stdout', () => {
  const program = join(folder, 'write-stdout.mjs')

  beforeAll(async () => {
    const contents = `
      import { openTable } from './src/write/node-open-table.js'
      const table = await openTable('-', [{ name: 'n', type: 'integer' }, { name: 'text', type: 'string' }])
      for (let n = 0; n < 100_000; n++) await table.write({ n, text: 'x'.repeat(50) })
      await table.close()
      process.stderr.write('done')`
    const stdin = { contents, resolveDir: fileURLToPath(new URL('../../../', import.meta.url)) }
    await build({
      stdin,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['@bokuweb/zstd-wasm'],
      outfile: program,
      logLevel: 'error',
    })
  })

  it('gets JSON Lines, and may be closed early', () => {
    const whole = spawnSync(process.execPath, [program], { encoding: 'utf8', maxBuffer: 1 << 26 })
    expect(whole.stderr).toBe('done')
    expect(whole.stdout.split('\n')).toHaveLength(100_001)
    expect(whole.stdout).toMatch(/^\{"n":0,"text":"x+"\}\n/)
    const cut = spawnSync('sh', ['-c', `"${process.execPath}" "${program}" | head -n 1`], {
      encoding: 'utf8',
    })
    expect(cut.stdout).toMatch(/^\{"n":0,"text":"x+"\}\n$/)
    expect(cut.stderr).toBe('done')
  })
})

function withoutNulls(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}
