import { describe, expect, it } from 'vitest'
import { below, left, right, truth, truthOfBelow } from '../unit/text/colliding-documents.js'
import { Workspace } from './likewise.js'

describe('long documents whose 32-bit hashes collide', () => {
  const workspace = new Workspace()
  const lines = [left, right, 'another document altogether'].map((text) => JSON.stringify({ text }))
  workspace.write('in.jsonl', `${lines.join('\n')}\n`)
  const options = ['in.jsonl', '-s', 'words:1', '-t', '0.9', '-q', '--force']

  it.each(['exact', 'bands'])('are found with their true similarity (%s)', async (method) => {
    await workspace.run(['find', ...options, '--method', method, '--pairs', 'pairs.jsonl'])
    expect(workspace.rows('pairs.jsonl').map(({ similarity }) => similarity)).toEqual([truth])
  })

  it('are found even if their hashes are below the threshold', async () => {
    const similarity = truthOfBelow
    workspace.write('pair.jsonl', `${below.map((text) => JSON.stringify({ text })).join('\n')}\n`)
    const args = ['pair.jsonl', '-s', 'words:1', '-q', '--force', '--pairs', 'pairs.jsonl']
    const listed = async (more: readonly string[]) => {
      const run = await workspace.run(['find', ...args, ...more])
      expect(run.code, run.stderr).toBe(0)
      return workspace.rows('pairs.jsonl').map((row) => row.similarity)
    }
    const at = ['-t', String(similarity), '-r', '1']
    expect(await listed(at)).toEqual([similarity])
    expect(await listed([...at, '--memory', '250MB'])).toEqual([similarity])
    expect(await listed(['-t', String(similarity + 1e-9), '-r', '1'])).toEqual([])
  })

  it('are removed with their true similarity', async () => {
    await workspace.run(['dedup', ...options, '--survivor', 'longest'])
    expect(workspace.rows('in.removed.jsonl').map(({ similarity }) => similarity)).toEqual([truth])
  })
})
