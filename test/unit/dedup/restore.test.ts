import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dedup } from '../../../src/node/dedup.js'
import { restore } from '../../../src/node/restore.js'
import { makeFolder, put } from '../read/folder.js'

const folder = makeFolder()
const lines = ['one text', 'another text', 'one text'].map((text) => `${JSON.stringify({ text })}\n`).join('')

it.each(['parquet', 'csv'])(
  'says that %s of JSON Lines cannot be restored, and how it could',
  async (ending) => {
    const input = put(folder, `${ending}/input.jsonl`, lines)
    const out = (name: string) => join(folder, ending, name)
    const write = {
      kept: out(`kept.${ending}`),
      removed: out('removed.jsonl'),
      manifest: out('manifest.json'),
    }
    await using _result = await dedup(input, { write, workers: 1 })
    await expect(restore(write.manifest, { out: out('restored') })).rejects.toMatchObject({
      code: 'unreadable-input',
      problem: 'the kept documents were converted to this format, from which the input cannot be restored',
      hint: 'run the command that wrote the manifest again, with `kept: FILE.jsonl` and `removed: FILE.jsonl`',
    })
  },
)

it('restores what was written in the format of the input', async () => {
  const input = put(folder, 'same/input.jsonl', lines)
  const out = (name: string) => join(folder, 'same', name)
  const write = { kept: out('kept.jsonl'), removed: out('removed.jsonl'), manifest: out('manifest.json') }
  await using _result = await dedup(input, { write, workers: 1 })
  await restore(write.manifest, { out: out('restored') })
  expect(readFileSync(out('restored/input.jsonl'), 'utf8')).toBe(lines)
})
