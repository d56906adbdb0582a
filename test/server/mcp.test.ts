import { basename } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AllowedFolders } from '../../src/server/allowed-folders.js'
import { makeLog } from '../../src/server/log.js'
import { serveTools } from '../../src/server/mcp/mcp-server.js'
import { Namespaces } from '../../src/server/namespaces.js'
import { DEFAULT_LIMITS } from '../../src/server/settings.js'
import { openMemoryStore } from '../../src/store/memory/memory-store.js'
import { asLines, FIVE, MAIN, prose, Workspace } from '../cli/likewise.js'

async function connected(workspace: Workspace, args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', ...args],
    cwd: workspace.folder,
    env: { PATH: process.env.PATH ?? '', TMPDIR: workspace.temporary },
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

async function call(client: Client, name: string, input: Record<string, unknown>) {
  const { isError = false, content } = await client.callTool({ name, arguments: input })
  const [{ text }] = content as [{ text: string }]
  return { isError, answer: JSON.parse(text) }
}

describe('likewise mcp', () => {
  it('has its tools, and they do what they say', async () => {
    const workspace = new Workspace()
    workspace.write('five.jsonl', asLines(FIVE))
    const client = await connected(workspace, ['notes', '--allow', '.'])
    const { tools } = await client.listTools()
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['check_duplicate', true],
      ['add', false],
      ['find_duplicates', true],
      ['compare', true],
    ])
    const added = await call(client, 'add', { id: 'n1', text: prose(1) })
    expect(added.answer).toMatchObject({ status: 'new', added: true })
    const again = await call(client, 'add', { id: 'n2', text: prose(1).toUpperCase() })
    expect(again.answer).toMatchObject({ status: 'identical', added: false, matches: [{ id: 'n1' }] })
    const checked = await call(client, 'check_duplicate', { text: prose(2) })
    expect(checked.answer).toMatchObject({ status: 'new', matches: [] })
    const found = await call(client, 'find_duplicates', { path: 'five.jsonl' })
    expect(found.answer).toMatchObject({
      documents: 5,
      totalClusters: 1,
      clusters: [{ members: ['a', 'c', 'e'] }],
    })
    const compared = await call(client, 'compare', { a: prose(1), b: prose(1) })
    expect(compared.answer).toMatchObject({ similarity: 1 })
  })

  it('rejects what is wrong or not allowed, with a hint', async () => {
    const client = await connected(new Workspace(), ['--read-only'])
    const bad = await call(client, 'check_duplicate', { txt: 'a' })
    expect([bad.isError, bad.answer.error.hint]).toEqual([
      true,
      expect.stringContaining('did you mean "text"?'),
    ])
    const outside = await call(client, 'find_duplicates', { path: '/etc/passwd' })
    expect([outside.isError, outside.answer.error.code]).toEqual([true, 'not-allowed'])
    const shingle = { kind: 'chars', k: 20_000 }
    const long = await call(client, 'compare', { a: 'a'.repeat(60_000), b: 'b', shingle })
    expect([long.isError, long.answer.error.code]).toEqual([true, 'too-large'])
    const write = await call(client, 'add', { id: 1, text: 'a' })
    expect([write.isError, write.answer.error.code]).toEqual([true, 'not-found'])
  })

  it('searches files one after the other, and not at all for a call that was canceled', async () => {
    const workspace = new Workspace()
    for (const name of ['a', 'b', 'c']) workspace.write(`${name}.jsonl`, asLines(FIVE))
    const searched: string[] = []
    class Watched extends AllowedFolders {
      // Called when a search begins and when it has ended.
      override identify(paths: readonly string[]): string[] {
        searched.push(...paths.map((path) => basename(path, '.jsonl')))
        return super.identify(paths)
      }
    }
    const log: string[] = []
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    const served = serveTools(
      {
        namespaces: new Namespaces(await openMemoryStore()),
        folders: new Watched([workspace.folder]),
        limits: DEFAULT_LIMITS,
        version: '1',
        isReadOnly: true,
        log: makeLog((line) => log.push(line)),
      },
      theirs,
    )
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(ours)
    const find = (name: string, signal?: AbortSignal) =>
      client.callTool({ name: 'find_duplicates', arguments: { path: `${name}.jsonl` } }, undefined, {
        ...(signal && { signal }),
      })
    const cancel = new AbortController()
    const [first, canceled, last] = [find('a'), find('b', cancel.signal), find('c')]
    cancel.abort()
    await expect(canceled).rejects.toThrow()
    expect(await Promise.all([first, last])).toMatchObject([
      { structuredContent: { documents: 5 } },
      { structuredContent: { documents: 5 } },
    ])
    // The canceled one ended when it began.
    expect(searched).toEqual(['a', 'a', 'b', 'c', 'c'])
    expect(log).toEqual([])
    await client.close()
    await served
  })
})
