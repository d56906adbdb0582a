import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { BadRecord, InvalidOption, UnreadableInput } from '../../../src/model/errors.js'
import { openZstd } from '../../../src/parquet/node-zstd.js'
import { openSource } from '../../../src/read/node-open-source.js'
import { asOrdinaryUser, errorOf, lines, makeFolder, put, readAll } from './folder.js'

const folder = makeFolder()
const docs = [
  { id: 'a', text: 'first text' },
  { id: 'b', text: 'zweiter Text, äöü 漢字 😀' },
]

const { compress } = await openZstd()

describe('JSON Lines', () => {
  it('are read where they are, untouched', async () => {
    const path = put(folder, 'plain/docs.jsonl', lines(docs))
    const temporary = mkdtempSync(join(folder, 'tmp-'))
    const source = await openSource([path], { temporary })
    const stamp = {
      name: path,
      path,
      bytes: Buffer.byteLength(lines(docs)),
      modified: statSync(path).mtimeMs,
    }
    expect(source.files).toEqual([stamp])
    expect(source.inputs).toEqual([stamp])
    expect(source).toMatchObject({ textFields: ['text'], idField: 'id', isIdDetected: true, skipped: [] })
    expect(readdirSync(temporary)).toEqual([])
    await source.close()
    expect(readFileSync(path, 'utf8')).toBe(lines(docs))
  })

  it('may have Windows line ends, blank lines and no newline at the end', async () => {
    const path = put(folder, 'windows.ndjson', `${lines(docs, '\r\n')}\r\n\n${JSON.stringify(docs[0])}`)
    expect((await readAll(path)).values).toEqual([...docs, docs[0]])
  })

  it('with a byte order mark are copied without it', async () => {
    const path = put(folder, 'mark.jsonl', `\ufeff${lines(docs)}`)
    const source = await openSource([path])
    expect(readFileSync(source.files[0]!.path, 'utf8')).toBe(lines(docs))
    await source.close()
    expect(existsSync(source.files[0]!.path)).toBe(false)
  })

  it('are decompressed as they are, line by line', async () => {
    const content = `{"id":"a","text":"x"}\n\n{"broken\n${lines(docs)}`
    const temporary = mkdtempSync(join(folder, 'tmp-'))
    for (const path of [
      put(folder, 'packed.jsonl.gz', gzipSync(content)),
      put(folder, 'packed.jsonl.zst', compress(Buffer.from(content))),
      put(
        folder,
        'twice.jsonl.gz',
        Buffer.concat([gzipSync(content.slice(0, 9)), gzipSync(content.slice(9))]),
      ),
      put(folder, 'by-first-bytes.jsonl', gzipSync(content)),
    ]) {
      const source = await openSource([path], { temporary })
      expect(source.files[0]!.name).toBe(path)
      expect(readFileSync(source.files[0]!.path, 'utf8')).toBe(content)
      await source.close()
      expect(readdirSync(temporary)).toEqual([])
    }
  })

  it('may have any size when compressed', async () => {
    const many = lines(
      Array.from({ length: 50_000 }, (_, i) => ({ id: i, text: `document ${i} `.repeat(10) })),
    )
    const frames: Uint8Array[] = []
    const bytes = Buffer.from(many)
    for (let at = 0; at < bytes.length; at += 300_000) frames.push(compress(bytes.subarray(at, at + 300_000)))
    for (const path of [
      put(folder, 'large.jsonl.gz', gzipSync(many)),
      put(folder, 'large.jsonl.zst', compress(bytes)),
      put(folder, 'frames.jsonl.zst', Buffer.concat(frames)),
    ]) {
      const source = await openSource([path])
      expect(readFileSync(source.files[0]!.path).equals(bytes)).toBe(true)
      await source.close()
    }
  })

  it('whose first line is huge are examined without being parsed', async () => {
    const path = put(
      folder,
      'huge.jsonl',
      `{"url":"x","n":[{"text":1}],"content":"${'a\\"'.repeat(3_000_000)}"}\n`,
    )
    expect((await openSource([path])).textFields).toEqual(['content'])
    expect((await openSource([path], { text: ['content'] })).textFields).toEqual(['content'])
    const error = await errorOf(openSource([path], { text: ['body'] }))
    expect(error.message).toContain('no text field "body" (its fields: url, n, content)')
  })

  it('that begin with a bad line stop the run, with the line', async () => {
    const path = put(folder, 'bad-first.jsonl', `\n{"text": tru\n${lines(docs)}`)
    const error = await errorOf(openSource([path]))
    expect(error).toBeInstanceOf(BadRecord)
    expect(error).toMatchObject({ file: path, line: 2 })
    expect((await openSource([path], { onError: 'skip' })).textFields).toEqual(['text'])
    const invalid = put(folder, 'bad-utf8.jsonl', Buffer.from('{"text":"\xe4"}\n', 'latin1'))
    expect(await errorOf(openSource([invalid]))).toMatchObject({ line: 1, problem: 'not valid UTF-8' })
    const list = put(folder, 'list.jsonl', '[1]\n')
    expect(await errorOf(openSource([list]))).toMatchObject({ problem: 'a list instead of an object' })
  })

  it('in which no line is an object are refused even if bad lines are skipped', async () => {
    const path = put(folder, 'no-json.jsonl', 'just\nwords\n')
    expect(await errorOf(openSource([path], { onError: 'skip' }))).toBeInstanceOf(UnreadableInput)
    expect((await openSource([path], { onError: 'skip', text: ['body'] })).textFields).toEqual(['body'])
  })
})

