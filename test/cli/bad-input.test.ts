// Each a clear error or a counted skip, and never a partial file under the final name.

import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { asLines, FIVE, prose, Workspace } from './likewise.js'

const many = Array.from({ length: 2000 }, (_, i) => ({ id: i, text: prose(i, 20) }))

/** Runs, and expects a failure in one line that says all of these, without a stack and without a new file. */
async function refused(
  workspace: Workspace,
  args: readonly string[],
  code: number,
  ...words: readonly string[]
) {
  const before = workspace.names()
  const outcome = await workspace.run(args)
  expect(outcome.stdout).toBe('')
  expect(outcome.stderr).toMatch(/^likewise: [^\n]+\n$/)
  for (const word of words) expect(outcome.stderr).toContain(word)
  expect(outcome.code).toBe(code)
  expect(workspace.names()).toEqual(before)
  expect(workspace.leftovers()).toEqual([])
}

describe.concurrent('bad input', () => {
  it('a missing file', () =>
    refused(new Workspace(), ['find', 'gone.jsonl', '--pairs', 'p.jsonl'], 1, 'gone.jsonl'))

  it('an empty glob', () =>
    refused(new Workspace(), ['find', '*.jsonl', '--pairs', 'p.csv'], 1, '*.jsonl', 'no file'))

  it('with every record skipped is rejected, because there is no result', () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', '{"text":1}\n{"text":2}\n')
    const args = ['find', 'in.jsonl', '--text', 'text', '--on-error', 'skip', '--pairs', 'p.jsonl']
    return refused(workspace, args, 1, 'in.jsonl', 'text')
  })

  it('a malformed line far into the file is named, or skipped and counted', async () => {
    const workspace = new Workspace()
    const lines = asLines(many).split('\n')
    lines[1499] = '{"id":1499,"text":"cut sho'
    workspace.write('in.jsonl', lines.join('\n'))
    await refused(
      workspace,
      ['find', 'in.jsonl', '--pairs', 'p.jsonl'],
      1,
      'in.jsonl, line 1500',
      '--on-error skip',
    )
    const { code, stdout, stderr } = await workspace.run(['find', 'in.jsonl', '--on-error', 'skip', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ documents: 1999, skipped: 1 })
    expect(stderr).toContain('1 bad record')
    expect(stderr).toContain('in.jsonl, line 1500')
  })

  it('a missing field', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines([...many, { id: 'x', body: 'none' }]))
    await refused(workspace, ['find', 'in.jsonl', '--text', 'body'], 1, 'body')
    await refused(workspace, ['find', 'in.jsonl', '--id', 'id'], 1, 'line 2001', 'text')
    await refused(
      workspace,
      ['find', 'in.jsonl', '--id', 'key'],
      1,
      'no id field',
      'key',
      'its fields: id, text',
    )
  })

  it('equal ids, in one input or in two', async () => {
    const workspace = new Workspace()
    workspace.write('one.jsonl', asLines(FIVE))
    workspace.write('two.jsonl', asLines([{ id: 'z', text: 'first' }, FIVE[3]!]))
    await refused(
      workspace,
      ['find', 'one.jsonl', 'two.jsonl', '--id', 'id'],
      1,
      'two.jsonl, line 2',
      '"d"',
      'one.jsonl',
    )
  })

  it('invalid UTF-8', () => {
    const workspace = new Workspace()
    workspace.write(
      'in.jsonl',
      Buffer.concat([Buffer.from(asLines(FIVE)), Buffer.from('{"id":"f","text":"a\xff"}\n', 'latin1')]),
    )
    return refused(workspace, ['find', 'in.jsonl'], 1, 'in.jsonl, line 6', 'UTF-8')
  })

  it('a truncated gzip', () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl.gz', gzipSync(asLines(many)).subarray(0, 5000))
    return refused(workspace, ['find', 'in.jsonl.gz', '--pairs', 'p.jsonl'], 1, 'in.jsonl.gz', 'truncated')
  })

  it('a broken Parquet file', () => {
    const workspace = new Workspace()
    workspace.write('in.parquet', 'PAR1 but not really')
    return refused(workspace, ['find', 'in.parquet'], 1, 'in.parquet')
  })

  it('an output folder that does not exist', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(FIVE))
    await refused(workspace, ['find', 'in.jsonl', '--pairs', 'gone/p.jsonl'], 1, 'gone/p.jsonl', 'folder')
    await refused(workspace, ['dedup', 'in.jsonl', '--kept', 'gone/k.jsonl'], 1, 'gone/k.jsonl', 'folder')
  })

  it('a read-only output folder, before the input is read', () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', 'not even looked at')
    // Nobody may make a file there, not even root.
    return refused(workspace, ['find', 'in.jsonl', '--pairs', '/sys/p.jsonl'], 1, '/sys/p.jsonl', 'folder')
  })

  it('an unknown file extension', () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(FIVE))
    return refused(workspace, ['find', 'in.jsonl', '--pairs', 'pairs.xlsx'], 1, 'pairs.xlsx', '.parquet')
  })

  it('a file that is not a manifest', async () => {
    const workspace = new Workspace()
    workspace.write('manifest.json', '{"format":"other"}')
    await refused(workspace, ['restore', 'manifest.json'], 1, 'manifest.json')
    await refused(workspace, ['restore', 'gone.json'], 1, 'gone.json')
  })

  it('empty documents match nothing and are counted', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines([{ text: '' }, { text: ' \n ' }, { text: 'one' }]))
    const { stdout } = await workspace.run(['find', 'in.jsonl', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ documents: 3, empty: 2, pairs: 0 })
  })
})
