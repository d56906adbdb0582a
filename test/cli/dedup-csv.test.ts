// Issue 12, item 9: dedup of CSV wrote JSON Lines where nothing else was said, and could not restore the text as it was.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { prose, Workspace } from './likewise.js'

/** Rows of which the third and the last repeat the first. */
const TEXTS = [prose(1), prose(2), `${prose(1)} end`, prose(3), prose(1)]
const IDS = ['a', 'b', 'c', 'd', 'e']

function rows(delimiter = ',', quote = (text: string) => text): string[] {
  return TEXTS.map((text, i) => [IDS[i]!, quote(text), `note ${i}`].join(delimiter))
}

function bytes(workspace: Workspace, name: string): Buffer {
  return readFileSync(join(workspace.folder, name))
}

function text(workspace: Workspace, name: string): string {
  return bytes(workspace, name).toString('latin1')
}

/** Deduplicates a file and restores it; returns what was kept and removed, a character for each byte. */
async function roundTrip(
  name: string,
  content: string | Uint8Array,
  ...more: string[]
): Promise<{ workspace: Workspace; kept: string; removed: string; original: string }> {
  const workspace = new Workspace()
  workspace.write(name, content)
  const args = ['dedup', name, '--id', 'id', '--text', 'text', '-q', ...more]
  expect(await workspace.run(args)).toMatchObject({ code: 0, stderr: '' })
  const [stem, ending] = name.split('.')
  expect(workspace.names()).toEqual(
    [name, `${stem}.kept.${ending}`, `${stem}.manifest.json`, `${stem}.removed.${ending}`].sort(),
  )
  const restored = await workspace.run(['restore', `${stem}.manifest.json`, '--out', 'again', '-q'])
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(bytes(workspace, `again/${name}`).equals(bytes(workspace, name))).toBe(true)
  expect(workspace.leftovers()).toEqual([])
  return {
    workspace,
    kept: text(workspace, `${stem}.kept.${ending}`),
    removed: text(workspace, `${stem}.removed.${ending}`),
    original: text(workspace, name),
  }
}

