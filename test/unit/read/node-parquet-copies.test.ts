// Parquet is read from its end, so a compressed file is unpacked to disk first. A small file may unpack to more than the disk can hold.

import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { UnreadableInput } from '../../../src/model/errors.js'
import { openZstd } from '../../../src/parquet/node-zstd.js'
import { readTable } from '../../../src/read/tables/node-read-table.js'
import { errorOf, makeFolder, put, readAll } from './folder.js'

const folder = makeFolder()
const temporary = join(folder, 'temporary')
mkdirSync(temporary)

/** Copies may be 16 times as large. */
const MEMORY = 2 ** 20
const LIMIT = 16 * MEMORY

const table = new Uint8Array(
  parquetWriteBuffer({ columnData: [{ name: 'text', data: ['one text', 'another'], type: 'STRING' }] }),
)
const bomb = Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(4 * LIMIT)])
const zstd = await openZstd()

const PACKED = [
  ['gz', (bytes: Uint8Array) => gzipSync(bytes)],
  ['zst', (bytes: Uint8Array) => zstd.compress(Buffer.from(bytes), 1)],
] as const

const READERS = [
  ['documents', (path: string) => readAll(path, { memory: MEMORY, temporary, text: ['text'] })],
  ['a table', (path: string) => readTable(path, { memory: MEMORY, temporary })],
] as const

describe.each(READERS)('compressed Parquet, read as %s', (_, read) => {
  it.each(PACKED)('stops at a size that follows from the memory (%s)', async (ending, pack) => {
    const path = put(folder, `bomb.parquet.${ending}`, pack(bomb))
    const error = await errorOf(read(path))
    expect(error).toBeInstanceOf(UnreadableInput)
    expect(error).toMatchObject({
      file: path,
      problem: expect.stringMatching(/larger than 1[67][.0-9]* MB/),
      hint: 'store it as an uncompressed file, or use more `memory`',
    })
    expect(readdirSync(temporary)).toEqual([])
  })

  it.each(PACKED)('is rejected immediately if it is something else (%s)', async (ending, pack) => {
    const path = put(folder, `zeros.parquet.${ending}`, pack(bomb.subarray(4)))
    expect(await errorOf(read(path))).toMatchObject({
      file: path,
      problem: expect.stringContaining('it is not a Parquet file'),
    })
  })

  it.each(PACKED)('is read if it fits (%s)', async (ending, pack) => {
    const path = put(folder, `small.parquet.${ending}`, pack(table))
    const result = await read(path)
    expect('values' in result ? result.values : result.records).toHaveLength(2)
  })
})