describe('a JSON array', () => {
  it('becomes lines, each element as it was written', async () => {
    const content =
      '\n [ {"id": 12345678901234567890,\n  "text": "x, [] \\" {"},\r\n{"text":"y","deep":{"a":[1,{}]}}\n]\n'
    const path = put(folder, 'list.json', content)
    const source = await openSource([path])
    expect(readFileSync(source.files[0]!.path, 'utf8')).toBe(
      '{"id": 12345678901234567890,   "text": "x, [] \\" {"}\n{"text":"y","deep":{"a":[1,{}]}}\n',
    )
    await source.close()
    expect(
      (await readAll(put(folder, 'list.json.gz', gzipSync(JSON.stringify(docs, null, 2))))).values,
    ).toEqual(docs)
  })

  it('may be JSON Lines instead, in place', async () => {
    const path = put(folder, 'lines.json', lines(docs))
    const { source, values } = await readAll(path)
    expect(source.files[0]!.path).toBe(path)
    expect(values).toEqual(docs)
  })

  it('names the line on which a bad element begins', async () => {
    const path = put(folder, 'bad.json', '[\n{"text":"x"},\n{"text":\n5},\n7,\n{"text":"y"}]')
    expect(await errorOf(openSource([path]))).toMatchObject({
      code: 'bad-record',
      line: 3,
      problem: 'the field "text" is not a string',
    })
    const { source, values } = await readAll(path, { onError: 'skip' })
    expect(source.skipped.map(({ line }) => line)).toEqual([3, 5])
    expect(values).toEqual([{ text: 'x' }, { text: 'y' }])
  })

  it('is rejected if it is truncated, has gaps or is followed by something else', async () => {
    for (const content of [
      '[{"text":"x"}',
      '[{"text":"x"},',
      '[{"text":"x"},]',
      '[{"text":"x"}] 1',
      '[,]',
      '[{"text":"x',
    ]) {
      const error = await errorOf(openSource([put(folder, 'broken.json', content)], { onError: 'skip' }))
      expect(error, content).toBeInstanceOf(UnreadableInput)
    }
  })
})

