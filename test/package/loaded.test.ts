// Heavy packages are loaded by those who need them, and by nobody else.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ARTICLES, MAIN } from '../cli/likewise.js'
import { ROOT } from './markdown.js'

/** Runs a program, and tells the packages of which it, or one of its workers, loaded a file. */
function packagesOf(program: string, args: readonly string[], cwd: string): string[] {
  const log = join(cwd, 'loaded.txt')
  const hooks = join(cwd, 'hooks.mjs')
  writeFileSync(
    hooks,
    `import { appendFileSync } from 'node:fs'
export async function load(url, context, next) {
  appendFileSync(${JSON.stringify(log)}, url + '\\n')
  return next(url, context)
}
`,
  )
  const register = `data:text/javascript,import { register } from 'node:module'; register(${JSON.stringify(pathToFileURL(hooks).href)})`
  execFileSync(process.execPath, ['--import', register, program, ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const names = readFileSync(log, 'utf8').matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)
  return [...new Set(Array.from(names, ([, name]) => name!))].sort()
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'likewise-loaded-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

describe('no package is loaded', () => {
  it('by the library', () => {
    expect(packagesOf(join(ROOT, 'dist/index.js'), [], folder())).toEqual([])
  })

  it('by a search in JSON Lines', () => {
    const args = ['find', ARTICLES, '--id', 'id', '-w', '1', '--pairs', 'pairs.jsonl']
    expect(packagesOf(MAIN, args, folder())).toEqual([])
  })
})

it('Parquet is loaded by those who write it', () => {
  const args = ['find', ARTICLES, '--id', 'id', '-w', '1', '--pairs', 'pairs.parquet']
  expect(packagesOf(MAIN, args, folder()).some((name) => name.startsWith('hyparquet'))).toBe(true)
})
