// Jobs with a second side, and decontamination.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import type { JobResult, LikewiseClient } from 'likewise/client'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../src/server/fault.js'
import { PortStorage, serveStorage } from '../../src/server/jobs/port-storage.js'
import { openMemoryStore } from '../../src/store/memory/memory-store.js'
import { openIndex } from '../../src/store/open-index.js'
import { asLines, FIVE, jsonLines, prose, Workspace } from '../cli/likewise.js'
import { serve } from './served.js'
import { errorOf, openApi } from './server-in-memory.js'

const OLD = [
  { id: 'old-1', text: `${prose(2)} more` },
  { id: 'old-9', text: prose(9) },
]

function corpus(): Workspace {
  const workspace = new Workspace()
  for (const folder of ['corpus', 'corpus/benchmarks', 'elsewhere']) mkdirSync(join(workspace.folder, folder))
  workspace.write('corpus/five.jsonl', asLines(FIVE))
  workspace.write('corpus/old.jsonl', asLines(OLD))
  workspace.write('elsewhere/secret.jsonl', asLines(OLD))
  return workspace
}

const linesOf = async (client: LikewiseClient, job: string, name: JobResult) =>
  jsonLines(await new Response(await client.jobs.result(job, name)).text())

describe('against', () => {
  it('files and uploads: the pairs that the command line writes', async () => {
    const workspace = corpus()
    const { client } = await serve(workspace, ['--allow', 'corpus'])
    const written = ['--also-within', '--pairs', 'pairs.jsonl', '--quiet']
    await workspace.run(['find', 'corpus/five.jsonl', '--against', 'corpus/old.jsonl', ...written])
    const pairs = jsonLines(workspace.read('pairs.jsonl')) as { readonly against: boolean }[]
    expect(new Set(pairs.map(({ against }) => against))).toEqual(new Set([false, true]))
    const { upload } = await client.jobs.upload('old.jsonl', asLines(OLD))
    for (const side of [{ path: 'old.jsonl' }, { upload }]) {
      const { job } = await client.jobs.start('find', [{ path: 'five.jsonl' }], {
        against: [side],
        alsoWithin: true,
      })
      const { summary } = await client.jobs.wait(job)
      expect(summary).toMatchObject({ documents: 5, against: { documents: 2 } })
      expect(await linesOf(client, job, 'pairs')).toEqual(pairs)
    }
    const deduplicated = await client.jobs.start('dedup', [{ path: 'five.jsonl' }], {
      against: [{ path: 'old.jsonl' }],
    })
    await client.jobs.wait(deduplicated.job)
    expect(await linesOf(client, deduplicated.job, 'removed')).toMatchObject([
      { id: 'b', survivor: 'old-1', reason: 'against-similar' },
    ])
    const { plan } = await client.explain([{ path: 'five.jsonl' }], { against: [{ path: 'old.jsonl' }] })
    expect(plan.threshold).toBe(0.8)
  })

  it('a run directory, if its inputs are in an allowed folder, too', async () => {
    const workspace = corpus()
    const run = (input: string, folder: string) =>
      workspace.runAlone(['find', input, '--run-dir', folder, '--pairs', `${folder}.pairs.csv`])
    expect((await run('corpus/old.jsonl', 'corpus/run')).code).toBe(0)
    expect((await run('elsewhere/secret.jsonl', 'corpus/outside')).code).toBe(0)
    const { client } = await serve(workspace, ['--allow', 'corpus'])
    const against = (path: string) =>
      client.jobs.start('dedup', [{ path: 'five.jsonl' }], { against: [{ path }] })
    const { job } = await against('run')
    expect((await client.jobs.wait(job)).summary).toMatchObject({ documents: 5, removed: 1 })
    await expect(against('outside')).rejects.toMatchObject({ status: 403, code: 'not-allowed' })
    await expect(
      client.jobs.start('find', [{ path: 'five.jsonl' }], {
        against: [{ path: 'run' }, { path: 'old.jsonl' }],
      }),
    ).rejects.toMatchObject({ status: 400 })
    // A run whose inputs are gone is refused before anything runs.
    rmSync(join(workspace.folder, 'corpus/old.jsonl'))
    await expect(against('run')).rejects.toMatchObject({ status: 403 })
  })

  it.each([
    ['in memory', []],
    ['in a folder', ['seen']],
  ])('the index of the server, %s: kept documents are added to its namespace', async (_, index) => {
    const workspace = corpus()
    const { client, address } = await serve(workspace, [...index, '--allow', 'corpus'])
    await client.namespace('news').addMany(OLD)
    const dedup = async (namespace: string) => {
      const { job } = await client.jobs.start('dedup', [{ path: 'five.jsonl' }], {
        against: 'index',
        againstIndex: { namespace },
        alsoWithin: true,
        add: true,
      })
      return { job, ...(await client.jobs.wait(job)).summary }
    }
    const first = await dedup('news')
    expect(first).toMatchObject({ documents: 5, kept: 2, removed: 3, added: { added: 2, replaced: 0 } })
    expect(await linesOf(client, first.job, 'removed')).toMatchObject([
      { id: 'b', survivor: 'old-1', reason: 'against-similar' },
      { id: 'c', survivor: 'a' },
      { id: 'e', survivor: 'a' },
    ])
    expect((await client.namespace('news').check(prose(3))).matches[0]!.id).toBe('d')
    expect(await dedup('news')).toMatchObject({ kept: 0, removed: 5, added: { added: 0 } })
    expect(await dedup('other')).toMatchObject({ kept: 3, added: { added: 3 } })
    expect((await client.stats()).documents).toBe(0)
    const metrics = await (await fetch(`${address}/metrics`)).text()
    expect(metrics).toMatch(/documents_added\S* 7$/m)
  })

  it('the index of the server: an audit reads all of it, and a bad option fails without naming its folder', async () => {
    const workspace = corpus()
    const { client } = await serve(workspace, ['seen', '--allow', 'corpus'])
    await client.addMany(Array.from({ length: 6000 }, (_, i) => ({ id: i, text: prose(i % 3000) })))
    const options = { against: 'index', audit: 5 } as const
    const { job } = await client.jobs.start('find', [{ path: 'five.jsonl' }], options)
    expect((await client.jobs.wait(job)).summary).toMatchObject({
      against: { documents: 6000 },
      recall: { measured: expect.anything() },
    })
    const bad = await client.jobs.start('find', [{ path: 'five.jsonl' }], {
      against: 'index',
      threshold: 0.3,
    })
    const error = await client.jobs.wait(bad.job).catch((caught) => caught)
    expect(error).toMatchObject({ code: 'invalid-option' })
    expect(`${error.message} ${error.hint}`).not.toContain(workspace.root)
  })

  it('documents that do not fit into memory are refused by the error of the server', async () => {
    const store = await openMemoryStore()
    const { port1, port2 } = new MessageChannel()
    serveStorage(port1, store.storage, () => {
      throw new Fault(507, 'memory-full', 'full', 'remove documents')
    })
    const storage = new PortStorage({ port: port2, namespace: '', isWritten: true })
    const index = await openIndex(storage, { ifMissing: 'refuse' })
    await expect(index.add({ id: 1, text: prose(1) })).rejects.toMatchObject({
      code: 'memory-full',
      hint: 'remove documents',
    })
    expect((await store.stats()).documents).toBe(0)
    await index.close()
  })

  it('what cannot be done is refused at once', async () => {
    const workspace = corpus()
    const allow = [join(workspace.folder, 'corpus')]
    const inputs = [{ path: 'five.jsonl' }]
    const { post } = await openApi({ allow, isReadOnly: true })
    const start = async (command: string, options: object) =>
      errorOf(await post('/v1/jobs', { command, inputs, options }))
    expect(await start('dedup', { against: 'index', add: true })).toMatchObject({
      status: 403,
      code: 'read-only',
    })
    expect(await start('dedup', { add: true })).toMatchObject({ status: 400 })
    expect(await start('dedup', { against: [{ path: 'old.jsonl' }], add: true })).toMatchObject({
      status: 400,
    })
    expect(await start('find', { against: 'index', add: true })).toMatchObject({ status: 400 })
    expect(await start('find', { againstIndex: { namespace: 'a' } })).toMatchObject({ status: 400 })
    expect(await start('find', { against: 'seen' })).toMatchObject({ status: 400 })
    expect(await start('find', { against: [] })).toMatchObject({ status: 400 })
  })

  it.each(['../elsewhere/secret.jsonl', '../elsewhere', '/etc', '..', 'missing'])(
    'a second side or benchmarks at %j lead nowhere',
    async (path) => {
      const workspace = corpus()
      const { post } = await openApi({ allow: [join(workspace.folder, 'corpus')] })
      const inputs = [{ path: 'five.jsonl' }]
      for (const [route, body] of [
        ['/v1/jobs', { command: 'find', inputs, options: { against: [{ path }] } }],
        ['/v1/explain', { inputs, options: { against: [{ path }] } }],
        ['/v1/jobs/decontaminate', { inputs, benchmarks: [{ path }] }],
        ['/v1/jobs/decontaminate', { inputs: [{ path }], benchmarks: inputs }],
      ] as const)
        expect(await errorOf(await post(route, body))).toMatchObject({ status: 403, code: 'not-allowed' })
    },
  )
})

