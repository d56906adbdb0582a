import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FIVE, Workspace } from './likewise.js'

describe('restore of a folder', () => {
  it('restores its empty folders, too', async () => {
    const workspace = new Workspace()
    for (const folder of ['in/a/b', 'in/c/d/e', 'in/.hidden'])
      mkdirSync(join(workspace.folder, folder), { recursive: true })
    for (const { id, text } of FIVE) workspace.write(`in/a/${id}.txt`, text)
    expect((await workspace.run(['dedup', 'in', '-q'])).code).toBe(0)
    const restores = [
      ['--out', 'again'],
      ['--output', 'again/other'],
    ]
    for (const [i, where] of restores.entries()) {
      const { code, stderr } = await workspace.run(['restore', 'in.manifest.json', ...where, '-q'])
      expect(code, stderr).toBe(0)
      const at = join(workspace.folder, i === 0 ? 'again/in' : 'again/other')
      expect(existsSync(join(at, 'a/b')) && existsSync(join(at, 'c/d/e'))).toBe(true)
      expect(existsSync(join(at, 'a/a.txt'))).toBe(true)
    }
  })
})
