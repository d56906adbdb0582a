// The format that CONTRIBUTING adds as an example is read as it says.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { BadRecord } from '../../../src/model/errors.js'
import type { ReadRecord } from '../../../src/read/formats/reader.js'
import { listInputs } from '../../../src/read/node-inputs.js'
import { OpenedInput } from '../../../src/read/node-open-input.js'
import { TemporaryFolder } from '../../../src/read/node-spool.js'
import { makeFolder, put } from '../../unit/read/folder.js'
import { controlReader } from './sample-format.js'

const folder = makeFolder()

it('is the one in CONTRIBUTING', () => {
  const guide = readFileSync(new URL('../../../CONTRIBUTING.md', import.meta.url), 'utf8')
  const code = readFileSync(new URL('./sample-format.ts', import.meta.url), 'utf8')
  // Its imports are those of a file in another folder.
  expect(guide).toContain(code.slice(code.indexOf('/**')))
})

it('is written for the suite as CONTRIBUTING shows', () => {
  const guide = readFileSync(new URL('../../../CONTRIBUTING.md', import.meta.url), 'utf8')
  const [, entry] = /```ts\n( {2}'a control file': {\n[\s\S]*?)```/.exec(guide) ?? []
  const { 'a control file': example } = new Function(`return { ${entry} }`)()
  const text = example.write([{ name: 'Ann', city: 'Oslo' }, { name: 'Ben' }])
  expect(text).toBe('name: Ann\ncity: Oslo\n\nname: Ben\n')
})

it('delivers records with their lines, and reports what is wrong with others', async () => {
  const path = put(folder, 'a.dcf', 'stray\nname: Ann\ncity: Oslo\n\n\nname: Ben\n')
  const [input] = await listInputs([path], { format: 'lines' })
  const opened = await OpenedInput.open(input!, { folder: new TemporaryFolder(folder) })
  const read: [number, unknown, string][] = []
  const bad: BadRecord[] = []
  const visitor = {
    record(line: number, record: ReadRecord) {
      let json = ''
      record.writeJson((bytes) => {
        json += Buffer.from(bytes).toString()
      })
      read.push([line, record.fields, json])
    },
    bad: (error: BadRecord) => void bad.push(error),
  }
  await controlReader.read(opened, visitor, { limit: 1000 })
  expect(read).toEqual([
    [2, { name: 'Ann', city: 'Oslo' }, '{"name":"Ann","city":"Oslo"}'],
    [6, { name: 'Ben' }, '{"name":"Ben"}'],
  ])
  expect(bad).toMatchObject([{ line: 1, file: path }])
})