describe('CSV and TSV', () => {
  it('may have quotes, newlines in fields, a byte order mark and Windows line ends', async () => {
    const path = put(folder, 'a.csv', '\ufeffid,"te""xt"\r\n1,"x, ""y""\r\nz"\r\n\r\n"2",plain\ttab 漢\r\n')
    const { source, values } = await readAll(path, { text: ['te"xt'], id: 'id' })
    expect(values).toEqual([
      { id: '1', 'te"xt': 'x, "y"\r\nz' },
      { id: '2', 'te"xt': 'plain\ttab 漢' },
    ])
    expect(source).toMatchObject({ textFields: ['te"xt'], idField: 'id' })
    expect((await readAll(put(folder, 'a.tsv', 'id\ttext\n1\ta,b\n'))).values).toEqual([
      { id: '1', text: 'a,b' },
    ])
  })

  it('name the line of a bad row, or skip it and continue with the next line', async () => {
    const content = Buffer.concat([
      Buffer.from('id,text\n1,"two\nlinés, çà et là"\n2,too,many\n3\n4,a " quote\n5,"closed" too early\n6,'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('\n7,good\n'),
    ])
    const path = put(folder, 'bad.csv', content)
    expect(await errorOf(openSource([path]))).toMatchObject({
      code: 'bad-record',
      file: path,
      line: 4,
      problem: '3 fields instead of 2',
    })
    const { source, values } = await readAll(path, { onError: 'skip' })
    expect(values.map(({ id }) => id)).toEqual(['1', '4', '7'])
    expect(values[1]!.text).toBe('a " quote')
    expect(source.skipped.map(({ line, problem }) => [line, problem])).toEqual([
      [4, '3 fields instead of 2'],
      [5, '1 field instead of 2'],
      [7, 'text after the closing quote of a field'],
      [8, 'the field "text" is not valid UTF-8'],
    ])
  })

  it('are refused as a whole for an open quote or columns of one name', async () => {
    const refused = async (content: string, problem: string) => {
      const error = await errorOf(openSource([put(folder, 'refused.csv', content)], { onError: 'skip' }))
      expect(error).toBeInstanceOf(UnreadableInput)
      expect(error.message).toContain(problem)
    }
    await refused('id,text\n1,a\n2,"never\nclosed\n', 'the quote opened on line 3 is never closed')
    await refused('text,text\n1,a\n', 'two columns have the name "text"')
  })

  it('need the requested columns', async () => {
    const path = put(folder, 'columns.csv', 'id,note\n1,a\n')
    expect((await errorOf(openSource([path], { text: ['text'] }))).message).toContain('its fields: id, note')
    expect((await errorOf(openSource([path], { id: 'key' }))).message).toContain('no id field "key"')
  })
})

describe('text and HTML files', () => {
  it('are one document each, known by their paths', async () => {
    put(folder, 'texts/b.txt', '\ufeffzweiter "Text"\n\\\t\u0001 😀')
    put(folder, 'texts/a.md', '')
    put(folder, 'texts/deep/c.html', '<p>Fish &amp; chips</p>')
    put(folder, 'texts/deep/d.txt.gz', gzipSync('packed'))
    put(folder, 'texts/.hidden.txt', 'hidden')
    put(folder, 'texts/other.bin', 'no text')
    const root = join(folder, 'texts')
    const { source, values } = await readAll(root)
    expect(source).toMatchObject({ textFields: ['text'], idField: 'path' })
    expect(source.files).toHaveLength(1)
    expect(source.files[0]!.name).toBe(`${join(root, 'a.md')} and 3 more`)
    expect(values).toEqual([
      { path: join(root, 'a.md'), text: '' },
      { path: join(root, 'b.txt'), text: 'zweiter "Text"\n\\\t\u0001 😀' },
      { path: join(root, 'deep/c.html'), text: 'Fish & chips' },
      { path: join(root, 'deep/d.txt.gz'), text: 'packed' },
    ])
  })

  it('may be longer than a chunk, with characters across its end', async () => {
    const text = `x${'漢字 😀\n'.repeat(300_000)}`
    const { values } = await readAll(put(folder, 'long.txt', text))
    expect(values[0]!.text === text).toBe(true)
  })

  it('that are not UTF-8 are bad records with the line, and leave nothing behind', async () => {
    const head = 'good line\n'.repeat(200_000)
    put(folder, 'mixed/1.txt', 'one')
    const bad = put(
      folder,
      'mixed/2.txt',
      Buffer.concat([Buffer.from(head), Buffer.from([0x61, 0xe4, 0x0a])]),
    )
    const cut = put(folder, 'mixed/3.txt', Buffer.from('é').subarray(0, 1))
    const page = put(folder, 'mixed/4.html', Buffer.from('<p>\n\xe4</p>', 'latin1'))
    put(folder, 'mixed/5.txt', 'five')
    expect(await errorOf(openSource([join(folder, 'mixed')]))).toMatchObject({ file: bad, line: 200_001 })
    const { source, values } = await readAll(join(folder, 'mixed'), { onError: 'skip' })
    expect(source.skipped.map(({ file, line }) => [file, line])).toEqual([
      [bad, 200_001],
      [cut, 1],
      [page, 2],
    ])
    expect(values.map(({ text }) => text)).toEqual(['one', 'five'])
  })

  it('take the fields that the other inputs have', async () => {
    const text = put(folder, 'beside.txt', 'a text')
    const records = put(folder, 'beside.jsonl', '{"key":"k","body":"b"}\n')
    const mixed = await readAll([text, records])
    expect(mixed.source).toMatchObject({ textFields: ['body'], idField: undefined })
    expect(mixed.values).toEqual([
      { path: text, body: 'a text' },
      { key: 'k', body: 'b' },
    ])
    const byKey = await readAll([text, records], { id: 'key' })
    expect(byKey.values[0]).toEqual({ key: text, body: 'a text' })
  })
})

describe('the text field', () => {
  const fieldOf = async (record: unknown, id?: string) => {
    const path = put(folder, 'field.jsonl', lines([record]))
    return (await openSource([path], id === undefined ? {} : { id })).textFields[0]
  }

  it('is one with a usual name, else the longest string', async () => {
    expect(await fieldOf({ body: 'b', content: 'c', title: 'a long title' })).toBe('content')
    expect(await fieldOf({ title: 'a long title', text: null })).toBe('text')
    expect(await fieldOf({ n: 1, abstract: 'x' })).toBe('abstract')
    expect(await fieldOf({ title: 'short', abstract: 'longer than it' })).toBe('abstract')
    expect(await fieldOf({ message: 'the id', abstract: 'x' }, 'message')).toBe('abstract')
  })

  it('must exist', async () => {
    const error = await errorOf(fieldOf({ a: 1, b: [], c: {} }))
    expect(error).toBeInstanceOf(UnreadableInput)
    expect(error.message).toContain('no field holds a text (its fields: a, b, c)')
  })

  it('must be the same in all inputs', async () => {
    const first = put(folder, 'first.jsonl', '{"text":"x"}\n')
    const second = put(folder, 'second.jsonl', '{"content":"x"}\n')
    const third = put(folder, 'third.jsonl', '{"text":5}\n')
    const error = await errorOf(openSource([first, second]))
    expect(error).toMatchObject({ code: 'unreadable-input', file: second })
    expect(error.message).toContain('no text field "text" (its fields: content)')
    expect((await errorOf(openSource([first, third]))).message).toContain('holds a number')
    const later = put(folder, 'later.jsonl', '{"content":"x"}\n{"text":"x"}\n')
    expect((await openSource([first, later], { onError: 'skip' })).textFields).toEqual(['text'])
  })
})

describe('the inputs', () => {
  it('are files, folders and globs, in the order given and sorted inside', async () => {
    const root = join(folder, 'many')
    for (const name of ['b.jsonl', 'a.jsonl', 'ü/é 漢.jsonl', 'c.csv']) {
      put(root, name, name.endsWith('csv') ? 'text\nx\n' : '{"text":"x"}\n')
    }
    symlinkSync(join(root, 'a.jsonl'), join(root, 'link.jsonl'))
    symlinkSync(root, join(root, 'ü/round'))
    const names = async (inputs: string[]) => {
      const source = await openSource(inputs)
      await source.close()
      return source.files.map(({ name }) => name.replace(`${root}/`, ''))
    }
    expect(await names([root])).toEqual(['a.jsonl', 'b.jsonl', 'c.csv', 'link.jsonl', 'ü/é 漢.jsonl'])
    expect(await names([join(root, '*.jsonl')])).toEqual(['a.jsonl', 'b.jsonl', 'link.jsonl'])
    expect(await names([join(root, 'b.jsonl'), join(root, '{a,link}.jsonl')])).toEqual([
      'b.jsonl',
      'a.jsonl',
      'link.jsonl',
    ])
  })

  it('of a glob without a root are named as the glob is', async () => {
    const source = await openSource(['examples/../package.jso[n]'], { text: ['name'], format: 'json' })
    expect(source.files.map(({ name }) => name)).toEqual(['package.json'])
    await source.close()
  })

  it('may have names that look like globs', async () => {
    const path = put(folder, 'odd/a[1].jsonl', lines(docs))
    expect((await readAll(path)).values).toEqual(docs)
  })

  it('that cannot be read as a whole are refused, with a hint', async () => {
    mkdirSync(join(folder, 'nothing'), { recursive: true })
    const gz = gzipSync(lines(Array.from({ length: 1000 }, (_, i) => ({ text: `document ${i}` }))))
    const zst = compress(
      Buffer.from(lines(Array.from({ length: 1000 }, (_, i) => ({ text: `document ${i}` })))),
    )
    const cases: [string, string][] = [
      [join(folder, 'missing.jsonl'), 'no such file'],
      [join(folder, 'nothing'), 'the folder contains no files'],
      [join(folder, 'nothing', '*.jsonl'), 'no file matches'],
      [put(folder, 'cut.jsonl.gz', gz.subarray(0, gz.length - 20)), 'the gzip data is truncated'],
      [put(folder, 'cut.txt.gz', gz.subarray(0, 30)), 'the gzip data is truncated'],
      [put(folder, 'wrong.csv.gz', 'id,text\n1,x\n'), 'it is not a gzip file, or it is damaged'],
      [put(folder, 'cut.jsonl.zst', zst.subarray(0, zst.length - 20)), 'the zstd data is truncated'],
      [put(folder, 'wrong.jsonl.zst', lines(docs)), 'it is not a zstd file, or it is damaged'],
      [put(folder, 'wrong.parquet', 'PAR1 and nothing else'), 'it is not a Parquet file, or it is damaged'],
      [put(folder, 'unknown.dat', 'x'), 'unknown file extension'],
      [join(put(folder, 'a-file.jsonl', 'x'), 'below.jsonl'), 'no such file'],
    ]
    for (const onError of ['stop', 'skip'] as const) {
      for (const [path, problem] of cases) {
        const temporary = mkdtempSync(join(folder, 'tmp-'))
        const error = await errorOf(openSource([path], { onError, temporary }))
        expect(error, path).toBeInstanceOf(UnreadableInput)
        expect(error.message).toContain(problem)
        expect(error.message).toContain(path)
        expect(readdirSync(temporary)).toEqual([])
      }
    }
  })

  it('need permission', async () => {
    const path = put(folder, 'locked.jsonl', lines(docs))
    chmodSync(path, 0)
    chmodSync(folder, 0o755)
    const error = await asOrdinaryUser(() => errorOf(openSource([path])))
    expect(error).toBeInstanceOf(UnreadableInput)
    expect(error.message).toContain('permission denied')
  })

  it('may be named once only', async () => {
    const path = put(folder, 'once.jsonl', lines(docs))
    expect((await errorOf(openSource([path, path]))).message).toContain('it is listed twice')
    await expect(openSource([])).rejects.toThrow(InvalidOption)
  })

  it('use the named format whatever the extension', async () => {
    const path = put(folder, 'table.dat', 'id;x,text\n1,y\n')
    expect((await readAll(path, { format: 'csv' })).values).toEqual([{ 'id;x': '1', text: 'y' }])
    const code = put(folder, 'code/a.py', 'print()')
    expect((await readAll(join(folder, 'code'), { format: 'text' })).values).toEqual([
      { path: code, text: 'print()' },
    ])
    await expect(openSource([path], { format: 'xml' as 'csv' })).rejects.toThrow(InvalidOption)
  })

  it('need a folder for temporary files', async () => {
    const path = put(folder, 'needs-spool.csv', 'text\nx\n')
    const error = await errorOf(openSource([path], { temporary: join(folder, 'not there') }))
    expect(error.message).toContain('temporary files cannot be written there')
  })
})

describe('stdin', () => {
  const program = join(folder, 'read-stdin.mjs')

  beforeAll(async () => {
    const contents = `
      import { openSource } from './src/read/node-open-source.js'
      import { readFileSync } from 'node:fs'
      const format = process.argv[2]
      try {
        const source = await openSource(['-'], format === undefined ? {} : { format })
        process.stdout.write(source.files[0].name + '\\n' + readFileSync(source.files[0].path, 'utf8'))
        await source.close()
      } catch (error) {
        console.log(error.message)
      }`
    const stdin = { contents, resolveDir: fileURLToPath(new URL('../../../', import.meta.url)) }
    await build({ stdin, bundle: true, platform: 'node', format: 'esm', outfile: program, logLevel: 'error' })
  })

  const read = (input: Uint8Array, ...args: string[]): string => {
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { input, encoding: 'utf8' })
    return stdout + stderr
  }

  it('is JSON Lines, compressed or not, unless a format is named', async () => {
    for (const bytes of [Buffer.from(lines(docs)), gzipSync(lines(docs))]) {
      expect(read(bytes)).toBe(`stdin\n${lines(docs)}`)
    }
    expect(read(Buffer.from('text\nx\n'), 'csv')).toBe('stdin\n{"text":"x"}\n')
    expect(read(Buffer.from('hello'), 'text')).toBe('stdin\n{"path":"stdin","text":"hello"}\n')
    expect(read(Buffer.from('id,text\n1,x\n'))).toContain("`format: 'csv'`")
    expect(read(Buffer.from('one\ntwo\n'))).toContain("`format: 'lines'`")
  })
})

