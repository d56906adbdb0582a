import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { nodeFind } from '../../src/engine/node/node-find.js'
import { openSource } from '../../src/read/node-open-source.js'
import { ARTICLES, asLines, FIVE, prose, Workspace } from './likewise.js'

const EXAMPLES = fileURLToPath(new URL('../../examples/data/', import.meta.url))

it('counts the documents while they are read', async () => {
  const source = await openSource([ARTICLES], {})
  const read: number[] = []
  const result = await nodeFind(source, {
    workers: 1,
    onProgress: ({ stage, documents }) => stage === 'sketch' && read.push(documents),
  })
  result.close()
  await source.close()
  expect([read[0], read.at(-1)]).toEqual([0, 414])
})

it('counts the records that are stored before they are read', async () => {
  const workspace = new Workspace()
  workspace.write(
    'in.csv',
    `id,text\n${Array.from({ length: 2500 }, (_, id) => `${id},some text\n`).join('')}`,
  )
  workspace.write(
    'in.jsonl.gz',
    gzipSync(asLines(Array.from({ length: 2500 }, () => ({ text: 'some text' })))),
  )
  for (const [file, last] of [
    ['in.csv', 2000],
    ['in.jsonl.gz', 2500],
  ] as const) {
    const stored: number[] = []
    const onRecords = (records: number) => void stored.push(records)
    const source = await openSource([join(workspace.folder, file)], { onRecords })
    await source.close()
    expect(stored.at(-1)).toBe(last)
  }
})

describe.concurrent('commands show how far they are', () => {
  it.each([
    ['match', [`${EXAMPLES}customers.csv`, `${EXAMPLES}subscribers.csv`], /\[Kcomparing +\d+ %/],
    ['recommend', [`${EXAMPLES}ratings.csv`, '--evaluate'], /\[Kevaluating +\d+ %/],
    ['fingerprints', [`${EXAMPLES}fingerprints`], /\[Kcomparing +\d+ %/],
    ['plagiarism', ['in.jsonl'], /\[Kcomparing texts/],
    ['join', ['in.jsonl', '--text', 'text'], /\[Kreading the sets.*\[Kjoining/s],
    ['find', ['in.jsonl'], /\[Kreading and sketching.*\[Krereading candidates +\d+ % of 5 documents/s],
  ])('%s', async (command, args, shown) => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(FIVE))
    const { code, stderr } = await workspace.run([command, ...args, '--progress', 'bar'])
    expect([code, stderr]).toEqual([0, expect.stringMatching(shown)])
    expect(stderr.endsWith('\r\x1b[K')).toBe(true)
  })

  it('but nothing in a short run without a terminal, with --quiet or with none', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines([{ text: prose(1) }, { text: prose(2) }]))
    for (const more of [[], ['--progress', 'plain'], ['--progress', 'none'], ['-q', '--progress', 'bar']])
      expect((await workspace.run(['find', 'in.jsonl', ...more])).stderr).toBe('')
  })
})
