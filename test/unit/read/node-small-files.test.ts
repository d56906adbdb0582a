import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  type FileInput,
  markAllRead,
  packFiles,
  packReadStates,
  unpackFiles,
} from '../../../src/read/node-file-input.js'
import { checkUnchanged } from '../../../src/read/node-input-stamps.js'
import { findInputs } from '../../../src/read/node-inputs.js'
import { openSource } from '../../../src/read/node-open-source.js'
import { SmallFiles } from '../../../src/read/node-small-files.js'
import { makeFolder, put, readAll } from './folder.js'

const folder = makeFolder()
const write = (name: string, content: string | Uint8Array) => put(folder, name, content)

async function readSmall(path: string): Promise<string | undefined> {
  const { inputs } = await findInputs([path])
  return new SmallFiles().read(inputs[0]!)?.toString()
}

describe('SmallFiles', () => {
  it('reads text in UTF-8 as it is stored', async () => {
    expect(await readSmall(write('plain.txt', 'Grüße,\n"今日"'))).toBe('Grüße,\n"今日"')
    expect(await readSmall(write('empty.txt', ''))).toBe('')
  })

  it.each([
    ['a byte order mark', Buffer.from('\ufeffmarked')],
    ['UTF-16', Buffer.from('wide', 'utf16le')],
    ['Latin-1', Buffer.from('Grüße', 'latin1')],
    ['gzip', gzipSync('packed')],
    ['many bytes', Buffer.alloc(300_000, 'a')],
  ])('leaves %s to the usual reader', async (_, content) => {
    expect(await readSmall(write('other.txt', content))).toBeUndefined()
  })

  it('leaves a file that has changed or disappeared to the usual reader', async () => {
    const path = write('changing.txt', 'one')
    const { inputs } = await findInputs([path])
    writeFileSync(path, 'three')
    expect(new SmallFiles().read(inputs[0]!)).toBeUndefined()
    rmSync(path)
    expect(new SmallFiles().read(inputs[0]!)).toBeUndefined()
  })

  it('notices a change that leaves the size as it was', async () => {
    const path = write('same-size.txt', 'one')
    const { inputs } = await findInputs([path])
    writeFileSync(path, 'two')
    utimesSync(path, 1, 1)
    expect(new SmallFiles().read(inputs[0]!)).toBeUndefined()
    expect(inputs[0]!.isRead).toBe(false)
  })
})

describe('a change after the inputs were opened', () => {
  const change = (path: string) => {
    writeFileSync(path, 'another text')
    utimesSync(path, 1, 1)
  }

  it('makes no difference to texts that were read, and is noticed in others', async () => {
    const texts = [write('found/a.txt', 'first'), write('found/b.txt', Buffer.from('Köln', 'latin1'))]
    const lines = write('found/c.jsonl', '{"text":"third"}\n')
    const source = await openSource([join(folder, 'found')])
    expect(source.inputs!.map(({ isRead }) => isRead ?? false)).toEqual([true, false, false])
    change(texts[0]!)
    expect(() => checkUnchanged(source)).not.toThrow()
    expect(() => checkUnchanged(source, true)).toThrow(/a\.txt: it grew/)
    change(lines)
    expect(() => checkUnchanged(source)).toThrow(/c\.jsonl: it became shorter/)
    await source.close()
  })
})

it('files in another form for other threads are the same files', async () => {
  const paths = [
    write('packed/1.txt', 'one'),
    write('packed/2.html', '<p>two</p>'),
    write('packed/3.txt', 'three'),
  ]
  const { inputs } = await findInputs(paths)
  const files = inputs as readonly FileInput[]
  const unpacked = unpackFiles(structuredClone(packFiles(files)))
  const all = (input: FileInput) => [
    input.name,
    input.path,
    input.format,
    input.isNamed,
    input.bytes,
    input.modified,
  ]
  expect(unpacked.map(all)).toEqual(files.map(all))
  new SmallFiles().read(unpacked[2]!)
  markAllRead(files, structuredClone(packReadStates(unpacked)))
  expect(files.map(({ isRead }) => isRead)).toEqual([false, false, true])
})

it('reads files of every kind in order, one document each', async () => {
  const paths = [
    write('1.txt', 'first "one"'),
    write('2.txt', Buffer.from('Grüße aus Köln', 'latin1')),
    write('3.txt', Buffer.alloc(300_000, 'long ')),
    write('4.html', '<p>fourth</p>'),
    write('5.txt', 'fifth\tone'),
  ]
  const { values } = await readAll(paths)
  expect(values.map(({ path }) => path)).toEqual(paths)
  expect(values.map(({ text }) => String(text).slice(0, 14))).toEqual([
    'first "one"',
    'Grüße aus Köln',
    'long long long',
    'fourth',
    'fifth\tone',
  ])
})
