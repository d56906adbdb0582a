import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makePlan } from '../../../../../src/engine/make-plan.js'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import { nodeInputs } from '../../../../../src/engine/node/node-input-bytes.js'
import { readSample, readSampleWith } from '../../../../../src/engine/stages/read/read-sample.js'
import { runDocumentTask } from '../../../../../src/engine/stages/run-document-task.js'
import type { DocumentTask, TaskWorkers } from '../../../../../src/engine/stages/tasks.js'
import { Thread } from '../../../../../src/engine/stages/threads/thread.js'
import { hashSets } from '../../../../../src/join/identical.js'
import type { Source } from '../../../../../src/read/source.js'

const folder = mkdtempSync(join(tmpdir(), 'likewise-sample-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const makeThread = () => new Thread({ inputs: nodeInputs, store: nodeBlocks })

/** Workers that finish in another order than the one in which they begin. */
function makeWorkers() {
  const ran: string[] = []
  const run = async (tasks: readonly object[], take: (result: never, number: number) => void) => {
    const thread = makeThread()
    for (const [number, task] of [...tasks.entries()].reverse()) {
      ran.push((task as DocumentTask).kind)
      take(runDocumentTask(task as DocumentTask, thread) as never, number)
    }
  }
  return { workers: { run } as TaskWorkers, ran }
}

/** Two files: the second has documents to compare with, in another field. */
function makeSource(): Source {
  const fields = ['text', 'body']
  const files = fields.map((field, number) => {
    const path = join(folder, `${field}.jsonl`)
    const lines = Array.from({ length: 6000 }, (_, i) =>
      i % 1000 === 7 ? 'bad' : JSON.stringify({ [field]: `${'word '.repeat(i % 90)}${i} ${number}` }),
    )
    writeFileSync(path, `${lines.join('\n')}\n`)
    return { name: field, path, bytes: statSync(path).size }
  })
  const common = { inputs: undefined, idField: undefined, skipped: [], notes: {}, close: async () => {} }
  const against = { firstFile: 1, textFields: ['body'], idField: undefined, ownInputs: undefined, notes: {} }
  return { ...common, files, textFields: ['text'], against } as unknown as Source
}

it('workers read the same sample in parts, with the same bad records in the same order', async () => {
  const source = makeSource()
  const plan = makePlan({ recall: 1 })
  const [bad, badInParts]: [object[], object[]] = [[], []]
  const expected = readSample(makeThread(), source, plan, 1e6, { onBad: (record) => bad.push(record) })
  expect(expected.sides!.of.includes(0) && expected.sides!.of.includes(1)).toBe(true)
  expect(bad.length).toBeGreaterThan(0)
  const { workers, ran } = makeWorkers()
  const found = await readSampleWith(workers, makeThread(), source, plan, 1e6, {
    onBad: (record) => badInParts.push(record),
    sharedFrom: 0,
    taskBytes: 50_000,
  })
  expect(ran.length).toBeGreaterThan(3)
  expect(found).toEqual(expected)
  expect(found.hashes).toEqual(hashSets(found.sets))
  expect(badInParts).toEqual(bad)
})

it('one thread reads a small sample', async () => {
  const { workers, ran } = makeWorkers()
  const source = makeSource()
  const found = await readSampleWith(workers, makeThread(), source, makePlan({ recall: 1 }), 1e6)
  expect(found).toEqual(readSample(makeThread(), source, makePlan({ recall: 1 }), 1e6))
  expect(ran).toEqual([])
})
