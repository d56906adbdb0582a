import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { AllowedFolders, searchAllowed } from '../../src/server/allowed-folders.js'
import type { Limits } from '../../src/server/settings.js'
import { asLines, FIVE, jsonLines, prose, Workspace } from '../cli/likewise.js'
import { serve } from './served.js'
import { errorOf, openApi } from './server-in-memory.js'

/** A folder that is allowed, with a file, a link out of it, and a secret outside. */
function corpus(): Workspace {
  const workspace = new Workspace()
  mkdirSync(join(workspace.folder, 'corpus', 'more'), { recursive: true })
  writeFileSync(join(workspace.folder, 'secret.jsonl'), asLines([{ id: 'secret', text: prose(9) }]))
  writeFileSync(join(workspace.folder, 'corpus', 'five.jsonl'), asLines(FIVE))
  writeFileSync(join(workspace.folder, 'corpus', 'more', 'six.jsonl'), asLines([{ id: 'f', text: prose(1) }]))
  symlinkSync(join(workspace.folder, 'secret.jsonl'), join(workspace.folder, 'corpus', 'link.jsonl'))
  symlinkSync(workspace.folder, join(workspace.folder, 'corpus', 'up'))
  symlinkSync(join(workspace.folder, 'corpus', 'five.jsonl'), join(workspace.folder, 'inside.jsonl'))
  return workspace
}

const textOfStream = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text()

describe('jobs', () => {
  it('find and dedup in an allowed folder: progress, results, removal', async () => {
    const workspace = corpus()
    const { client } = await serve(workspace, ['--allow', 'corpus'])
    const { job } = await client.jobs.start('find', [{ path: 'five.jsonl' }], { threshold: 0.7 })
    const states: string[] = []
    for await (const { state } of client.jobs.follow(job)) states.push(state)
    expect(states.at(-1)).toBe('done')
    const done = await client.jobs.get(job)
    expect(done.summary).toMatchObject({ documents: 5, pairs: 3, clusters: 1 })
    const pairs = jsonLines(await textOfStream(await client.jobs.result(job, 'pairs')))
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([
      ['a', 'c'],
      ['a', 'e'],
      ['c', 'e'],
    ])
    const dedup = await client.jobs
      .start('dedup', [{ path: 'corpus' }, { path: '.' }], { survivor: 'longest' })
      .catch((error) => error)
    expect(dedup).toMatchObject({ code: 'not-allowed' })
    const whole = await client.jobs.wait(
      (await client.jobs.start('dedup', [{ path: '.' }], { survivor: 'longest' })).job,
    )
    expect(whole.summary).toMatchObject({ documents: 6, kept: 3, removed: 3 })
    const kept = jsonLines(await textOfStream(await client.jobs.result(whole.job, 'kept')))
    expect(kept.map(({ id }) => id)).toEqual(['b', 'c', 'd'])
    const manifest = JSON.parse(await textOfStream(await client.jobs.result(whole.job, 'manifest')))
    expect(manifest).toBeTypeOf('object')
    await client.jobs.remove(whole.job)
    await expect(client.jobs.get(whole.job)).rejects.toMatchObject({ status: 404 })
    expect((await client.jobs.list()).map((one) => one.job)).toEqual([job])
    expect((await client.explain([{ path: 'five.jsonl' }])).plan.threshold).toBe(0.8)
  })

  it('in an upload; a bad file makes the job fail', async () => {
    const workspace = new Workspace()
    const { client } = await serve(workspace, [])
    const { upload } = await client.jobs.upload('five.jsonl', asLines(FIVE))
    const done = await client.jobs.wait((await client.jobs.start('find', [{ upload }])).job)
    expect(done.summary).toMatchObject({ documents: 5 })
    await client.jobs.removeUpload(upload)
    await expect(client.jobs.start('find', [{ upload }])).rejects.toMatchObject({ status: 404 })
    const bad = await client.jobs.upload('bad.jsonl', '{"text":"a"}\n{"text":')
    const { job } = await client.jobs.start('find', [{ upload: bad.upload }])
    await expect(client.jobs.wait(job)).rejects.toMatchObject({ code: 'bad-record' })
  })

  it('can be canceled, even while they wait, and end with the server', async () => {
    const workspace = new Workspace()
    mkdirSync(join(workspace.folder, 'corpus'))
    const many = Array.from({ length: 30_000 }, (_, id) => ({ id, text: prose(id >> 1, 60) }))
    writeFileSync(join(workspace.folder, 'corpus', 'many.jsonl'), asLines(many))
    const { client, kill } = await serve(workspace, ['--allow', 'corpus'])
    const start = () => client.jobs.start('find', [{ path: 'many.jsonl' }], { threshold: 0.5 })
    const [first, second] = [await start(), await start()]
    expect((await client.jobs.get(second.job)).state).toBe('waiting')
    await client.jobs.remove(second.job)
    expect((await client.jobs.get(second.job)).state).toBe('canceled')
    await client.jobs.remove(first.job)
    await expect(client.jobs.wait(first.job)).rejects.toMatchObject({ code: 'canceled' })
    await start()
    expect(await kill('SIGTERM')).toBe(143)
    expect(workspace.leftovers()).toEqual([])
  })
})

