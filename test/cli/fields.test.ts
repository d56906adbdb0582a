// Issue 12, item 8: a text inside of an object could not be named, nor several fields, and null was a bad record.

import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { asLines, FIVE, jsonLines, prose, Workspace } from './likewise.js'

const NESTED = FIVE.map(({ id, text }) => ({ id, doc: { body: { text, note: 'x' } } }))
const PAIRS = [
  ['a', 'c'],
  ['a', 'e'],
  ['c', 'e'],
]

const FIND = ['--id', 'id', '--pairs', '-', '-q']
const pairsOf = (stdout: string) => jsonLines(stdout).map(({ a, b }) => [a, b])

describe.concurrent('a text inside an object', () => {
  it('is named by its path, in JSON Lines, in JSON and in Parquet', async () => {
    const workspace = new Workspace()
    const group = (name: string, num_children: number) =>
      ({ name, num_children, repetition_type: 'OPTIONAL' }) as const
    const leaf = (name: string) =>
      ({ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }) as const
    const parquet = parquetWriteBuffer({
      schema: [
        { name: 'root', num_children: 2 },
        leaf('id'),
        group('doc', 1),
        group('body', 2),
        leaf('text'),
        leaf('note'),
      ],
      columnData: [
        { name: 'id', data: [...NESTED.map(({ id }) => id), 'z'] },
        { name: 'doc', data: [...NESTED.map(({ doc }) => doc), null] },
      ],
    })
    workspace.write('in.jsonl', asLines(NESTED))
    workspace.write('in.json', JSON.stringify(NESTED, null, 2))
    workspace.write('in.parquet', Buffer.from(parquet))
    for (const name of ['in.jsonl', 'in.json', 'in.parquet']) {
      const { stdout, stderr } = await workspace.run(['find', name, '--text', 'doc.body.text', ...FIND])
      expect(stderr).toBe('')
      expect(pairsOf(stdout)).toEqual(PAIRS)
      const wrong = await workspace.run(['find', name, '--text', 'doc.body.txt', ...FIND])
      expect(wrong).toMatchObject({ code: 1, stdout: '' })
      expect(wrong.stderr).toContain(
        `${name}: no text field "doc.body.txt" (its fields: id, doc.body.text, doc.body.note); did you mean "doc.body.text"?`,
      )
    }
    const whole = await workspace.run(['find', 'in.jsonl', '--text', 'doc.body', ...FIND])
    expect(whole.stderr).toContain('the text field "doc.body" holds an object')
  })

  it('is not used if a key has exactly that name', async () => {
    const workspace = new Workspace()
    const literal = NESTED.map((record, i) => ({ ...record, 'doc.body.text': prose(i > 2 ? 7 : i) }))
    workspace.write('in.jsonl', asLines(literal))
    const { stdout } = await workspace.run(['find', 'in.jsonl', '--text', 'doc.body.text', ...FIND])
    expect(pairsOf(stdout)).toEqual([['d', 'e']])
  })

  it('gives the same bytes with any number of workers, and dedup and restore return the input', async () => {
    const workspace = new Workspace()
    const input = asLines([...NESTED, { id: 'f', doc: { body: null } }])
    workspace.write('in.jsonl', input)
    const outputs: string[] = []
    for (const workers of ['1', '2']) {
      const out = `out-${workers}`
      const text = ['--text', 'doc.body.text', '--survivor', 'longest']
      const done = await workspace.run([
        ...['dedup', 'in.jsonl', ...text, '--id', 'id', '--out', out, '--json', '--workers', workers, '-q'],
      ])
      expect(done.stderr).toBe('')
      expect(JSON.parse(done.stdout)).toMatchObject({
        documents: 6,
        empty: 1,
        unicodeFallbacks: 0,
        fields: { text: ['doc.body.text'], id: 'id' },
      })
      const [kept, removed] = ['kept.jsonl', 'removed.jsonl'].map((name) =>
        workspace.read(`${out}/in.${name}`),
      )
      outputs.push(kept! + removed!)
      expect(jsonLines(kept!).map(({ id }) => id)).toEqual(['b', 'c', 'd', 'f'])
      expect(jsonLines(removed!).map(({ similarity }) => similarity)).toEqual([26 / 27, 26 / 27])
      const back = await workspace.run(['restore', `${out}/in.manifest.json`, '--output', '-'])
      expect(back.stdout).toBe(input)
    }
    expect(outputs[1]).toBe(outputs[0])
  })

  it('is read by the other commands', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(NESTED))
    const text = ['--text', 'doc.body.text', '--id', 'id']
    const joined = await workspace.run([
      'join',
      'in.jsonl',
      ...text,
      '--threshold',
      '0.8',
      '--pairs',
      '-',
      '-q',
    ])
    expect(pairsOf(joined.stdout)).toEqual(PAIRS)
    const compared = await workspace.run(['compare', 'a', 'e', '--in', 'in.jsonl', ...text, '--json'])
    expect(JSON.parse(compared.stdout)).toMatchObject({ similarity: 1 })
    const copies = await workspace.run(['plagiarism', 'in.jsonl', ...text, '--json'])
    expect(JSON.parse(copies.stdout)).toMatchObject({ documents: 5, pairs: 3 })
    const explained = await workspace.run(['explain', 'in.jsonl', ...text, '--json'])
    expect(explained).toMatchObject({ code: 0, stderr: '' })
    const search = ['find', 'in.jsonl', '--run-dir', 'run', '-q']
    expect((await workspace.run([...search, ...text])).code).toBe(0)
    const other = await workspace.run([...search, '--text', 'doc.body.note', '--id', 'id', '--resume'])
    expect(other.stderr).toContain('textFields 0 (stored: "doc.body.text", now: "doc.body.note")')
  })
})

