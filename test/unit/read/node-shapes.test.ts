// Inputs in the shapes that people have them: other delimiters and encodings, pretty-printed JSON, empty shards, results of
// earlier runs next to the data.

import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { UnreadableInput } from '../../../src/model/errors.js'
import { openSource } from '../../../src/read/node-open-source.js'
import { errorOf, lines, makeFolder, put, readAll } from './folder.js'

const folder = makeFolder()
const docs = [
  { id: '1', text: 'Käse, Öl; façade naïve' },
  { id: '2', text: 'the teacher "said" a thing' },
]

describe('delimited text', () => {
  it.each([
    ['semicolons.csv', ';', docs],
    ['bars.csv', '|', docs],
    ['tabs.csv', '\t', docs],
  ] as const)('%s is split by the delimiter that its rows suggest', async (name, delimiter, expected) => {
    const rows = [['id', 'text'], ...docs.map(({ id, text }) => [id, `"${text.replaceAll('"', '""')}"`])]
    const path = put(folder, name, rows.map((row) => `${row.join(delimiter)}\r\n`).join(''))
    const { source, values } = await readAll(path)
    expect(values).toEqual(expected)
    expect(source.notes.layouts).toEqual([
      { name: path, encoding: 'utf-8', delimiter, quoting: 'strict', hasHeader: true },
    ])
  })

  it('is split by the delimiter that is named', async () => {
    const path = put(folder, 'named.csv', 'a;b,text\n1;2,x\n')
    expect((await readAll(path, { delimiter: ',' })).values).toEqual([{ 'a;b': '1;2', text: 'x' }])
    expect((await readAll(path, { delimiter: ';' })).values).toEqual([{ a: '1', 'b,text': '2,x' }])
  })

  it('may have no quoting at all', async () => {
    const path = put(folder, 'dump.tsv', 'id\ttext\n1\t"Gone" with the wind\n2\tthe 12" disk\n')
    const { source, values } = await readAll(path)
    expect(values.map(({ text }) => text)).toEqual(['"Gone" with the wind', 'the 12" disk'])
    expect(source.notes.layouts[0]).toMatchObject({ quoting: 'none' })
  })

  it('without a header row is detected, and read if the user says so', async () => {
    const path = put(folder, 'no-names.csv', '1;the plane was ready to go\n2;the plane was late again\n')
    const error = await errorOf(openSource([path]))
    expect(error).toBeInstanceOf(UnreadableInput)
    expect(error.message).toContain('its first row looks like data')
    expect(error.message).toContain('`header: false`')
    expect((await readAll(path, { header: false })).values[0]).toEqual({
      1: '1',
      2: 'the plane was ready to go',
    })
    expect((await readAll(path, { header: true })).values).toHaveLength(1)
  })
})

describe('encodings', () => {
  const csv = `id;text\n${docs.map(({ id, text }) => `${id};"${text.replaceAll('"', '""')}"\n`).join('')}`
  const swapped = Buffer.from(`\ufeff${csv}`, 'utf16le').swap16()

  it.each([
    ['latin1.csv', Buffer.from(csv, 'latin1'), 'windows-1252'],
    ['utf16.csv', Buffer.from(`\ufeff${csv}`, 'utf16le'), 'utf-16le'],
    ['utf16-without-mark.csv', Buffer.from(csv, 'utf16le'), 'utf-16le'],
    ['utf16be.csv', swapped, 'utf-16be'],
    ['packed.csv.gz', gzipSync(Buffer.from(csv, 'latin1')), 'windows-1252'],
  ] as const)('%s is detected', async (name, bytes, encoding) => {
    const { source, values } = await readAll(put(folder, name, bytes))
    expect(values).toEqual(docs)
    expect(source.notes.layouts).toMatchObject([{ encoding, delimiter: ';' }])
  })

  it('of texts, lines and JSON Lines are read as well', async () => {
    const text = docs[0]!.text
    const latin1 = Buffer.from(text, 'latin1')
    expect((await readAll(put(folder, 'one.txt', latin1))).values[0]!.text).toBe(text)
    expect((await readAll(put(folder, 'l.log', latin1), { format: 'lines' })).values).toEqual([{ text }])
    const wide = put(folder, 'wide.jsonl', Buffer.from(lines(docs), 'utf16le'))
    expect((await readAll(wide)).values).toEqual(docs)
    const named = put(folder, 'latin1.jsonl', Buffer.from(lines(docs), 'latin1'))
    expect((await readAll(named, { encoding: 'latin1' })).values).toEqual(docs)
    expect((await errorOf(readAll(named))).message).toContain('not valid UTF-8')
  })

  it('that cannot be detected are rejected, with the option', async () => {
    const russian = Buffer.from([0x69, 0x64, 0x3b, 0x74, 0x0a, 0x31, 0x3b, ...new Array(60).fill(0xf0)])
    const error = await errorOf(openSource([put(folder, 'russian.csv', russian)]))
    expect(error).toBeInstanceOf(UnreadableInput)
    expect(error.message).toContain('`encoding: ')
    const odd = put(folder, 'odd.csv', Buffer.from('id,text\n1,x'))
    expect((await errorOf(openSource([odd], { encoding: 'utf-16le' }))).message).toContain(
      'not valid utf-16le',
    )
  })
})

describe('one document per line', () => {
  it('keeps blank lines as empty documents', async () => {
    const path = put(folder, 'lines.txt', 'one "two"\r\n\n漢字')
    expect((await readAll(path, { format: 'lines' })).values).toEqual([
      { text: 'one "two"' },
      { text: '' },
      { text: '漢字' },
    ])
  })
})

