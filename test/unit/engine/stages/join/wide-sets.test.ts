import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import { nodeInputs } from '../../../../../src/engine/node/node-input-bytes.js'
import type { Inputs } from '../../../../../src/engine/ports.js'
import { readDocumentSets } from '../../../../../src/engine/stages/join/document-sets.js'
import { WideSets } from '../../../../../src/engine/stages/join/wide-sets.js'
import { InvalidArtifact } from '../../../../../src/model/errors.js'
import { TemporaryFolder } from '../../../../../src/read/node-spool.js'
import { layoutNotes, type Source } from '../../../../../src/read/source.js'
import { checkShingleOptions } from '../../../../../src/text/shingle-options.js'
import { WIDE_FROM, wideShingles } from '../../../../../src/text/wide-shingles.js'
import { makeFolder, put } from '../../../read/folder.js'

const folder = makeFolder()
const blocks = new TemporaryFolder(folder)
afterAll(() => blocks.remove())

const SHINGLE = { k: 1 }
const texts = [0, 1, 2].map((document) =>
  Array.from({ length: WIDE_FROM + document }, (_, i) => `word${i}of${document}`).join(' '),
)
const lines = [...texts, 'a short one'].map((text) => `${JSON.stringify({ text })}\n`).join('')

function sourceOf(path: string): Source {
  return {
    files: [{ name: 'documents', path, bytes: Buffer.byteLength(lines) }],
    inputs: undefined,
    textFields: ['text'],
    idField: undefined,
    skipped: [],
    notes: layoutNotes([]),
    close: async () => {},
  }
}

/** An input that is in no file. */
const inMemory: Inputs = {
  open() {
    const bytes = Buffer.from(lines)
    return {
      size: bytes.length,
      readAt: (offset, target) => bytes.copy(target, 0, offset, offset + target.length),
      checkUnchanged() {},
      close() {},
    }
  },
}

async function longOf(inputs: Inputs, source: Source) {
  const sizes: number[] = []
  const { long } = await readDocumentSets(
    inputs,
    source,
    SHINGLE,
    { onError: 'stop' },
    ({ offsets, count }) => {
      for (let i = 0; i < count; i++) sizes.push(offsets[i + 1]! - offsets[i]!)
    },
  )
  expect(sizes).toHaveLength(4)
  expect(long.map(([position]) => position)).toEqual([0, 1, 2])
  return long
}

const expected = (position: number) => wideShingles(texts[position]!, checkShingleOptions(SHINGLE))

it('are made of any input that the platform has, and kept in any block', async () => {
  const source = sourceOf('nowhere')
  const sets = new WideSets(source, await longOf(inMemory, source), {
    inputs: inMemory,
    store: nodeBlocks,
    shingle: SHINGLE,
    memory: 1,
    locate: (name) => ({ name }),
  })
  for (const position of [0, 1, 2, 0, 1, 2]) expect(await sets.of(position)).toEqual(expected(position))
  sets.close()
})

it('are stored in blocks, each once, whose damage is noticed', async () => {
  const source = sourceOf(put(folder, 'documents.jsonl', lines))
  const sets = new WideSets(source, await longOf(nodeInputs, source), {
    inputs: nodeInputs,
    store: nodeBlocks,
    shingle: SHINGLE,
    memory: 1,
    locate: (name) => ({ name, path: blocks.newPath('block'), fingerprint: [0, 0] }),
  })
  // Two are held at a time.
  for (const position of [0, 1, 2, 0, 1, 2, 0]) expect(await sets.of(position)).toEqual(expected(position))
  const [temporary] = readdirSync(folder).filter((name) => name.startsWith('likewise-'))
  const stored = readdirSync(join(folder, temporary!)).map((name) => join(folder, temporary!, name))
  expect(stored).toHaveLength(3)
  for (const path of stored) {
    const bytes = readFileSync(path)
    bytes[bytes.length - 1]! ^= 1
    writeFileSync(path, bytes)
  }
  await expect(sets.of(1)).rejects.toBeInstanceOf(InvalidArtifact)
  sets.close()
})

it('are not read from a signal that is aborted meanwhile', async () => {
  const reason = new Error('enough')
  const stop = new AbortController()
  const source = sourceOf('nowhere')
  const take = () => stop.abort(reason)
  const options = { onError: 'stop', signal: stop.signal } as const
  await expect(readDocumentSets(inMemory, source, SHINGLE, options, take)).rejects.toBe(reason)
})