describe.concurrent('several text fields', () => {
  const [title, body] = [prose(1, 10), prose(2, 20)]
  const RECORDS = [
    { id: 'a', title, body },
    { id: 'b', title: '', body: `${title}\n${body}` },
    { id: 'c', title: prose(3), body: '' },
    { id: 'd', title: '', body: prose(3) },
    { id: 'e', title: prose(4), body: prose(5) },
  ]
  const TEXT = ['--text', 'title', '--text', 'body']

  it('are joined by newlines, in JSON Lines, CSV and Parquet', async () => {
    const workspace = new Workspace()
    const rows = RECORDS.map(({ id, title, body }) => `${id},${title},"${body}"`)
    workspace.write('in.jsonl', asLines(RECORDS))
    workspace.write('in.csv', ['id,title,body', ...rows, ''].join('\n'))
    const column = (name: 'id' | 'title' | 'body') => ({
      name,
      data: RECORDS.map((record) => (record[name] === '' ? null : record[name])),
      type: 'STRING' as const,
    })
    const columnData = [column('id'), column('title'), column('body')]
    workspace.write('in.parquet', Buffer.from(parquetWriteBuffer({ columnData })))
    for (const name of ['in.jsonl', 'in.csv', 'in.parquet']) {
      const found = await workspace.run([
        'find',
        name,
        ...TEXT,
        '--id',
        'id',
        '--pairs',
        'p.jsonl',
        '--json',
        '--force',
        '-q',
      ])
      expect(found.stderr).toBe('')
      expect(JSON.parse(found.stdout)).toMatchObject({
        identical: 2,
        unicodeFallbacks: 0,
        fields: { text: ['title', 'body'] },
      })
      expect(workspace.rows('p.jsonl').map(({ a, b }) => [a, b])).toEqual([
        ['a', 'b'],
        ['c', 'd'],
      ])
    }
    const summary = await workspace.run(['find', 'in.jsonl', ...TEXT])
    expect(summary.stdout).toContain('fields title, body')
  })

  it('may be missing as long as one is there, and each must be in some record', async () => {
    const workspace = new Workspace()
    workspace.write(
      'in.jsonl',
      asLines([
        { id: 'a', title: prose(1) },
        { id: 'b', body: prose(1) },
      ]),
    )
    const { stdout } = await workspace.run(['find', 'in.jsonl', ...TEXT, ...FIND])
    expect(pairsOf(stdout)).toEqual([['a', 'b']])
    const slip = await workspace.run(['find', 'in.jsonl', '--text', 'title', '--text', 'boddy', ...FIND])
    expect(slip).toMatchObject({ code: 1, stdout: '' })
    expect(slip.stderr).toContain(
      'in.jsonl: no text field "boddy" in the first records (its fields: id, title)',
    )
    const neither = await workspace.run(
      ['find', '-', ...TEXT, ...FIND],
      asLines([{ title: 'x', body: 'y', id: 1 }, { id: 2 }]),
    )
    expect(neither.stderr).toContain('line 2: none of the fields "title", "body"')
  })
})

describe.concurrent('null as a text', () => {
  it('is an empty document', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines([{ text: null }, ...FIVE, { text: null }]))
    workspace.write('in.json', JSON.stringify([{ text: null }, ...FIVE, { text: null }]))
    const data = [null, ...FIVE.map(({ text }) => text), null]
    workspace.write(
      'in.parquet',
      Buffer.from(parquetWriteBuffer({ columnData: [{ name: 'text', data, type: 'STRING' }] })),
    )
    for (const name of ['in.jsonl', 'in.json', 'in.parquet']) {
      const { stdout, stderr } = await workspace.run(['find', name, '--json', '-q'])
      expect(stderr).toBe('')
      expect(JSON.parse(stdout)).toMatchObject({ documents: 7, empty: 2, pairs: 3, skipped: 0 })
    }
  })
})
