import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it, onTestFinished } from 'vitest'
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
    const write = await call(client, 'add', { id: 1, text: 'a' })
    expect([write.isError, write.answer.error.code]).toEqual([true, 'not-found'])
  })
})