describe.concurrent('likewise dedup of delimited text', () => {
  it('keeps the line that tells spreadsheets the delimiter', async () => {
    const [a, b, c, d, e] = rows(';')
    const header = 'sep=;\r\nid;text;note'
    const { kept, removed } = await roundTrip('in.csv', `${[header, a, b, c, d, e].join('\r\n')}\r\n`)
    expect(kept).toBe(`${[header, a, b, d].join('\r\n')}\r\n`)
    expect(removed).toMatch(/^sep=;\r\nposition;id;survivor;similarity;reason;id;text;note\r\n2;c;a;/)
  })

  it.each([
    ['comma', 'in.csv', ','],
    ['tab', 'in.tsv', '\t'],
  ])('copies rows as they are written: %s', async (_, name, delimiter) => {
    const [a, b, c, d, e] = rows(delimiter)
    const header = ['id', 'text', 'note'].join(delimiter)
    const { kept, removed } = await roundTrip(name, `${[header, a, b, c, d, e].join('\n')}\n`)
    expect(kept).toBe(`${[header, a, b, d].join('\n')}\n`)
    const reason = ['position', 'id', 'survivor', 'similarity', 'reason'].join(delimiter)
    const similar = ['2', 'c', 'a', String(26 / 27), 'similar'].join(delimiter)
    const identical = ['4', 'e', 'a', '1', 'identical'].join(delimiter)
    expect(removed).toBe(
      `${[reason + delimiter + header, similar + delimiter + c, identical + delimiter + e].join('\n')}\n`,
    )
  })

  it('keeps quotes, line breaks inside fields, CR LF, a byte order mark, blank lines and a missing last line end', async () => {
    const quoted = rows(',', (field) => `"${field.replace(' ', '\r\n').replace(' ', ' ""and"" ')}"`)
    const header = '\ufeff"id",text,"a, note"'
    const content = `${[header, '', ...quoted.slice(0, 3), '', '', ...quoted.slice(3)].join('\r\n')}`
    const { kept, removed } = await roundTrip('in.csv', content)
    const latin = (rows: readonly string[]) => Buffer.from(`${rows.join('\r\n')}\r\n`).toString('latin1')
    expect(kept).toBe(latin([header, quoted[0]!, quoted[1]!, quoted[3]!]))
    // The last row, which has no line end, is among the removed ones, and readable by others.
    const read = parse(Buffer.from(removed, 'latin1'), { bom: true }) as string[][]
    expect(read.map(([position]) => position)).toEqual(['position', '2', '4'])
    expect(read[2]!.slice(5)).toEqual((parse(quoted[4]!) as string[][])[0])
  })

  it('copies text in other encodings byte for byte, including ids', async () => {
    const content = ['id;text', ...TEXTS.map((text, i) => `é${i}\x80;"${text} à"`)].join('\n')
    const { kept, removed } = await roundTrip('in.csv', Buffer.from(content, 'latin1'))
    const lines = content.split('\n')
    expect(kept).toBe(`${[0, 1, 2, 4].map((i) => lines[i]).join('\n')}\n`)
    expect(removed.split('\n')[2]).toBe(`4;é4\x80;é0\x80;1;identical;${lines[5]}`)
  })

  it('writes UTF-16 as UTF-8, and restores it as it was', async () => {
    const workspace = new Workspace()
    const content = `id,text\r\n${TEXTS.map((text, i) => `é${i},${text}\r\n`).join('')}`
    const stored = Buffer.from(`\ufeff${content}`, 'utf16le')
    workspace.write('in.csv', stored)
    expect(await workspace.run(['dedup', 'in.csv', '--id', 'id', '-q'])).toMatchObject({
      code: 0,
      stderr: '',
    })
    const lines = content.split('\r\n')
    expect(workspace.read('in.kept.csv')).toBe(`${[0, 1, 2, 4].map((i) => lines[i]).join('\r\n')}\r\n`)
    await workspace.run(['restore', 'in.manifest.json', '--out', 'again', '-q'])
    expect(bytes(workspace, 'again/in.csv').equals(stored)).toBe(true)
  })

  it('restores bad rows that were skipped, mixed line ends, and a carriage return at the end', async () => {
    const [a, b, c, d, e] = rows()
    const bad = ['x,"stray" quote,1\n', 'too,few\r\n', 'not,\xff\xfe utf,2\n']
    const content = `id,text,note\n${a}\r\n${bad[0]}${b}\n\r\n${c}\n${bad[1]}${d}\r\n${bad[2]}${e}\r`
    const args = ['--on-error', 'skip', '--encoding', 'utf-8']
    const { kept, removed } = await roundTrip('in.csv', Buffer.from(content, 'latin1'), ...args)
    expect(kept).toBe(`id,text,note\n${a}\r\n${b}\n${d}\r\n`)
    expect(removed).toMatch(/^position,.*\n2,c,.*\n4,e,.*\n$/)
  })

  it('quotes ids if necessary, removes them again, and notices changed rows', async () => {
    const ids = ['"a, ""1"""', '"b\n2"', 'c', 'd', '"e,\r\n"""']
    const content = `id,text\n${TEXTS.map((text, i) => `${ids[i]},"${text}"\n`).join('')}`
    const { workspace, removed } = await roundTrip('in.csv', content)
    const read = parse(removed) as string[][]
    expect(read.slice(1).map((row) => row.slice(0, 3))).toEqual([
      ['2', 'c', 'a, "1"'],
      ['4', 'e,\r\n"', 'a, "1"'],
    ])
    workspace.write('in.removed.csv', removed.replace('end', 'and'))
    const restored = await workspace.run(['restore', 'in.manifest.json', '--out', 'more'])
    expect(restored).toMatchObject({ code: 1, stderr: expect.stringContaining('the checksum differs') })
  })

  it('copies rows without a header, and quotes without a special meaning', async () => {
    const workspace = new Workspace()
    const content = TEXTS.map((text, i) => `"${IDS[i]}\t"${text}\t5" disk\n`).join('')
    workspace.write('in.tsv', content)
    const args = ['dedup', 'in.tsv', '--header', 'no', '--id', '1', '--text', '2', '-q']
    expect(await workspace.run(args)).toMatchObject({ code: 0, stderr: '' })
    const lines = content.split(/(?<=\n)/)
    expect(workspace.read('in.kept.tsv')).toBe(lines[0]! + lines[1]! + lines[3]!)
    expect(workspace.read('in.removed.tsv')).toContain(`4\t"e\t"a\t1\tidentical\t${lines[4]}`)
    await workspace.run(['restore', 'in.manifest.json', '--output', 'again.tsv', '-q'])
    expect(workspace.read('again.tsv')).toBe(content)
  })

  it('writes shards of the same columns to one file, and restores each', async () => {
    const workspace = new Workspace()
    const shards = {
      'blank.csv': '\r\n',
      'a.csv': `id;text;note\n${rows(';').slice(0, 2).join('\n')}`,
      'b.csv': `"id";text;note\r\n${rows(';').slice(2).join('\r\n')}\r\n`,
      'empty.csv': 'id;text;note\n',
    }
    for (const [name, content] of Object.entries(shards)) workspace.write(name, content)
    const args = ['dedup', ...Object.keys(shards), '--id', 'id', '--out', 'clean', '-q']
    expect(await workspace.run(args)).toMatchObject({ code: 0, stderr: '' })
    const [a, b, , d] = rows(';')
    expect(workspace.read('clean/kept.csv')).toBe(`id;text;note\n${a}\n${b}\n${d}\r\n`)
    await workspace.run(['restore', 'clean/manifest.json', '--out', 'again', '-q'])
    for (const [name, content] of Object.entries(shards))
      expect(workspace.read(`again/${name}`)).toBe(content)
    // The removed documents are recognized where the folder is read again.
    const again = await workspace.run([
      'find',
      '.',
      '--id',
      'id',
      '--json',
      '--exclude',
      'again',
      '--exclude',
      'clean/kept.csv',
    ])
    expect(JSON.parse(again.stdout)).toMatchObject({ documents: 5 })
  })

  it('writes JSON Lines where columns or delimiters differ', async () => {
    const workspace = new Workspace()
    workspace.write('a.csv', `id,text,note\n${rows().join('\n')}\n`)
    workspace.write('b.csv', 'id,text,more\nx,y,z\n')
    workspace.write('c.csv', 'id;text;note\nx;y;z\n')
    const args = ['dedup', 'a.csv', 'b.csv', '--id', 'id', '-q']
    const delimiters = ['dedup', 'a.csv', 'c.csv', '--out', 'clean', '-q']
    expect(await workspace.run(delimiters)).toMatchObject({ code: 0, stderr: '' })
    expect(workspace.rows('clean/kept.jsonl')).toHaveLength(4)
    expect(await workspace.run([...args, '--out', 'columns'])).toMatchObject({ code: 0, stderr: '' })
    expect(workspace.rows('columns/kept.jsonl')).toHaveLength(4)
    const named = ['--kept', 'k.csv', '--removed', 'r.csv', '--manifest', 'm.json']
    expect(await workspace.run([...args, ...named])).toMatchObject({ code: 0, stderr: '' })
    expect(parse(workspace.read('k.csv'))).toHaveLength(5)
    const restored = await workspace.run(['restore', 'm.json', '--out', 'again'])
    expect(restored).toMatchObject({ code: 1, stderr: expect.stringContaining('FILE.jsonl') })
  })

  it('copies only to the format of the input', async () => {
    const workspace = new Workspace()
    const content = `id,text,note\n${rows().join('\n')}\n`
    workspace.write('in.csv', content)
    const args = ['dedup', 'in.csv', '--id', 'id', '--manifest', 'm.json', '-q', '--force']
    await workspace.run([...args, '--kept', 'k.jsonl', '--removed', 'r.jsonl'])
    expect(workspace.rows('k.jsonl')[0]).toEqual({ id: 'a', text: TEXTS[0], note: 'note 0' })
    await workspace.run([...args, '--kept', 'k.tsv', '--removed', 'r.csv'])
    expect(workspace.read('k.tsv').split('\n')[1]).toBe(rows('\t')[0])
    const refused = await workspace.run(['restore', 'm.json', '--out', 'again'])
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--kept FILE.csv and --removed FILE.csv'),
    })
  })

  it('reads compressed files and stdin, and writes compressed files and stdout', async () => {
    const workspace = new Workspace()
    const content = `\ufeffid,text,note\r\n${rows().join('\r\n')}`
    const kept = `\ufeffid,text,note\r\n${[0, 1, 3].map((i) => `${rows()[i]}\r\n`).join('')}`
    workspace.write('in.csv.gz', gzipSync(content))
    expect(await workspace.run(['dedup', 'in.csv.gz', '-q'])).toMatchObject({ code: 0, stderr: '' })
    expect(gunzipSync(readFileSync(join(workspace.folder, 'in.kept.csv.gz'))).toString()).toBe(kept)
    await workspace.run(['restore', 'in.manifest.json', '--out', 'again', '-q'])
    expect(workspace.read('again/in.csv')).toBe(content)
    const named = ['--removed', 'r.csv.zst', '--manifest', 'm.json', '-q', '--force']
    const args = ['dedup', '-', '--format', 'csv', ...named]
    expect(await workspace.run([...args, '--kept', '-'], content)).toMatchObject({ code: 0, stdout: kept })
    await workspace.run([...args, '--kept', 'k.csv.gz'], content)
    expect(await workspace.run(['restore', 'm.json', '--output', '-', '-q'])).toMatchObject({
      stdout: content,
    })
    await workspace.run(['restore', 'm.json', '--out', 'third', '-q'])
    expect(workspace.read('third/stdin.csv')).toBe(content)
    expect(workspace.leftovers()).toEqual([])
  })
})
