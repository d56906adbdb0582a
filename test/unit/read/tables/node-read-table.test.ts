import { statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openSetInputs } from '../../../../src/node/set-input.js'
import { TemporaryFolder } from '../../../../src/read/node-spool.js'
import { readTable } from '../../../../src/read/tables/node-read-table.js'
import { errorOf, makeFolder, put } from '../folder.js'

const folder = makeFolder()
const people = [
  { name: 'Ann', city: 'Oslo' },
  { name: 'Ben', city: 'Bern' },
]
const pretty = people.map((record) => `${JSON.stringify(record, null, 2)}\n`).join('')

describe('a table of records', () => {
  it.each([
    ['lines.jsonl', people.map((record) => `${JSON.stringify(record)}\n`).join('')],
    ['list.json', JSON.stringify(people)],
    ['pretty-list.json', JSON.stringify(people, null, 2)],
    ['pretty.json', pretty],
    ['pretty.jsonl', pretty],
    ['pretty.json.gz', gzipSync(pretty)],
    ['rows.csv', 'name,city\nAnn,Oslo\nBen,Bern\n'],
  ])('%s has its records, and reports the bytes that were read', async (name, content) => {
    const path = put(folder, name, content)
    let read = 0
    const table = await readTable(path, { onRead: (bytes) => (read += bytes) })
    expect(table.records).toEqual(people)
    expect(read).toBe(statSync(path).size)
  })

  it('whose last object has no end is refused', async () => {
    const path = put(folder, 'cut.json', pretty.slice(0, -3))
    const error = await errorOf(readTable(path))
    expect(String(error)).toContain('the JSON object that begins on line 5 has no end')
  })
})

it('inputs of a join report the bytes that were read, as they are stored', async () => {
  const sets = put(folder, 'a.sets', '1 2 3\n2 3 4\n')
  const documents = put(folder, 'a.csv.gz', gzipSync('text\none two three\nfour five six\n'))
  const temporary = new TemporaryFolder(folder).newPath('x').replace(/[^/]+$/, '')
  for (const [path, kind] of [
    [sets, { kind: 'sets', options: {} }],
    [documents, { kind: 'documents', options: {}, shingle: {} }],
  ] as const) {
    let read = 0
    const onRead = (bytes: number) => {
      read += bytes
    }
    const { inputs, close } = openSetInputs([path], kind, { onError: 'stop', temporary, onRead })
    const { source } = inputs[0]!
    if ('read' in source) await source.read(() => {})
    close()
    expect(Math.round(read)).toBe(statSync(path).size)
  }
})