describe('decontaminate', () => {
  it('lists the items in documents, and gives the cleaned set to download', async () => {
    const workspace = corpus()
    const items = [
      { id: 'q1', question: prose(3).split(' ').slice(5, 15).join('\n') },
      { id: 'q2', question: 'too short' },
    ]
    writeFileSync(join(workspace.folder, 'corpus/benchmarks/quiz.jsonl'), asLines(items))
    const { client } = await serve(workspace, ['--allow', 'corpus'])
    const benchmarkFields = { text: 'question' }
    const { job, command } = await client.jobs.decontaminate(
      [{ path: 'five.jsonl' }],
      [{ path: 'benchmarks' }],
      { benchmarkFields },
    )
    expect(command).toBe('decontaminate')
    const { summary, results } = await client.jobs.wait(job)
    expect(summary).toEqual({
      documents: 5,
      contaminated: 1,
      items: 2,
      itemsFound: 1,
      itemsTooShort: 1,
      spans: 1,
      kept: 4,
      removed: 1,
    })
    expect(results!.map(({ name }) => name)).toEqual(['kept', 'removed', 'manifest', 'contamination'])
    expect(await linesOf(client, job, 'contamination')).toMatchObject([
      { status: 'contained', benchmark: 'benchmarks/quiz.jsonl', item: 'q1', document: 'd', overlap: 1 },
      { status: 'too-short', benchmark: 'benchmarks/quiz.jsonl', item: 'q2' },
    ])
    expect((await linesOf(client, job, 'kept')).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'e'])
    const { upload } = await client.jobs.upload('quiz.jsonl', asLines(items))
    const edited = await client.jobs.decontaminate([{ path: 'five.jsonl' }], [{ upload }], {
      benchmarkFields,
      remove: 'spans',
    })
    await client.jobs.wait(edited.job)
    const [document] = await linesOf(client, edited.job, 'edited')
    expect(document).toMatchObject({ id: 'd' })
    expect(document!.text).not.toContain('w3x7')
    expect(await linesOf(client, edited.job, 'contamination')).toMatchObject([
      { benchmark: 'quiz.jsonl' },
      { benchmark: 'quiz.jsonl' },
    ])
  })

  it('a bad option is refused, and a bad file makes the job fail', async () => {
    const workspace = corpus()
    const { client } = await serve(workspace, ['--allow', 'corpus'])
    const [five, old] = [[{ path: 'five.jsonl' }], [{ path: 'old.jsonl' }]]
    await expect(client.jobs.decontaminate(five, old, { minOverlap: 0 })).rejects.toMatchObject({
      status: 400,
    })
    await expect(client.jobs.decontaminate(five, old, { k: 1001 })).rejects.toMatchObject({ status: 400 })
    const { upload } = await client.jobs.upload('bad.jsonl', '{"text":')
    const { job } = await client.jobs.decontaminate(five, [{ upload }])
    await expect(client.jobs.wait(job)).rejects.toMatchObject({ code: 'bad-record' })
  })
})
