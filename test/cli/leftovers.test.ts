// What a process that was killed has left is removed by a later one; what belongs to others is not.

import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownMark } from '../../src/temporary/node-owner.js'
import { appears, asLines, ended, FIVE, Workspace } from './likewise.js'

describe('leftovers', () => {
  it('of a killed run are removed by the next one', async () => {
    const workspace = new Workspace()
    const child = workspace.start(['find', '-', '--id', 'id', '-q'])
    const outcome = ended(child)
    child.stdin!.write(asLines(FIVE))
    await appears(workspace.temporary, () => workspace.leftovers().length > 0)
    child.kill('SIGKILL')
    await outcome
    expect(workspace.leftovers()).toHaveLength(1)
    const next = await workspace.runAlone(['find', '-', '--id', 'id', '-q'], asLines(FIVE))
    expect(next.code).toBe(0)
    expect(workspace.leftovers()).toEqual([])
  })

  it('are recognized by their names: only those of processes that ran here and have ended are removed', async () => {
    const workspace = new Workspace()
    const [here, pid, start] = ownMark().split('-') as [string, string, string]
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const gone = [`${here}-${dead}-1`, `${here}-${pid}-${Number(start) - 1}`]
    const kept = [ownMark(), `${here === '00000000' ? '11111111' : '00000000'}-${dead}-1`]
    const partOf = (mark: string, i: number) => `.old-${i}.jsonl.part-${mark}-0`
    const folderOf = (mark: string) => `likewise-${mark}-abcdef`
    for (const [i, mark] of [...gone, ...kept].entries()) {
      workspace.write(partOf(mark, i), 'half')
      mkdirSync(join(workspace.temporary, folderOf(mark)))
    }
    const own = ['.notes.part-1', '.part-2', 'likewise-notes']
    for (const name of own) workspace.write(name, 'mine')
    workspace.write('in.jsonl', asLines(FIVE))
    const { code } = await workspace.runAlone(['find', 'in.jsonl', '-q', '--pairs', 'pairs.jsonl'])
    expect(code).toBe(0)
    expect(workspace.names()).toEqual(
      [...own, 'in.jsonl', 'pairs.jsonl', ...kept.map((mark, i) => partOf(mark, i + gone.length))].sort(),
    )
    expect(workspace.leftovers()).toEqual(kept.map(folderOf).sort())
  })
})

describe('a signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s while match works leaves nothing behind', async (signal) => {
    const workspace = new Workspace()
    const rows = Array.from({ length: 4000 }, (_, i) => `${i},anna ${i % 50} smith,street ${i % 60}\n`)
    workspace.write('people.csv', `id,name,address\n${rows.join('')}`)
    const child = workspace.start(['match', 'people.csv', '--pairs', 'pairs.parquet', '--progress', 'plain'])
    const outcome = ended(child)
    setTimeout(() => child.kill(signal), 900)
    await outcome
    expect(workspace.names().filter((name) => name.includes('.part'))).toEqual([])
    expect(workspace.leftovers()).toEqual([])
  })
})
