// Issue 12, item 16: of the single-bit flips of a small file some hung, some printed a stack trace, and some read fewer
// rows. Now each reads all rows or throws a typed error that names the file.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { BadRecord, UnreadableInput } from '../../../src/model/errors.js'
import { parquetReader } from '../../../src/read/formats/node-parquet.js'
import { listInputs } from '../../../src/read/node-inputs.js'
import { OpenedInput } from '../../../src/read/node-open-input.js'
import { TemporaryFolder } from '../../../src/read/node-spool.js'
import { MAX_RECORD_BYTES } from '../../../src/read/record-limit.js'
import { makeFolder, put } from './folder.js'

const folder = makeFolder()

/** How many rows are read of some bytes; an error that is no typed one with the file's name is thrown on. */
async function rowsOf(bytes: Uint8Array): Promise<number | undefined> {
  const path = put(folder, 'flipped.parquet', bytes)
  let rows = 0
  try {
    const [input] = await listInputs([path])
    const opened = await OpenedInput.open(input!, { folder: new TemporaryFolder() })
    const visitor = {
      record: () => rows++,
      bad(error: BadRecord) {
        throw error
      },
    }
    await parquetReader.read(opened, visitor, { limit: MAX_RECORD_BYTES })
  } catch (error) {
    if (!(error instanceof UnreadableInput) && !(error instanceof BadRecord)) throw error
    expect(error.file).toBe(path)
    return undefined
  }
  return rows
}

const written = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      {
        name: 'text',
        data: Array.from({ length: 20 }, (_, i) => `text ${i % 7}`),
        type: 'STRING',
        encoding: 'PLAIN',
      },
    ],
    rowGroupSize: 10,
  }),
)

const FILES: readonly [string, Uint8Array][] = [
  ['of two row groups, packed with snappy', written],
  [
    'written by pyarrow, with a dictionary and lists, packed with zstd',
    readFileSync(fileURLToPath(new URL('../../golden/parquet/small.parquet', import.meta.url))),
  ],
]

describe.each(FILES)('a Parquet file %s', (_, whole) => {
  it('with any bit flipped gives all rows or a typed error', async () => {
    const rows = await rowsOf(whole)
    expect(rows).toBe(20)
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const flipped = whole.slice()
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      const read = await rowsOf(flipped)
      if (read !== undefined) expect(read, `bit ${bit}`).toBe(rows)
    }
  })

  it('truncated anywhere is rejected', async () => {
    for (let length = 0; length < whole.length; length++) {
      expect(await rowsOf(whole.subarray(0, length)), `${length} bytes`).toBeUndefined()
    }
  })
})