describe('the first records of JSON Lines', () => {
  it('are found after megabytes of blank lines', async () => {
    const path = put(folder, 'blank-first.jsonl.gz', gzipSync(`${'\n'.repeat(5e6)}${lines(docs)}`))
    expect((await readAll(path)).source.textFields).toEqual(['text'])
  })

  it('are found after a skipped record that is longer than what is examined', async () => {
    const long = JSON.stringify({ body: 'x'.repeat(5e6) })
    for (const [name, content] of [
      ['long-first.jsonl', `${long}\n${lines(docs)}`],
      ['long-first.jsonl.gz', gzipSync(`${long}\n${lines(docs)}`)],
    ] as const) {
      const options = { onError: 'skip', memory: 1e8 } as const
      const source = await openSource([put(folder, name, content)], options)
      expect(source.textFields).toEqual(['text'])
      expect(source.skipped.map(({ line }) => line)).toEqual(name.endsWith('.gz') ? [1] : [])
      await source.close()
    }
  })

  it('do not hide that blank lines have no end', async () => {
    const path = put(folder, 'blank-only.jsonl.gz', gzipSync('\n'.repeat(3e6)))
    const options = { memory: 1e8, onError: 'skip' } as const
    await expect(openSource([path], options)).rejects.toThrow(/of blank lines before it/)
    await expect(openSource([path], { ...options, format: 'lines' })).rejects.toThrow(/of blank lines/)
  })
})

it('keeps links as they are named', async () => {
  const path = put(folder, 'real/target.jsonl', lines(docs))
  const link = join(folder, 'a-link.jsonl')
  symlinkSync(path, link)
  const { source, values } = await readAll(link)
  expect(source.files[0]!.name).toBe(link)
  expect(realpathSync(source.files[0]!.path)).toBe(realpathSync(path))
  expect(values).toEqual(docs)
})