describe('JSON objects', () => {
  it('may be pretty-printed, alone or one after the other, in any file of JSON', async () => {
    const pretty = docs.map((doc) => JSON.stringify(doc, null, 2))
    expect((await readAll(put(folder, 'one.json', pretty[0]!))).values).toEqual([docs[0]])
    for (const name of ['two.json', 'two.jsonl']) {
      expect((await readAll(put(folder, name, `${pretty.join('\n')}\n`))).values).toEqual(docs)
    }
    for (const doc of docs) put(folder, `scraped/${doc.id}.json`, JSON.stringify(doc, null, 4))
    expect((await readAll(`${folder}/scraped`)).values).toEqual(docs)
  })

  it('that are truncated or have something between them are rejected', async () => {
    const cut = put(folder, 'cut.json', '{\n"text": "x"')
    expect((await errorOf(openSource([cut]))).message).toContain('begins on line 1 has no end')
    const stray = put(folder, 'stray.json', '{\n"text": "x"}\n, {}')
    expect((await errorOf(openSource([stray]))).message).toContain('line 3')
  })
})

describe('empty files', () => {
  it('of every kind are counted, and the others are read', async () => {
    const names = [
      put(folder, 'shards/a.jsonl', ''),
      put(folder, 'shards/b.jsonl', '\n \n'),
      put(folder, 'shards/c.csv', ''),
      put(folder, 'shards/d.csv', 'id,text\n'),
      put(folder, 'shards/e.json', '[ ]'),
      put(folder, 'shards/f.jsonl.gz', gzipSync('')),
      put(folder, 'shards/g.parquet', ''),
    ]
    put(folder, 'shards/h.jsonl', lines(docs))
    put(folder, 'shards/_SUCCESS', '')
    put(folder, 'shards/notes.PDF', '%PDF')
    const { source, values } = await readAll(`${folder}/shards`)
    expect(values).toEqual(docs)
    expect(source.notes.emptyFiles).toEqual(names)
    expect([...source.notes.unknownFiles]).toEqual([
      ['', 1],
      ['.pdf', 1],
    ])
    expect((await readAll(names)).values).toEqual([])
  })
})

describe('files that are left out', () => {
  it('are those that a pattern matches, files and folders', async () => {
    for (const name of ['a.jsonl', 'a.bak.jsonl', 'old/b.jsonl', 'new/c.jsonl', 'new/deep/d.jsonl'])
      put(folder, `tree/${name}`, lines(docs))
    const names = async (...exclude: string[]) =>
      (await openSource([`${folder}/tree`], { exclude })).files.map(({ name }) =>
        name.slice(folder.length + 6),
      )
    expect(await names('old', '*.bak.*')).toEqual(['a.jsonl', 'new/c.jsonl', 'new/deep/d.jsonl'])
    expect(await names('new/*.jsonl', '{a,a.bak}.jsonl')).toEqual(['new/deep/d.jsonl', 'old/b.jsonl'])
    expect(await names('new/**/d.*', '?.bak.jsonl', 'old/')).toEqual(['a.jsonl', 'new/c.jsonl'])
    expect((await errorOf(openSource([`${folder}/tree`], { exclude: ['*'] }))).message).toContain(
      '`exclude` leaves no files',
    )
  })

  it('do not hide that a folder holds source code', async () => {
    put(folder, 'code/a.py', 'x')
    put(folder, 'code/b.py', 'y')
    const { message } = await errorOf(openSource([`${folder}/code`]))
    expect(message).toContain('2 .py')
    expect(message).toContain("`format: 'text'`")
  })
})

describe('the output of this program', () => {
  const own: Readonly<Record<string, string>> = {
    'x.manifest.json':
      '{\n "format": "likewise-manifest",\n "version": 2, "kept": {"path": "x.kept.jsonl"}, "inputs": [{"name": "x.jsonl"}]}',
    'x.removed.jsonl':
      '{"position":1,"id":"b","survivor":"a","similarity":1,"reason":"identical","document":{"text":"x"}}\n',
    'x.removed.csv': 'position,id,survivor,similarity,reason,document\n1,b,a,1,identical,{}\n',
    'pairs.jsonl': '{"a":"say \\"x\\"","b":2,"similarity":0.9}\n',
    'pairs.tsv': 'a\tb\tsimilarity\n1\t2\t0.9\n',
    'clusters.jsonl':
      '{"cluster":0,"members":[1,2],"size":2,"pairs":1,"minSimilarity":1,"meanSimilarity":1}\n',
    'plan.json': '{\n "format": "likewise-plan"}',
    'run/run.json': '{\n "format": "likewise-run"}',
    'run/outcome.json': '{}',
  }

  it('in a folder or a glob is skipped, and reported', async () => {
    for (const [name, content] of Object.entries(own)) put(folder, `own/${name}`, content)
    put(folder, 'own/x.jsonl', lines(docs))
    put(folder, 'own/x.kept.jsonl', lines(docs))
    for (const input of [`${folder}/own`, `${folder}/own/*.{jsonl,json,csv,tsv}`]) {
      const { source, values } = await readAll(input)
      expect(values).toEqual(docs)
      expect(source.notes.ownFiles.get(`${folder}/own/x.manifest.json`)).toBe(
        'a manifest of removed documents',
      )
      expect([...source.notes.ownFiles.keys()]).toContain(`${folder}/own/x.kept.jsonl`)
    }
    // Without the original, the kept documents are all there is.
    expect((await readAll(`${folder}/own/*.kept.jsonl`)).values).toEqual(docs)
  })

  it('that is named is refused, unless its text field is named too', async () => {
    const path = put(folder, 'named/x.removed.jsonl', own['x.removed.jsonl']!)
    expect((await errorOf(openSource([path]))).message).toContain('documents removed by dedup')
    expect((await readAll(path, { text: ['reason'] })).values).toHaveLength(1)
  })
})
