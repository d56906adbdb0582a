// The examples in the help, which are those of docs/reference/cli.md, are run.

import { expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.js'
import { Workspace } from './likewise.js'
import { writeRatings, writeSampleFiles } from './sample-files.js'
import { Shell } from './shell.js'

/** Commands that run until they are stopped; test/server runs them. */
const ENDLESS = ['serve', 'mcp']

/** What must be there before the examples of a command. */
const BEFORE: Record<string, string> = {
  dedup: 'likewise index build seen archive.jsonl --id id',
  recluster: 'likewise find articles.jsonl --id id --run-dir run --keep-pairs-from 0.5',
  restore: 'likewise dedup articles.jsonl --id id',
  completion: 'mkdir -p .local/share/bash-completion/completions .zfunc .config/fish/completions',
}

const examples = COMMANDS.filter(({ name }) => !ENDLESS.includes(name)).map((command) => ({
  name: command.name,
  lines: command.examples.map(({ line }) => line),
}))

it.each(examples)('every example of $name runs', async ({ name, lines }) => {
  const workspace = new Workspace()
  writeSampleFiles(workspace)
  if (name === 'recommend') writeRatings(workspace)
  const shell = await Shell.in(workspace)
  if (name in BEFORE) expect((await shell.run(BEFORE[name]!)).code).toBe(0)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    const { code, stderr } = await shell.run(line)
    expect([line, code, stderr]).toEqual([line, 0, expect.not.stringContaining('likewise:')])
  }
})
