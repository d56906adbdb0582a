// Worker threads run what is built, so this test does, too.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TaskPool } from '../../dist/engine/node/node-task-pool.js'
import { InvalidOption } from '../../dist/model/errors.js'
import { decontaminate, openPool, type Progress } from '../../dist/public/node.js'

const ITEM = 'the quick brown fox jumps over the lazy dog'

/** Enough documents that workers search them; every hundredth contains the item. */
const documents = Array.from({ length: 6000 }, (_, i) => ({
  id: `d${i}`,
  text: `${Array.from({ length: 160 }, (_, word) => `word${(i * word) % 97}`).join(' ')} ${i % 100 === 0 ? ITEM : ''}`,
}))
const options = { benchmarks: [{ id: 'fox', text: ITEM }] }

it('finds the same in a shared pool, alone and at the same time', async () => {
  const expected = await decontaminate(documents, { ...options, workers: 1 })
  expect(expected.summary).toMatchObject({ documents: 6000, contaminated: 60, itemsFound: 1 })
  expect(await decontaminate(documents, { ...options, workers: 2 })).toEqual(expected)
  await using pool = openPool({ workers: 2 })
  const both = [
    decontaminate(documents, { ...options, pool }),
    decontaminate(documents, { ...options, pool }),
  ]
  expect(await Promise.all(both)).toEqual([expected, expected])
  await using bounded = openPool({ workers: 2, memory: '300MB' })
  expect(await decontaminate(documents, { ...options, pool: bounded })).toEqual(expected)
})

it('fails if its pool is closed while it searches', async () => {
  const pool = openPool({ workers: 2 })
  let closing: Promise<void> | undefined
  const onProgress = ({ stage }: Progress) => {
    if (stage === 'verify') closing ??= pool.close()
  }
  await expect(decontaminate(documents, { ...options, pool, onProgress })).rejects.toThrow()
  await closing
})

it('rejects workers and memory next to a pool', async () => {
  await using pool = openPool({ workers: 1 })
  for (const more of [{ workers: 2 }, { memory: '1GB' }])
    await expect(decontaminate(documents, { ...options, ...more, pool })).rejects.toBeInstanceOf(
      InvalidOption,
    )
})

it('keeps the class and the data of an error in a worker', async () => {
  const pool = new TaskPool({ workers: 2, isSingleRun: true })
  const run = pool.open()
  const lines = { bytes: new Uint8Array(0), ends: new Uint32Array(0) }
  const task = { kind: 'items', items: [ITEM], options: { k: 0 }, textFields: ['text'], lines } as const
  const error: unknown = await run.run([task, task], () => {}).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(InvalidOption)
  expect(error).toMatchObject({ code: 'invalid-option', option: 'k', value: 0 })
  await run.close()
})

it('writes documents of a program with all of their fields', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'likewise-decontaminate-'))
  try {
    const given = [
      { id: 'a', text: `before ${ITEM} after`, url: 'https://example.org/a', label: 1 },
      {
        id: 'b',
        text: 'something else that is in no benchmark at all',
        url: 'https://example.org/b',
        label: 2,
      },
    ]
    const path = (name: string) => join(folder, `${name}.jsonl`)
    const write = {
      kept: path('kept'),
      removed: path('removed'),
      manifest: join(folder, 'manifest.json'),
      report: path('report'),
    }
    await decontaminate(given, { ...options, write })
    const lines = (name: string) =>
      readFileSync(path(name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    expect(lines('kept')).toEqual([given[1]])
    expect(JSON.stringify(lines('removed'))).toContain('https://example.org/a')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
