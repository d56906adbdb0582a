import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parquetMetadata } from 'hyparquet'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { BadRecord, UnreadableInput } from '../../../src/model/errors.js'
import { openSource } from '../../../src/read/node-open-source.js'
import { errorOf, makeFolder, put, readAll } from './folder.js'

const folder = makeFolder()

function table(name: string, columnData: ColumnSource[], rowGroupSize = 1000): string {
  return put(folder, name, new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize })))
}

const ids = (count: number) => Array.from({ length: count }, (_, i) => `doc-${i}`)
const texts = (count: number) => Array.from({ length: count }, (_, i) => `text of document ${i} `.repeat(20))

describe('Parquet', () => {
  it('is read row for row, over row groups', async () => {
    const path = table('groups.parquet', [
      { name: 'key', data: ids(2500) },
      { name: 'body', data: texts(2500) },
    ])
    const { source, values } = await readAll(path, { id: 'key' })
    expect(source).toMatchObject({ textFields: ['body'], idField: 'key' })
    expect(values.map(({ key }) => key)).toEqual(ids(2500))
    expect(values.map(({ body }) => body)).toEqual(texts(2500))
  })

  it('keeps values that JSON has no type for', async () => {
    const path = table('types.parquet', [
      { name: 'text', data: ['a', 'b'] },
      { name: 'long', data: [5n, 2n ** 60n], type: 'INT64' },
      { name: 'time', data: [new Date(0), new Date(1e12)], type: 'TIMESTAMP' },
      { name: 'json', data: [{ a: [1] }, null], type: 'JSON' },
      { name: 'raw', data: [Buffer.from('utf-8 ü'), Uint8Array.of(0xff, 0x00)], type: 'BYTE_ARRAY' },
      { name: 'half', data: [0.5, null], type: 'DOUBLE' },
      { name: 'list', data: [[1, 2], []] },
    ])
    const { values } = await readAll(path)
    expect(values).toEqual([
      {
        text: 'a',
        long: 5,
        time: '1970-01-01T00:00:00.000Z',
        json: { a: [1] },
        raw: 'utf-8 ü',
        half: 0.5,
        list: [1, 2],
      },
      {
        text: 'b',
        long: String(2n ** 60n),
        time: '2001-09-09T01:46:40.000Z',
        raw: '/wA=',
        list: [],
        ...withoutUndefined({ json: values[1]!.json, half: values[1]!.half }),
      },
    ])
    expect(values[1]!.json ?? null).toBeNull()
    expect(values[1]!.half ?? null).toBeNull()
  })

  it('of pyarrow, with dictionaries from its first column on, has its values', async () => {
    const path = fileURLToPath(new URL('../../golden/parquet/small.parquet', import.meta.url))
    const { values } = await readAll(path)
    const tags = (count: number) => Array.from({ length: count }, (_, j) => `tag ${j}`)
    expect(values).toEqual(
      Array.from({ length: 20 }, (_, id) => ({ id, text: `text ${id % 7}`, tags: tags(id % 3) })),
    )
  })

  it('may have null for a text', async () => {
    const path = table('nulls.parquet', [
      { name: 'text', data: ['a', null, 'c'], type: 'STRING' },
      { name: 'note', data: ['x', 'y', 'z'] },
    ])
    const { source, values } = await readAll(path)
    expect(source.skipped).toEqual([])
    expect(values.map(({ text }) => text)).toEqual(['a', null, 'c'])
  })

  it('names the row with a text that is not UTF-8', async () => {
    const bytes = Buffer.from(
      parquetWriteBuffer({
        columnData: [{ name: 'text', data: ['a', 'never', 'c'], type: 'STRING', encoding: 'PLAIN' }],
        codec: 'UNCOMPRESSED',
        statistics: false,
      }),
    )
    bytes[bytes.indexOf('never') + 1] = 0xff
    const invalid = put(folder, 'invalid.parquet', bytes)
    expect(await errorOf(openSource([invalid]))).toMatchObject({
      line: 2,
      problem: 'in the field "text": it is not valid UTF-8',
    })
  })

  it('with a damaged page gives the rows of the others', async () => {
    const path = table('damaged.parquet', [{ name: 'text', data: texts(1000) }], 250)
    const bytes = readFileSync(path)
    const chunk = parquetMetadata(new Uint8Array(bytes)).row_groups[2]!.columns[0]!.meta_data!
    bytes.fill(0xff, Number(chunk.data_page_offset), Number(chunk.data_page_offset) + 40)
    const damaged = put(folder, 'damaged.parquet', bytes)
    const error = await errorOf(openSource([damaged]))
    expect(error).toBeInstanceOf(BadRecord)
    expect((error as BadRecord).line).toBe(501)
    const { source, values } = await readAll(damaged, { onError: 'skip' })
    expect(source.skipped.map(({ line }) => line)).toEqual(Array.from({ length: 250 }, (_, i) => 501 + i))
    expect(values).toHaveLength(750)
  })

  it('that is truncated is rejected', async () => {
    const path = table('whole.parquet', [{ name: 'text', data: texts(1000) }])
    const bytes = readFileSync(path)
    for (const length of [1, 8, 100, bytes.length >> 1, bytes.length - 1]) {
      const error = await errorOf(openSource([put(folder, 'cut.parquet', bytes.subarray(0, length))]))
      expect(error, `${length} bytes`).toBeInstanceOf(UnreadableInput)
    }
  })

  it('without rows is an empty file', async () => {
    const path = table('none.parquet', [{ name: 'text', data: [], type: 'STRING' }])
    const { source, values } = await readAll(path)
    expect(values).toEqual([])
    expect(source.notes.emptyFiles).toEqual([path])
  })

  it('of row groups larger than a slice is read in slices', async () => {
    const data = Array.from({ length: 600 }, (_, i) => `${i} ${'lorem ipsum '.repeat(12_000)}`)
    const path = table('slices.parquet', [{ name: 'text', data }], 600)
    const { values } = await readAll(path)
    expect(values.length).toBe(600)
    expect(values.every(({ text }, i) => text === data[i])).toBe(true)
  })
})

