import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asLines, Workspace } from './likewise.js'

/** Names that mean other files, several or none, if they are read as globs. */
const NAMES = ['notes[1].jsonl', 'all*.jsonl', 'one?.jsonl', '{x,y}.jsonl', '!not.jsonl', '(a|b).jsonl']

const TEXT = 'the ferry between both islands stopped after its engine had failed twice within one single week'

/** Each file has two documents, of which one is a copy; other files match the names if those are globs. */
function folder(): Workspace {
  const workspace = new Workspace()
  for (const name of [...NAMES, 'notes1.jsonl', 'all.jsonl', 'ones.jsonl', 'x.jsonl', 'a.jsonl'])
    workspace.write(
      name,
      asLines([
        { id: `${name} first`, text: `${TEXT} in ${name.replaceAll(/\W/g, '')}` },
        { id: `${name} second`, text: `${TEXT} in ${name.replaceAll(/\W/g, '')}` },
      ]),
    )
  return workspace
}

describe.concurrent('names of files that look like globs', () => {
  it.each(NAMES)('name one file, whose name the outputs have: %s', async (name) => {
    const workspace = folder()
    const { code, stdout, stderr } = await workspace.run(['dedup', name, '--json', '--quiet'])
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ inputs: [name], filesRead: 1, documents: 2, removed: 1 })
    const stem = name.replace('.jsonl', '')
    expect(workspace.rows(`${stem}.kept.jsonl`)).toMatchObject([{ id: `${name} first` }])
    expect(workspace.rows(`${stem}.removed.jsonl`)).toMatchObject([{ id: `${name} second` }])
  })

  it('name the files that a shell found', async () => {
    const workspace = folder()
    const args = ['find', ...NAMES, '--pairs', 'pairs.jsonl', '--report', 'r.html', '--json', '--quiet']
    const { code, stdout, stderr } = await workspace.run(args)
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ filesRead: NAMES.length, documents: 2 * NAMES.length })
    const ids = new Set(workspace.rows('pairs.jsonl').flatMap(({ a, b }) => [a, b]))
    for (const name of NAMES) expect(ids).toContain(`${name} first`)
  })

  it('give plagiarism its title', async () => {
    const workspace = folder()
    const { code, stderr } = await workspace.run(['plagiarism', 'notes[1].jsonl', '--quiet'])
    expect([code, stderr]).toEqual([0, ''])
    expect(existsSync(join(workspace.folder, 'notes[1].plagiarism.html'))).toBe(true)
  })

  it('are globs if there is no such file', async () => {
    const workspace = folder()
    const { stdout } = await workspace.run(['find', 'ones?(x).jsonl', 'notes[12].jsonl', '--json', '--quiet'])
    expect(JSON.parse(stdout)).toMatchObject({ filesRead: 2, documents: 4 })
    const { code, stderr } = await workspace.run(['dedup', 'note*.jsonl', '--quiet'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot derive the names of output files')])
  })
})
