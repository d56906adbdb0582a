import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asLines, FIVE, Workspace } from './likewise.js'

describe.concurrent('an output file that exists', () => {
  // The inputs are missing or no JSON: the output is refused before anything is read.
  it.each([
    ['find gone.jsonl --pairs there.jsonl', 'there.jsonl'],
    ['find gone.jsonl --clusters there.jsonl', 'there.jsonl'],
    ['dedup there.jsonl', 'there.kept.jsonl'],
    ['dedup there.jsonl --removed r.jsonl --out new', 'r.jsonl'],
    ['dedup there.jsonl --manifest m.json --out new', 'm.json'],
    ['join gone.sets -t 0.5 --pairs there.jsonl', 'there.jsonl'],
    ['probe gone.sets more.sets -t 0.5 --pairs there.jsonl', 'there.jsonl'],
    ['match gone.csv --pairs there.csv', 'there.csv'],
    ['plagiarism gone --report there.html', 'there.html'],
    ['recommend gone.csv --recommendations there.csv', 'there.csv'],
    ['fingerprints gone --scores there.csv', 'there.csv'],
    ['fingerprints gone --svg there.svg', 'there.svg'],
    ['recluster gone -t 0.9 --removed there.jsonl', 'there.jsonl'],
    ['tune --svg there.svg', 'there.svg'],
  ])('is refused before any work: %s', async (line, file) => {
    const workspace = new Workspace()
    for (const name of new Set([file, 'there.jsonl'])) workspace.write(name, 'precious\n')
    const { code, stdout, stderr } = await workspace.run(line.split(' '))
    const message = `${file}: the file already exists; overwrite it with --force, or use another name`
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)])
    expect(workspace.read(file)).toBe('precious\n')
    expect(workspace.names()).not.toContain('new')
    expect(workspace.leftovers()).toEqual([])
  })

  it('is overwritten with --force, or if it is empty', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(FIVE))
    workspace.write('empty.jsonl', '')
    const dedup = ['dedup', 'in.jsonl', '-q']
    expect((await workspace.run(dedup)).code).toBe(0)
    expect(await workspace.run(dedup)).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') })
    workspace.write('in.kept.jsonl', 'something else\n')
    expect(await workspace.run([...dedup, '--force'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(workspace.rows('in.kept.jsonl')).toHaveLength(3)
    expect((await workspace.run(['find', 'in.jsonl', '-q', '--pairs', 'empty.jsonl'])).code).toBe(0)
    expect(workspace.rows('empty.jsonl')).toHaveLength(3)
    expect((await workspace.run(['find', 'in.jsonl', '-q', '--pairs', '/dev/null'])).code).toBe(0)
  })

  it('is overwritten by the run that wrote it if that run is resumed', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(FIVE))
    const find = ['find', 'in.jsonl', '-q', '--run-dir', 'run', '--pairs', 'pairs.jsonl']
    expect((await workspace.run(find)).code).toBe(0)
    const pairs = workspace.read('pairs.jsonl')
    expect(await workspace.run([...find, '--resume'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(workspace.read('pairs.jsonl')).toBe(pairs)
    expect(existsSync(join(workspace.folder, 'run'))).toBe(true)
  })
})