describe('Parquet of which some fields are needed', () => {
  const wide = () =>
    parquetWriteBuffer({
      columnData: [
        { name: 'html', data: texts(1000) },
        { name: 'id', data: ids(1000) },
        { name: 'text', data: texts(1000) },
      ],
    })

  it('is read without the others, even if these are damaged', async () => {
    const bytes = Buffer.from(wide())
    const [html] = parquetMetadata(new Uint8Array(bytes)).row_groups[0]!.columns
    bytes.fill(0xff, 4, Number(html!.meta_data!.total_compressed_size))
    const path = put(folder, 'html.parquet', bytes)
    for (const text of ['text', undefined]) {
      const { values } = await readAll(path, {
        id: 'id',
        fields: [],
        ...(text !== undefined && { text: [text] }),
      })
      expect(values).toEqual(texts(1000).map((text, i) => ({ id: `doc-${i}`, text })))
    }
    expect(await errorOf(openSource([path]))).toBeInstanceOf(BadRecord)
  })

  it('is read into structs, by their paths', async () => {
    const data = texts(20).map((body, i) => ({ body: { text: body, note: `${i}` }, other: i }))
    const group = (name: string, num_children: number) =>
      ({ name, num_children, repetition_type: 'OPTIONAL' }) as const
    const leaf = (name: string) =>
      ({ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }) as const
    const bytes = parquetWriteBuffer({
      schema: [
        { name: 'root', num_children: 2 },
        leaf('text'),
        group('doc', 2),
        group('body', 2),
        leaf('text'),
        leaf('note'),
        { name: 'other', type: 'INT32', repetition_type: 'OPTIONAL' },
      ],
      columnData: [
        { name: 'text', data: texts(20) },
        { name: 'doc', data },
      ],
    })
    const path = put(folder, 'structs.parquet', Buffer.from(bytes))
    const { values } = await readAll(path, {
      text: ['text'],
      fields: ['doc.body.text', 'doc.nowhere', 'none'],
    })
    expect(values).toEqual(data.map(({ body: { text } }) => ({ text, doc: { body: { text } } })))
  })

  it('lists the fields if the text field is not one of them', async () => {
    const path = put(folder, 'wide.parquet', Buffer.from(wide()))
    const error = await errorOf(openSource([path], { text: ['body'], fields: [] }))
    expect(error).toMatchObject({ problem: 'no text field "body" (its fields: html, id, text)' })
  })

  it('is rejected if a page does not fit into memory', async () => {
    const path = table('long.parquet', [{ name: 'text', data: ['x'.repeat(1_000_000)] }])
    const error = await errorOf(openSource([path], { memory: 2_000_000 }))
    expect(error).toMatchObject({ file: path, code: 'unreadable-input' })
    expect((error as Error).message).toContain('use a larger memory budget')
  })
})

function withoutUndefined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}
