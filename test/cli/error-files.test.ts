// With --json an error names the file that it is about.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asLines, FIVE, Workspace } from './likewise.js'

describe.concurrent('errors of stored files', () => {
  it.each([
    ['restore', ['restore', 'in.jsonl'], 'in.jsonl', 'use a manifest that dedup or decontaminate wrote'],
    ['restore', ['restore', 'other.json'], 'other.json', 'use a manifest that dedup or decontaminate wrote'],
    ['recluster', ['recluster', 'empty', '--threshold', '0.9'], 'empty', 'use the folder of a run'],
    ['find', ['find', 'in.jsonl', '--plan', 'other.json'], 'other.json', 'use a plan'],
  ])('%s: %s', async (_, args, file, hint) => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(FIVE))
    workspace.write('other.json', '{"some": "thing"}')
    mkdirSync(join(workspace.folder, 'empty'))
    const { code, stderr } = await workspace.run([...args, '--json'])
    expect(code).toBe(1)
    const { error } = JSON.parse(stderr) as { error: Record<string, string> }
    expect(error).toMatchObject({ code: 'invalid-artifact', file, line: null })
    expect(error.hint).toContain(hint)
  })
})
