// Building while programs run from what was built before.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { moveInto } from '../../tools/move-into.js'
import { ROOT } from './markdown.js'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'likewise-build-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

it('a build replaces the previous one file by file, and does not touch equal files', () => {
  const root = folder()
  const files = {
    dist: { 'a.js': 'old', 'same.js': 'same', 'gone.js': 'x', 'deep/b.js': 'old' },
    made: { 'a.js': 'new', 'same.js': 'same', 'deep/b.js': 'new', 'deeper/c.js': 'new' },
  }
  for (const [name, contents] of Object.entries(files)) {
    for (const [file, content] of Object.entries(contents)) {
      mkdirSync(join(root, name, file, '..'), { recursive: true })
      writeFileSync(join(root, name, file), content)
    }
  }
  const before = statSync(join(root, 'dist/same.js')).ino
  moveInto(join(root, 'dist'), join(root, 'made'))
  const left = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, readFileSync(join(root, 'dist', name), 'utf8')])
  expect(Object.fromEntries(left)).toEqual(files.made)
  expect(statSync(join(root, 'dist/same.js')).ino).toBe(before)
})

it('is repeated only if something has changed or is missing', () => {
  const root = folder()
  const program = `
    import { makeStamp } from ${JSON.stringify(join(ROOT, 'tools/stamp.js'))}
    const stamp = makeStamp('it', ['in'], ['out.js'])
    console.log(stamp.isFresh())
    stamp.write()
  `
  const isFresh = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    }) === 'true\n'
  mkdirSync(join(root, 'in/deep'), { recursive: true })
  writeFileSync(join(root, 'in/deep/a.ts'), 'one')
  writeFileSync(join(root, 'out.js'), '')
  expect([isFresh(), isFresh()]).toEqual([false, true])
  writeFileSync(join(root, 'in/deep/a.ts'), 'two')
  expect([isFresh(), isFresh()]).toEqual([false, true])
  writeFileSync(join(root, 'in/b.ts'), '')
  expect([isFresh(), isFresh()]).toEqual([false, true])
  rmSync(join(root, 'out.js'))
  expect(isFresh()).toBe(false)
})
