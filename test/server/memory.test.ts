// --memory and --workers of serve and mcp.

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asLines, FIVE, MAIN, prose, Workspace } from '../cli/likewise.js'
import { serve } from './served.js'
import { openApi } from './server-in-memory.js'

describe('serve --memory', () => {
  it('refuses documents that an index in memory has no room for, and keeps answering', async () => {
    const { client, address } = await serve(new Workspace(), ['--memory', '256MB', '-q'])
    const documents = (from: number) =>
      Array.from({ length: 200 }, (_, i) => ({ id: from + i, text: prose(from + i, 400) }))
    let added = 0
    let fault: unknown
    while (fault === undefined && added < 100_000) {
      const response = await fetch(`${address}/v1/add`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ documents: documents(added) }),
      })
      if (response.ok) added += 200
      else fault = { status: response.status, ...((await response.json()) as object) }
    }
    expect(fault).toMatchObject({
      status: 507,
      error: { code: 'memory-full', hint: expect.stringContaining('more --memory') },
    })
    expect(added).toBeGreaterThan(0)
    expect(await client.check(prose(1, 400))).toMatchObject({ status: 'identical' })
    const bulk = await fetch(`${address}/v1/bulk/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: asLines([{ id: 'new', text: prose(7) }]),
    })
    expect([bulk.status, await bulk.text()]).toEqual([507, expect.stringContaining('memory-full')])
    expect((await client.stats()).documents).toBe(added)
  })

  it('gives each job its share, and jobs that need more fail with what they need', async () => {
    const workspace = new Workspace()
    workspace.write('five.jsonl', asLines(FIVE))
    const run = async (...args: string[]) => {
      const { client } = await serve(workspace, ['--allow', '.', '-q', ...args])
      const { job } = await client.jobs.start('find', [{ path: 'five.jsonl' }])
      for await (const view of client.jobs.follow(job)) if (view.state !== 'running') return view
      return client.jobs.get(job)
    }
    expect(await run('--memory', '1GB', '--workers', '1')).toMatchObject({ state: 'done' })
    expect(await run('--memory', '300MB', '--max-jobs', '10')).toMatchObject({
      state: 'failed',
      error: { code: 'memory-too-small', hint: expect.stringMatching(/^use at least \d+ MB for each job; /) },
    })
  })

  it('limits requests, unless their limits are given, and passes the workers to jobs', async () => {
    const { context } = await openApi({ memory: 2e9, workers: 3, limits: { maxRunning: 2, maxText: 5 } })
    expect(context.running).toEqual({ workers: 3, memory: 5e8 })
    expect(context.limits).toMatchObject({ maxHeld: 125e6, maxText: 5 })
    expect((await openApi()).context.running).toEqual({})
  })

  it('too small for the program is a usage error', async () => {
    for (const command of ['serve', 'mcp']) {
      const { code, stderr } = await new Workspace().run([command, '--memory', '50MB'])
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^likewise: invalid --memory: .*50 MB.*; expected at least \d+ MB/),
      ])
    }
  })
})

describe('mcp', () => {
  it('takes --memory, --workers and --quiet', async () => {
    const workspace = new Workspace()
    workspace.write('five.jsonl', asLines(FIVE))
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [MAIN, 'mcp', '--allow', '.', '--memory', '400MB', '--workers', '1', '-q'],
        cwd: workspace.folder,
        env: { PATH: process.env.PATH ?? '', TMPDIR: workspace.temporary },
      }),
    )
    onTestFinished(() => client.close())
    const found = await client.callTool({ name: 'find_duplicates', arguments: { path: 'five.jsonl' } })
    expect(found.structuredContent).toMatchObject({ documents: 5, totalClusters: 1 })
    let full: unknown
    for (let id = 0; full === undefined && id < 20_000; id++) {
      const text = prose(id, 4000)
      const added = await client.callTool({ name: 'add', arguments: { id, text } })
      if (added.isError === true) full = (added.content as [{ text: string }])[0].text
    }
    expect(full).toContain('memory-full')
  })
})
