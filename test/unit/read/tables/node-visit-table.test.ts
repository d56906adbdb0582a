import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BadRecord } from '../../../../src/model/errors.js'
import { BadRecords } from '../../../../src/read/bad-records.js'
import { TABLES } from '../../../../src/read/consumers.js'
import { listInputs } from '../../../../src/read/node-inputs.js'
import { type TableRow, visitTable } from '../../../../src/read/tables/node-visit-table.js'
import { openTable } from '../../../../src/write/node-open-table.js'
import { errorOf, makeFolder, put } from '../folder.js'

const folder = makeFolder()

async function read(path: string, onError: 'stop' | 'skip' = 'stop', columns: readonly string[] = []) {
  const [input] = await listInputs([path], { consumer: TABLES })
  const bad = new BadRecords(onError)
  const rows: (TableRow & { line: number })[] = []
  await visitTable(input!, { isName: (text) => text === 'user', columns, bad }, (row, line) =>
    rows.push({ ...row, line }),
  )
  return { rows, bad: bad.list }
}

describe('a table', () => {
  it.each([
    ['a.csv', 'user,n\nAnn,1\nBen,2\n'],
    ['a.tsv', 'user\tn\nAnn\t1\nBen\t2\n'],
    ['semicolon.csv', 'user;n\r\nAnn;1\r\n"Ben";2\r\n'],
    ['a.jsonl', '\n{"user":"Ann","n":"1"}\n{"user":"Ben","n":"2"}'],
    ['a.json', '[{"user":"Ann","n":"1"},\n{"user":"Ben","n":"2"}]'],
    ['pretty.json', '{\n  "user": "Ann",\n  "n": "1"\n}\n{\n  "user": "Ben",\n  "n": "2"\n}\n'],
    [
      'pretty-list.json',
      '[\n  {\n    "user": "Ann",\n    "n": "1"\n  },\n  {\n    "user": "Ben",\n    "n": "2"\n  }\n]\n',
    ],
    ['packed.csv.gz', gzipSync('user,n\nAnn,1\nBen,2\n')],
  ])('%s is read by its columns', async (name, content) => {
    const { rows } = await read(put(folder, name, content))
    expect(rows.map(({ user, n }) => [user, n])).toEqual([
      ['Ann', '1'],
      ['Ben', '2'],
    ])
  })

  it('without names has numbers as columns', async () => {
    const expected = [
      { '1': '196', '2': '242', '3': '3', line: 1 },
      { '1': '186', '2': '302', '3': '4', line: 2 },
    ]
    expect((await read(put(folder, 'u.data', '196\t242\t3\n186\t302\t4\n'))).rows).toEqual(expected)
    expect((await read(put(folder, 'r.dat', '196::242::3\r\n186::302::4'))).rows).toEqual(expected)
    expect((await read(put(folder, 'b.txt', '196 242  3\n186 302 4\n'))).rows).toEqual(expected)
  })

  it('whose first row has the requested columns has a header', async () => {
    const path = put(folder, 'words.csv', 'id,text\na,x\nb,y\n')
    expect((await read(path, 'stop', ['id', 'text'])).rows).toEqual([
      { id: 'a', text: 'x', line: 2 },
      { id: 'b', text: 'y', line: 3 },
    ])
    expect((await read(path, 'stop', ['id', 'other'])).rows[0]).toEqual({
      '1': 'id',
      '2': 'text',
      line: 1,
    })
  })

  it('of Parquet has numbers as numbers', async () => {
    const path = `${folder}/a.parquet`
    const table = await openTable(path, [
      { name: 'user', type: 'string' },
      { name: 'n', type: 'integer' },
    ])
    await table.write({ user: 'Ann', n: 1 })
    await table.close()
    expect((await read(path)).rows).toEqual([{ user: 'Ann', n: 1, line: 1 }])
  })

  it('names file and line of a bad row, or counts it', async () => {
    const path = put(folder, 'bad.csv', 'user,n\nAnn,1\nBen\nCid,3\n')
    const error = await errorOf(read(path))
    expect(error).toBeInstanceOf(BadRecord)
    expect(error.message).toContain('bad.csv, line 3: 1 field instead of 2')
    const { rows, bad } = await read(path, 'skip')
    expect(rows.map(({ user }) => user)).toEqual(['Ann', 'Cid'])
    expect(bad).toHaveLength(1)
  })

  it.each([
    ['prose.dat', 'once upon\na time there was\n', 'same number of fields'],
    ['open.csv', 'user,n\n"Ann,1\n', 'never closed'],
    ['cut.json', '[{"user":1}', 'cut short'],
    ['twice.csv', 'user,n,n\nAnn,1,2\n', 'two columns have the name "n"'],
    ['names.csv', 'user,n\n', 'no record'],
  ])('%s is refused: %j', async (name, content, problem) => {
    const promise = read(put(folder, name, content))
    expect((await errorOf(promise)).message).toContain(problem)
  })
})
