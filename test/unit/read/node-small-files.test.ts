import { rmSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { findInputs } from '../../../src/read/node-inputs.js'
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
