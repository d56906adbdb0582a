// Worker threads run what is built, so this test does, too.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSource } from '../../dist/read/node-open-source.js'
import { readRecords } from '../../dist/read/node-records.js'
import { countFiles } from '../../dist/read/source.js'

// More than two threads' worth of files, one of them in another encoding and one that is no text.
const FILES = 16_500
const folder = mkdtempSync(path.join(tmpdir(), 'likewise-files-'))
const nameOf = (file: number) => path.join(folder, `${file}`.padStart(5, '0').replace(/(...)$/, '/$1.txt'))

beforeAll(() => {
  for (let file = 0; file < FILES; file++) {
    if (file % 1000 === 0) mkdirSync(path.dirname(nameOf(file)))
    writeFileSync(nameOf(file), `text "${file}"\n`)
  }
  writeFileSync(nameOf(300), Buffer.from('Köln', 'latin1'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function textsOf(workers: number, onError: 'stop' | 'skip' = 'stop') {
  const source = await openSource([folder], { workers, onError })
  const texts: unknown[] = []
  for await (const { value } of readRecords(source)) texts.push(value.text)
  await source.close()
  const { skipped, notes } = source
  return { texts, files: countFiles(source), bytes: source.files.map(({ bytes }) => bytes), skipped, notes }
}

it('very many files are read by threads, with the result of one', async () => {
  const [several, one] = [await textsOf(2), await textsOf(1)]
  expect(several).toEqual(one)
  expect(several.files).toBe(FILES)
  expect(several.texts.length).toBe(FILES)
  expect(several.texts.slice(299, 302)).toEqual(['text "299"\n', 'Köln', 'text "301"\n'])
  expect(several.notes.layouts).toEqual([{ name: nameOf(300), encoding: 'windows-1252' }])
})

it('a file that is not text stops a run, or is skipped, wherever it is read', async () => {
  writeFileSync(nameOf(9000), Uint8Array.of(0xc3, 0xa9, 0xc3, 0xa9, 0xff, 0x20))
  await expect(textsOf(2)).rejects.toThrow(/09\/000\.txt/)
  const [several, one] = [await textsOf(2, 'skip'), await textsOf(1, 'skip')]
  expect(several).toEqual(one)
  expect(several.skipped.map(({ file }) => file)).toEqual([nameOf(9000)])
  expect(several.texts.length).toBe(FILES - 1)
})
