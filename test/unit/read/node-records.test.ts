import { truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nodeInputs } from '../../../src/engine/node/node-input-bytes.js'
import { RecordReader } from '../../../src/engine/stages/read/record-reader.js'
import { BadRecord, UnreadableInput } from '../../../src/model/errors.js'
import { openSource } from '../../../src/read/node-open-source.js'
import { readRecords, type SourceRecord } from '../../../src/read/node-records.js'
import { lines, makeFolder, put } from './folder.js'

const folder = makeFolder()

async function all(records: AsyncIterable<SourceRecord>): Promise<SourceRecord[]> {
  const found: SourceRecord[] = []
  for await (const record of records) found.push(record)
  return found
}

describe('readRecords', () => {
  it('returns every record with its location, across files and chunks', async () => {
    const long = 'ä😀 '.repeat(400_000)
    const first = put(
      folder,
      'a.jsonl',
      `${lines([{ text: 'x' }, { text: long }])}\r\n\n${lines([{ text: 'ü' }])}`,
    )
    const second = put(folder, 'b.jsonl', JSON.stringify({ text: 'z' }))
    const source = await openSource([first, second])
    const found = await all(readRecords(source))
    expect(found.map(({ position, file, line }) => [position, file, line])).toEqual([
      [0, 0, 1],
      [1, 0, 2],
      [2, 0, 5],
      [3, 1, 1],
    ])
    const reader = new RecordReader(nodeInputs, source)
    for (const { file, start, length, value } of found) {
      expect(JSON.parse(Buffer.from(reader.read(file, start, length)).toString())).toEqual(value)
    }
    reader.close()
    reader.close()
  })

  it('stops at a bad line, or reports it and continues', async () => {
    const content = Buffer.concat([
      Buffer.from(lines(Array.from({ length: 20_000 }, (_, i) => ({ text: `${i}` })))),
      Buffer.from('{"text": \n5\n{"text":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}\n{"text":"last"}\n'),
    ])
    const source = await openSource([put(folder, 'bad.jsonl', content)])
    await expect(all(readRecords(source))).rejects.toMatchObject({ code: 'bad-record', line: 20_001 })
    const bad: BadRecord[] = []
    const found = await all(readRecords(source, { onError: 'skip', onBad: (error) => bad.push(error) }))
    expect(bad.map(({ line }) => line)).toEqual([20_001, 20_002, 20_003])
    expect(bad[2]).toBeInstanceOf(BadRecord)
    expect(found.at(-1)).toMatchObject({ position: 20_000, line: 20_004, value: { text: 'last' } })
  })

  it('notices a file that became shorter', async () => {
    const path = put(folder, 'shrinks.jsonl', lines([{ text: 'x' }, { text: 'y' }]))
    const source = await openSource([path])
    truncateSync(path, 5)
    await expect(all(readRecords(source))).rejects.toThrow(UnreadableInput)
    expect(() => new RecordReader(nodeInputs, source).read(0, 10, 5)).toThrow(UnreadableInput)
  })

  it('keeps few of many files open', async () => {
    const paths = Array.from({ length: 200 }, (_, i) =>
      put(folder, `many/${i}.jsonl`, lines([{ text: `${i}` }])),
    )
    const source = await openSource(paths)
    const reader = new RecordReader(nodeInputs, source)
    for (const file of [...paths.keys(), 0, 199, 0]) {
      const bytes = reader.read(file, 0, source.files[file]!.bytes)
      expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({ text: `${file}` })
    }
    reader.close()
  })
})