describe('paths', () => {
  it.each([
    '../secret.jsonl',
    'link.jsonl',
    'up/secret.jsonl',
    'up',
    '/etc/passwd',
    '/proc/self/environ',
    './/../secret.jsonl',
    'five.jsonl/../../secret.jsonl',
    '../inside.jsonl/..',
    'missing.jsonl',
    '-',
    '*.jsonl',
    'five.jsonl\u0000',
    '~',
    'file:///etc/passwd',
  ])('%j leads nowhere', async (path) => {
    const workspace = corpus()
    const { post } = await openApi({ allow: [join(workspace.folder, 'corpus')] })
    for (const [route, body] of [
      ['/v1/jobs', { command: 'find', inputs: [{ path }] }],
      ['/v1/explain', { inputs: [{ path }] }],
    ] as const) {
      expect(await errorOf(await post(route, body))).toMatchObject({ status: 403, code: 'not-allowed' })
    }
  })

  it('a link to the folder that it is in adds no file', async () => {
    const workspace = corpus()
    symlinkSync('.', join(workspace.folder, 'corpus', 'self'))
    symlinkSync('..', join(workspace.folder, 'corpus', 'more', 'back'))
    const { client } = await serve(workspace, ['--allow', 'corpus'])
    const { job } = await client.jobs.start('find', [{ path: '.' }], { threshold: 0.7 })
    for await (const _ of client.jobs.follow(job));
    expect((await client.jobs.get(job)).summary).toMatchObject({ documents: 6 })
  })

  it('a link to an allowed file is allowed', async () => {
    const workspace = corpus()
    const { context } = await openApi({ allow: [join(workspace.folder, 'corpus')] })
    const file = join(workspace.folder, 'corpus', 'five.jsonl')
    expect(context.folders.filesOf('../inside.jsonl')).toEqual([file])
    expect(context.folders.filesOf('.')).toEqual([
      file,
      join(workspace.folder, 'corpus', 'more', 'six.jsonl'),
    ])
  })

  it('a file that is replaced by a link while its job waits is not read, nor are the inputs of a run', async () => {
    const workspace = corpus()
    const file = (name: string) => join(workspace.folder, 'corpus', name)
    const many = Array.from({ length: 20_000 }, (_, id) => ({ id, text: prose(id >> 1, 60) }))
    writeFileSync(file('many.jsonl'), asLines(many))
    for (const name of ['swapped.jsonl', 'of-run.jsonl']) writeFileSync(file(name), asLines(FIVE))
    const { code } = await workspace.runAlone([
      'find',
      'corpus/of-run.jsonl',
      '--run-dir',
      'corpus/run',
      '--pairs',
      'pairs.csv',
    ])
    expect(code).toBe(0)
    const { client } = await serve(workspace, ['--allow', 'corpus'])
    const first = await client.jobs.start('find', [{ path: 'many.jsonl' }], { threshold: 0.5 })
    const waiting = [
      await client.jobs.start('find', [{ path: 'swapped.jsonl' }]),
      await client.jobs.start('find', [{ path: 'five.jsonl' }], { against: [{ path: 'swapped.jsonl' }] }),
      await client.jobs.start('find', [{ path: 'five.jsonl' }], { against: [{ path: 'run' }] }),
      await client.jobs.decontaminate([{ path: 'five.jsonl' }], [{ path: 'swapped.jsonl' }]),
    ]
    expect((await client.jobs.get(first.job)).state).toBe('running')
    for (const name of ['swapped.jsonl', 'of-run.jsonl']) {
      rmSync(file(name))
      symlinkSync(join(workspace.folder, 'secret.jsonl'), file(name))
    }
    await client.jobs.remove(first.job)
    for (const { job } of waiting)
      await expect(client.jobs.wait(job)).rejects.toMatchObject({ code: 'not-allowed' })
  })

  it('errors name files as the client does', async () => {
    const workspace = corpus()
    const bad = '{"id":1,"text":"a"}\n{"text":'
    writeFileSync(join(workspace.folder, 'corpus', 'more', 'bad.jsonl'), bad)
    const { client } = await serve(workspace, ['--allow', 'corpus'])
    const { upload } = await client.jobs.upload('sent.jsonl', bad)
    const failures = [{ path: 'more/bad.jsonl' }, { upload }].flatMap((input) => [
      client.jobs.start('find', [input]),
      client.jobs.start('dedup', [{ path: 'five.jsonl' }], { against: [input] }),
      client.jobs.decontaminate([{ path: 'five.jsonl' }], [input]),
    ])
    for (const [i, started] of failures.entries()) {
      const error = await client.jobs.wait((await started).job).catch((caught) => caught)
      expect(error).toMatchObject({ code: 'bad-record' })
      expect(error.message).toMatch(i < 3 ? /^more\/bad\.jsonl, line 2: / : /^sent\.jsonl, line 2: /)
      expect(`${error.message} ${error.hint}`).not.toContain(workspace.root)
    }
    for (const input of [{ path: 'more/bad.jsonl' }, { upload }]) {
      const error = await client.explain([input]).catch((caught) => caught)
      expect(error).toMatchObject({ status: 400, code: 'bad-record' })
      expect(`${error.message} ${error.hint}`).not.toContain(workspace.root)
    }
  })

  it('a search of files that are replaced meanwhile has no result', async () => {
    const workspace = corpus()
    const file = join(workspace.folder, 'corpus', 'five.jsonl')
    const folders = new AllowedFolders([join(workspace.folder, 'corpus')])
    const files = folders.filesOf('five.jsonl')
    expect(await searchAllowed(folders, files, async () => 'found')).toBe('found')
    const swap = async () => {
      renameSync(file, `${file}.old`)
      symlinkSync(join(workspace.folder, 'secret.jsonl'), file)
    }
    await expect(searchAllowed(folders, files, swap)).rejects.toMatchObject({ code: 'not-allowed' })
    await expect(searchAllowed(folders, files, async () => 'found')).rejects.toMatchObject({ status: 403 })
  })

  it.each(['../x.jsonl', 'a/b.jsonl', '.hidden', '', 'x'.repeat(101), 'a\u0000.jsonl'])(
    'an upload cannot be called %j',
    async (name) => {
      const { send } = await openApi()
      const response = await send(`/v1/uploads?name=${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: 'x',
      })
      expect(response.status).toBe(400)
    },
  )

  it('a small upload that expands to more than a job may write makes the job fail', async () => {
    const workspace = new Workspace()
    const text = `{"text":"${'word '.repeat(1000)}"}\n`.repeat(20_000)
    const { client } = await serve(workspace, ['--max-upload', '1MB', '--max-job-disk', '10MB'])
    const { upload } = await client.jobs.upload('bomb.jsonl.gz', gzipSync(text))
    const { job } = await client.jobs.start('find', [{ upload }])
    await expect(client.jobs.wait(job)).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('10 MB'),
      hint: expect.stringContaining('--max-job-disk'),
    })
    const small = await client.jobs.upload('five.jsonl.gz', gzipSync(asLines(FIVE)))
    const done = await client.jobs.wait((await client.jobs.start('find', [{ upload: small.upload }])).job)
    expect(done.summary).toMatchObject({ documents: 5 })
  })

  it('a job may write 64 times the size of an upload, unless something else is requested', async () => {
    const limits = async (given: Partial<Limits>) => (await openApi({ limits: given })).context.limits
    expect(await limits({ maxUpload: 10 })).toMatchObject({ maxJobDisk: 640 })
    expect(await limits({ maxUpload: 10, maxJobDisk: 50 })).toMatchObject({ maxJobDisk: 50 })
  })

  it('uploads have a limit in size and number', async () => {
    const { send } = await openApi({ limits: { maxUpload: 10, maxUploads: 1 } })
    const upload = (body: string) =>
      send('/v1/uploads?name=a.jsonl', {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body,
      })
    expect((await upload('x'.repeat(11))).status).toBe(413)
    expect((await upload('x')).status).toBe(201)
    expect((await upload('x')).status).toBe(409)
  })
})
